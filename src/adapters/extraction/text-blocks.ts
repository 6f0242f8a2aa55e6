import { attribute, foldSpace, hasAttribute, TEXT, type HtmlNode } from './html-tree.js';

/** Containers under one parent with the same tag and class: items of a list, cards of a grid, posts of a thread. */
export class Siblings {
  readonly items: Container[] = [];
  words = 0;
  linkWords = 0;
  /** items that hold a price, a picture, a heading */
  priced = 0;
  pictured = 0;
  headed = 0;

  add(item: Container): void {
    item.siblings = this;
    item.at = this.items.length;
    this.items.push(item);
    this.words += item.words;
    this.linkWords += item.linkWords;
    if (item.prices > 0) this.priced += 1;
    if (item.images > 0) this.pictured += 1;
    if (item.headings > 0) this.headed += 1;
  }

  get count(): number {
    return this.items.length;
  }

  /** How much this looks like a set of cards, each telling of one thing. */
  get cards(): number {
    return this.count < 3 ? 0 : this.priced + this.pictured + this.headed;
  }
}

const NO_SIBLINGS = new Siblings();

/** A container of text: an element at whose edges text breaks, with sums over the blocks below it. */
export class Container {
  readonly children: Container[] = [];
  readonly depth: number;
  blocks = 0;
  words = 0;
  linkWords = 0;
  firstBlock = -1;
  lastBlock = -1;
  headings = 0;
  images = 0;
  prices = 0;
  /** those under the same parent that look alike, itself included */
  siblings: Siblings = NO_SIBLINGS;
  /** position among them, from 0 */
  at = 0;
  /** how many kinds of children it has */
  kinds = 0;

  constructor(
    readonly node: HtmlNode,
    readonly parent: Container | null,
  ) {
    this.depth = parent === null ? 0 : parent.depth + 1;
    parent?.children.push(this);
  }
}

/** Where a link of a block points. */
export interface BlockLink {
  readonly node: HtmlNode;
  readonly text: string;
}

/** A run of text that no block edge divides. */
export interface TextBlock {
  readonly index: number;
  readonly text: string;
  readonly container: Container;
  readonly words: number;
  readonly linkWords: number;
  readonly links: readonly BlockLink[];
  /** bits of `INLINE_BITS`: which inline elements hold text here */
  readonly inline: number;
  /** whether white space was kept as written */
  readonly preformatted: boolean;
  /** elements met between the previous block and this one */
  readonly gap: number;
  /** pictures met between the previous block and this one */
  readonly imagesBefore: number;
}

/** Blocks of a page in reading order, and the containers that hold them. */
export interface PageBlocks {
  readonly blocks: readonly TextBlock[];
  readonly root: Container;
  /** groups of three and more like containers */
  readonly groups: readonly Siblings[];
  /** whether blocks were left out because there were more than `MAX_BLOCKS` */
  readonly truncated: boolean;
}

/** Blocks kept per page. The largest real page measured has a fifth of this. */
export const MAX_BLOCKS = 40_000;

export const INLINE_BITS: Readonly<Record<string, number>> = {
  a: 1,
  strong: 2,
  b: 2,
  em: 4,
  i: 4,
  code: 8,
  kbd: 8,
  time: 16,
  label: 32,
  small: 64,
  sup: 128,
  input: 256,
  img: 512,
};

const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark math mi mn mo mrow msup msub ' +
    'mtext annotation semantics nobr output q rp rt ruby s samp small span strike strong sub sup time tt u var wbr picture ' +
    'source area map slot'
  ).split(' '),
);
const SKIPPED = new Set([
  'head',
  'title',
  'meta',
  'link',
  'textarea',
  'datalist',
  'object',
  'annotation',
  'video',
  'audio',
  'canvas',
  'noframes',
  'noembed',
  'iframe',
]);
const SPACED = new Set(['span', 'a', 'label', 'time', 'data', 'input', 'small', 'img', 'strong', 'slot', 'picture']);
const HIDING_CLASS =
  /(?:^|[\s_-])(?:sr-only|visually-?hidden|screen-?reader(?:-text)?|offscreen|hidden|d-none|mw-editsection)(?:$|[\s])/i;
/** An amount with its currency, in the ways shops write it. */
export const PRICE = /(?:[$€£¥₹₽]|\b(?:usd|eur|gbp))\s?\d|\d\s?(?:[$€£¥₹₽]|usd\b|eur\b|gbp\b|kr\b|zł|Kč|руб)/i;
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** Whether the page's own markup hides this element from its readers when it loads. */
export const isUnseen = (node: HtmlNode): boolean =>
  node.attributes !== null && (hasAttribute(node, 'hidden') || HIDING_STYLE.test(attribute(node, 'style')));

/** Whether the markup hides this element, or says by a class or for assistive technology that it is hidden. */
export function isHidden(node: HtmlNode): boolean {
  if (node.attributes === null) return false;
  return isUnseen(node) || attribute(node, 'aria-hidden') === 'true' || HIDING_CLASS.test(attribute(node, 'class'));
}

/** Words of a text: runs of letters, digits and underscores in any script. */
export function countWords(text: string): number {
  let count = 0;
  let inside = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const letter =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      (code >= 0xaa && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f) && code !== 0xd7);
    if (letter && !inside) count += 1;
    inside = letter;
  }
  return count;
}

/** Divides a tree into blocks of text. Depth is bounded by the parser, so it may recurse. */
export function collectBlocks(root: HtmlNode): PageBlocks {
  const collector = new BlockCollector(root);
  collector.visitChildren(root);
  collector.flush();
  const { blocks, truncated } = collector;
  return { blocks, root: collector.root, groups: groupSiblings(collector.root), truncated };
}

class BlockCollector {
  readonly blocks: TextBlock[] = [];
  readonly root: Container;
  truncated = false;
  private readonly path: HtmlNode[];
  private readonly containers: (Container | null)[];
  private text = '';
  private links: BlockLink[] = [];
  private linkWords = 0;
  private linkStart = -1;
  private link: HtmlNode | null = null;
  private inline = 0;
  private pre = 0;
  private gap = 0;
  private images = 0;

  constructor(root: HtmlNode) {
    this.root = new Container(root, null);
    this.path = [root];
    this.containers = [this.root];
  }

  visitChildren(node: HtmlNode): void {
    for (let child = node.first; child !== null; child = child.next) this.visit(child);
  }

  private visit(node: HtmlNode): void {
    if (node.tag === TEXT) this.text += this.pre > 0 ? node.text : node.text.replace(/[\s\u200b\ufeff]+/g, ' ');
    else if (node.tag === 'br') this.lineBreak();
    else if (SKIPPED.has(node.tag)) return;
    else if (INLINE.has(node.tag) && !isHidden(node)) this.visitInline(node);
    else this.visitBlock(node);
  }

  private lineBreak(): void {
    if (/\n\s*$/.test(this.text.slice(-8)) && this.pre === 0) this.flush();
    else this.text += '\n';
  }

  private visitInline(node: HtmlNode): void {
    const { tag } = node;
    this.inline |= INLINE_BITS[tag] ?? 0;
    if (tag === 'img') this.images += 1;
    const spaced = this.pre === 0 && SPACED.has(tag);
    if (spaced) this.text += ' ';
    if (tag === 'a' && this.link === null) {
      this.link = node;
      this.linkStart = this.text.length;
      this.visitChildren(node);
      this.endLink();
      this.link = null;
    } else this.visitChildren(node);
    if (spaced) this.text += ' ';
  }

  /** Books the text since the link began, or since the last block edge inside it. */
  private endLink(): void {
    if (this.link === null) return;
    const linked = this.text.slice(this.linkStart).trim();
    if (linked !== '') {
      this.links.push({ node: this.link, text: linked });
      this.linkWords += countWords(linked);
    }
    this.linkStart = this.text.length;
  }

  private visitBlock(node: HtmlNode): void {
    this.flush();
    this.gap += 1;
    const pre = node.tag === 'pre' || node.tag === 'listing' || node.tag === 'xmp';
    if (pre) this.pre += 1;
    this.path.push(node);
    this.containers.push(null);
    this.visitChildren(node);
    this.flush();
    this.path.pop();
    this.containers.pop();
    if (pre) this.pre -= 1;
  }

  flush(): void {
    this.endLink();
    const text = this.pre > 0 ? tidyCode(this.text) : tidyLines(this.text);
    if (text !== '') this.add(text);
    if (text !== '' || this.links.length > 0) {
      this.links = [];
      this.linkWords = 0;
    }
    this.inline = this.link === null ? 0 : 1;
    this.text = '';
    this.linkStart = 0;
  }

  private add(text: string): void {
    if (this.blocks.length >= MAX_BLOCKS) {
      this.truncated = true;
      return;
    }
    const container = this.container(this.path.length - 1);
    const { links, linkWords, inline, gap, images } = this;
    const words = countWords(text);
    const preformatted = this.pre > 0;
    const index = this.blocks.length;
    this.blocks.push({
      index,
      text,
      container,
      words,
      linkWords,
      links,
      inline,
      preformatted,
      gap,
      imagesBefore: images,
    });
    this.sum(container, index, words, Math.min(words, linkWords), images, words < 30 && PRICE.test(text) ? 1 : 0);
    this.gap = 0;
    this.images = 0;
  }

  /** The container of the element at that place of the path, made when its first text comes. */
  private container(at: number): Container {
    const known = this.containers[at];
    if (known !== null && known !== undefined) return known;
    const node = this.path[at];
    if (node === undefined) return this.root;
    const made = new Container(node, this.container(at - 1));
    this.containers[at] = made;
    return made;
  }

  private sum(from: Container, index: number, words: number, linkWords: number, images: number, prices: number): void {
    const heading = /^h[1-6]$/.test(from.node.tag) ? 1 : 0;
    for (let c: Container | null = from; c !== null; c = c.parent) {
      if (c.firstBlock < 0) c.firstBlock = index;
      c.lastBlock = index;
      c.blocks += 1;
      c.words += words;
      c.linkWords += linkWords;
      c.headings += heading;
      c.images += images;
      c.prices += prices;
    }
  }
}

function tidyLines(text: string): string {
  if (!text.includes('\n')) return foldSpace(text);
  return text
    .split('\n')
    .map(foldSpace)
    .filter((line) => line !== '')
    .join('\n');
}

function tidyCode(text: string): string {
  return text.trim() === ''
    ? ''
    : text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\S\n]+$/gm, '')
        .replace(/^\n+|\n+$/g, '');
}

/** Groups the children of every container by likeness; returns all groups of three and more. */
function groupSiblings(root: Container): Siblings[] {
  const found: Siblings[] = [];
  const pending = [root];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const groups = new Map<string, Siblings>();
    for (const child of parent.children) {
      const key = `${child.node.tag}.${attribute(child.node, 'class').slice(0, 24)}`;
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = new Siblings()));
      group.add(child);
      pending.push(child);
    }
    parent.kinds = groups.size;
    for (const group of groups.values()) if (group.count >= 3) found.push(group);
  }
  return found;
}
