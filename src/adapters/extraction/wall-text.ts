import { attribute, hasAttribute, type HtmlNode } from './html-tree.js';
import type { PageBlocks } from './text-blocks.js';

/** Walls stand at the beginning or the end of what is shown. */
const HEAD_CHARACTERS = 3_000;
const TAIL_CHARACTERS = 3_000;

/**
 * What stands beside the main content and could be a wall: the text outside header, footer, navigation and side columns,
 * hidden parts left out. Its beginning and end, a line a block.
 */
export function wallText({ blocks }: PageBlocks): string {
  const known = new Map<HtmlNode, boolean>();
  const texts = blocks.filter(({ container }) => !standsApart(container.node, known)).map(({ text }) => text);
  const whole = texts.join('\n');
  if (whole.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return whole;
  return `${whole.slice(0, HEAD_CHARACTERS)}\n${whole.slice(-TAIL_CHARACTERS)}`;
}

const APART = new Set(['header', 'footer', 'nav', 'aside', 'noscript', 'template']);
const APART_ROLE = /^(?:navigation|banner|contentinfo|complementary|search)$/;
/** Names of parts that wait, out of sight, for a click. */
const WAITING =
  /(?:^|[\s_-])(?:hidden|hide|d-none|modal|popup|pop-up|dropdown|drop-down|drawer|offcanvas|off-canvas|lightbox|tooltip|sr-only|visually-hidden)(?:$|[\s_-])/i;
const WALL = /paywall|regwall|gate|barrier|locked/i;

/** Is this node outside what a reader of the page sees in its middle? Remembers what it found, node by node. */
export function standsApart(node: HtmlNode, known: Map<HtmlNode, boolean> = new Map()): boolean {
  const before = known.get(node);
  if (before !== undefined) return before;
  const apart = isApart(node) || (node.parent !== null && standsApart(node.parent, known));
  known.set(node, apart);
  return apart;
}

function isApart(node: HtmlNode): boolean {
  if (node.tag === 'body' || node.tag === 'html') return false;
  if (APART.has(node.tag) || APART_ROLE.test(attribute(node, 'role'))) return true;
  if (hasAttribute(node, 'hidden') || attribute(node, 'aria-hidden') === 'true') return true;
  const names = `${attribute(node, 'class')} ${attribute(node, 'id')}`;
  return WAITING.test(names) && !WALL.test(names);
}
