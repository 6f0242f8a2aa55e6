import { attribute } from './html-tree.js';
import { resolveHttp } from './page-facts.js';
import type { Container, TextBlock } from './text-blocks.js';

export interface PageHeading {
  /** 1 to 6 */
  readonly level: number;
  readonly text: string;
  /** where its line begins in the text, in UTF-16 units */
  readonly start: number;
}

export interface PageLink {
  readonly text: string;
  readonly url: string;
}

export interface RenderedText {
  readonly text: string;
  readonly headings: readonly PageHeading[];
}

const MAX_LINKS = 200;

interface Place {
  readonly kind: 'heading' | 'item' | 'cell' | 'code' | 'text';
  /** the list item, table row or code element it belongs to */
  readonly unit: Container | null;
  readonly level: number;
}

/**
 * Lays kept blocks out as text: blocks parted by a blank line, headings as `# …`, list items as `- …`
 * a line each, table rows as `a | b`, code line by line between fences. The same blocks always give
 * the same text.
 */
export function renderText(blocks: readonly TextBlock[]): RenderedText {
  const headings: PageHeading[] = [];
  let text = '';
  let before: Place | null = null;
  for (let i = 0; i < blocks.length; i += 1) {
    const block = blocks[i];
    if (block === undefined) continue;
    const place = placeOf(block);
    text += before === null ? '' : separator(before, place);
    if (place.kind === 'heading') headings.push({ level: place.level, text: oneLine(block.text), start: text.length });
    text += lineOf(block, place, before);
    before = place;
  }
  return { text, headings };
}

function lineOf(block: TextBlock, place: Place, before: Place | null): string {
  if (place.kind === 'heading') return `${'#'.repeat(place.level)} ${oneLine(block.text)}`;
  if (place.kind === 'code') return `\`\`\`\n${block.text}\n\`\`\``;
  if (place.kind === 'cell') return oneLine(block.text).replaceAll('|', '/');
  if (place.kind === 'item' && before?.unit !== place.unit)
    return `${'  '.repeat(place.level)}- ${block.text.replaceAll('\n', `\n${'  '.repeat(place.level + 1)}`)}`;
  return block.text;
}

function separator(before: Place, place: Place): string {
  if (before.kind === 'cell' && place.kind === 'cell')
    return before.unit === place.unit ? ' | ' : sameTable(before.unit, place.unit) ? '\n' : '\n\n';
  if (before.kind === 'item' && place.kind === 'item')
    return before.unit === place.unit || sameList(before.unit, place.unit) ? '\n' : '\n\n';
  return '\n\n';
}

function sameTable(a: Container | null, b: Container | null): boolean {
  return ancestor(a, 'table') === ancestor(b, 'table');
}

/** Items of one list, or of a list inside one of its items. */
function sameList(a: Container | null, b: Container | null): boolean {
  return outermostList(a) === outermostList(b);
}

function ancestor(from: Container | null, tag: string): Container | null {
  let c = from;
  while (c !== null && c.node.tag !== tag) c = c.parent;
  return c;
}

function outermostList(from: Container | null): Container | null {
  let list: Container | null = null;
  for (let c = from; c !== null; c = c.parent) {
    if (c.node.tag === 'ul' || c.node.tag === 'ol') list = c;
    else if (c.node.tag !== 'li') return list;
  }
  return list;
}

function placeOf(block: TextBlock): Place {
  const none: Place = { kind: 'text', unit: null, level: 0 };
  if (block.preformatted)
    return { kind: block.text.includes('\n') || isCode(block) ? 'code' : 'text', unit: null, level: 0 };
  let lists = -1;
  let item: Container | null = null;
  for (let c: Container | null = block.container; c !== null; c = c.parent) {
    const { tag } = c.node;
    const heading = /^h([1-6])$/.exec(tag);
    if (heading !== null && item === null) return { kind: 'heading', unit: c, level: Number(heading[1]) };
    if (item === null && (tag === 'td' || tag === 'th')) return cellPlace(c) ?? none;
    if (tag === 'li') item ??= c;
    if (item !== null && (tag === 'ul' || tag === 'ol')) lists += 1;
    if (item !== null && (tag === 'table' || tag === 'article' || tag === 'main')) break;
  }
  return item === null || item.words > 120
    ? none
    : { kind: 'item', unit: item, level: Math.max(0, Math.min(3, lists)) };
}

/** Cells of tables that lay out whole pages are not cells. */
function cellPlace(cell: Container): Place | null {
  const row = ancestor(cell, 'tr');
  return row === null || cell.words > 150 || cell.blocks > 6 ? null : { kind: 'cell', unit: row, level: 0 };
}

function isCode(block: TextBlock): boolean {
  return (block.inline & 8) !== 0 || block.container.node.tag === 'pre';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Links of the kept blocks that carry meaning: a text of their own and another page as their target. */
export function meaningfulLinks(blocks: readonly TextBlock[], base: URL | null): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const block of blocks) {
    for (const { node, text } of block.links) {
      if (links.size >= MAX_LINKS) return [...links.values()];
      const href = attribute(node, 'href');
      if (href.startsWith('#') || text.length < 2 || !/[\p{L}\p{N}]/u.test(text)) continue;
      const url = resolveHttp(href, base);
      if (url !== null && !links.has(url)) links.set(url, { text: oneLine(text).slice(0, 300), url });
    }
  }
  return [...links.values()];
}
