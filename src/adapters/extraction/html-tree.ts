/** Tag of a text node; no element can be called so. */
export const TEXT = '#text';

/**
 * An element or a text, linked to its neighbours. One class for both and links in place of arrays
 * keep a node near a hundred bytes, so that a page at the node cap stays within a worker's memory.
 */
export class HtmlNode {
  parent: HtmlNode | null = null;
  first: HtmlNode | null = null;
  last: HtmlNode | null = null;
  next: HtmlNode | null = null;
  attributes: Record<string, string> | null = null;

  /**
   * @param tag lower-case tag name, or `#text`
   * @param text the text of a text node; empty for elements
   */
  constructor(
    readonly tag: string,
    readonly text: string,
  ) {}

  append(child: HtmlNode): void {
    child.parent = this;
    if (this.last === null) this.first = child;
    else this.last.next = child;
    this.last = child;
  }
}

/** The value of an attribute; empty text where it is missing. */
export function attribute(node: HtmlNode, name: string): string {
  return node.attributes?.[name] ?? '';
}

/** Whether the attribute is there at all, with or without a value. */
export function hasAttribute(node: HtmlNode, name: string): boolean {
  return node.attributes?.[name] !== undefined;
}

/** Calls `visit` on every node below `root`, in document order. */
export function walk(root: HtmlNode, visit: (node: HtmlNode) => void): void {
  let node: HtmlNode | null = root.first;
  while (node !== null) {
    visit(node);
    if (node.first !== null) {
      node = node.first;
      continue;
    }
    while (node !== null && node !== root && node.next === null) node = node.parent;
    node = node === null || node === root ? null : node.next;
  }
}

/** All text below a node, white space folded to single spaces. */
export function textOf(node: HtmlNode, limit = 2_000): string {
  if (node.tag === TEXT) return foldSpace(node.text);
  const parts: string[] = [];
  let length = 0;
  walk(node, (child) => {
    if (child.tag !== TEXT || length > limit) return;
    parts.push(child.text);
    length += child.text.length;
  });
  return foldSpace(parts.join(' ')).slice(0, limit);
}

/** Folds runs of white space (no-break spaces too) to one space and trims. */
export function foldSpace(text: string): string {
  return text.replace(/[\s\u200b\u2060\ufeff]+/g, ' ').trim();
}
