import type { FeatureRow } from './feature-row.js';
import { MARK_NAMES, MarkReader } from './markup-words.js';
import type { PageFacts } from './page-facts.js';
import { PageFeatures } from './page-features.js';
import { isHidden, PRICE, type Container, type PageBlocks, type Siblings, type TextBlock } from './text-blocks.js';
import { countGroups, lowerWords, WORD_GROUP_NAMES } from './text-words.js';

/** Room for one row; the model says how many of these it uses. */
export const MAX_FEATURES = 384;

const TAG_CODES = new Map(
  'div p li span a td th h1 h2 h3 h4 h5 h6 button dt dd pre blockquote figcaption summary select section article header footer nav aside main form label body caption noscript ul ol figure details address'
    .split(' ')
    .map((tag, i) => [tag, i + 1]),
);
/** Ancestors whose nearest distance is a feature. */
const ANCESTOR_TAGS =
  'nav header footer aside main article section form table ul ol li dl figure blockquote pre button details dialog select noscript a'.split(
    ' ',
  );
const ANCESTOR_AT = new Map(ANCESTOR_TAGS.map((tag, i) => [tag, i]));
const LEVELS = ['in0', 'in1', 'in2', 'in3', 'in4'];
/** Shares of the page's words, with the names of their features. */
const SHARES = [
  { share: 0.1, group: 'holds0.1' },
  { share: 0.3, group: 'holds0.3' },
  { share: 0.6, group: 'holds0.6' },
];
const REPEATED = ['rep0', 'rep1'];
const NEIGHBOURS = [-3, -2, -1, 1, 2, 3].map((step) => ({ step, group: `next${String(step)}` }));
/** Value of a distance where there is no such ancestor. */
const FAR = 30;
const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d+\s+(?:min|hour|day|week|month|year)s?\b/i;
const HEADING = /^h[1-6]$/;

interface BlockFacts {
  readonly words: readonly string[];
  readonly groups: Uint16Array;
  readonly tag: number;
  readonly linkShare: number;
}

interface HeadingBefore {
  readonly at: number;
  readonly level: number;
  readonly groups: Uint16Array;
  readonly words: number;
  readonly depth: number;
}

/** Turns the blocks of one page into rows of numbers. The same code serves training and reading. */
export class BlockFeatures {
  private readonly facts: BlockFacts[];
  /** values of the page as a whole */
  readonly pageFeatures: PageFeatures;
  private readonly marks = new MarkReader();
  private readonly marked = new Map<Container, number>();
  private readonly sameText = new Map<string, number>();
  private readonly wordsBefore: Float64Array;
  private readonly headingBefore: (HeadingBefore | null)[];
  private readonly longBefore: Int32Array;
  private readonly longAfter: Int32Array;
  private readonly titleWords: ReadonlySet<string>;
  private readonly headlineWords: ReadonlySet<string>;
  private readonly descriptionWords: ReadonlySet<string>;
  private readonly bodyShingles: ReadonlySet<string>;
  private readonly h1At: number;
  private readonly ancestorDistance = new Uint8Array(ANCESTOR_TAGS.length);
  private readonly markDistance = new Uint8Array(MARK_NAMES.length);
  private readonly hiddenCache = new Map<Container, boolean>();

  constructor(
    private readonly page: PageBlocks,
    pageFacts: PageFacts,
  ) {
    const { blocks } = page;
    this.facts = blocks.map(factsOf);
    this.pageFeatures = new PageFeatures(pageFacts, page);
    for (const { text } of blocks) this.sameText.set(text, (this.sameText.get(text) ?? 0) + 1);
    this.wordsBefore = runningWords(blocks);
    this.headingBefore = headingsBefore(blocks, this.facts);
    [this.longBefore, this.longAfter] = longNeighbours(blocks);
    this.h1At = blocks.findIndex((block) => block.container.node.tag === 'h1');
    const { structured, meta } = pageFacts;
    this.titleWords = new Set(lowerWords(pageFacts.titleElement ?? meta.get('og:title') ?? '', 60));
    this.headlineWords = new Set(lowerWords(pageFacts.firstHeadings[0] ?? structured.headline ?? '', 60));
    this.descriptionWords = new Set(lowerWords(meta.get('description') ?? meta.get('og:description') ?? '', 120));
    this.bodyShingles = shinglesOf(structured.bodies);
  }

  /** Writes the values of the block into the row. */
  write(index: number, row: FeatureRow): void {
    const block = this.page.blocks[index];
    const facts = this.facts[index];
    if (block === undefined || facts === undefined) throw new RangeError(`No block ${String(index)}`);
    row.begin();
    this.addText(row, block, facts);
    this.addLikeness(row, block, facts);
    this.addAncestors(row, block);
    this.addContainers(row, block);
    this.addRepetition(row, block);
    this.addPosition(row, block);
    this.addNeighbours(row, index);
  }

  private addText(row: FeatureRow, block: TextBlock, { words, groups, tag, linkShare }: BlockFacts): void {
    const { text } = block;
    const length = Math.max(1, text.length);
    row.add('tag', tag);
    row.add('words', block.words);
    row.add('log_chars', Math.log(length));
    row.add('chars_per_word', length / Math.max(1, block.words));
    row.add('link_share', linkShare);
    row.add('links', block.links.length);
    row.add('inline', block.inline);
    row.add('inline.strong', (block.inline & 2) === 0 ? 0 : 1);
    row.add('inline.code', (block.inline & 8) === 0 ? 0 : 1);
    row.add('inline.time', (block.inline & 16) === 0 ? 0 : 1);
    row.add('inline.input', (block.inline & (32 | 256)) === 0 ? 0 : 1);
    row.add('pre', block.preformatted ? 1 : 0);
    row.add('gap', Math.min(block.gap, 50));
    row.add('images_before', Math.min(block.imagesBefore, 10));
    row.add('same_text', Math.min(this.sameText.get(text) ?? 1, 50));
    addPunctuation(row, text, length);
    WORD_GROUP_NAMES.forEach((name, i) => {
      row.addOf('words', name, (groups[i] ?? 0) / Math.max(1, words.length));
    });
    row.add('price', block.words < 40 && PRICE.test(text) ? 1 : 0);
    row.add('date', block.words < 40 && DATE.test(text) ? 1 : 0);
  }

  private addLikeness(row: FeatureRow, block: TextBlock, { words }: BlockFacts): void {
    row.add('like.title', overlap(words, this.titleWords));
    row.add('covers.title', block.words > 30 ? 0 : coverage(words, this.titleWords));
    row.add('covers.headline', block.words > 30 ? 0 : coverage(words, this.headlineWords));
    row.add('like.description', block.words < 4 ? 0 : overlap(words, this.descriptionWords));
    row.add('like.body', this.bodyShingles.size === 0 ? -1 : shingleShare(words, this.bodyShingles));
  }

  private addAncestors(row: FeatureRow, block: TextBlock): void {
    const { ancestorDistance, markDistance } = this;
    ancestorDistance.fill(FAR);
    markDistance.fill(FAR);
    let hidden = 0;
    let distance = 0;
    let seen = 0;
    for (let c: Container | null = block.container; c !== null && distance < FAR; c = c.parent, distance += 1) {
      const at = ANCESTOR_AT.get(c.node.tag);
      if (at !== undefined && ancestorDistance[at] === FAR) ancestorDistance[at] = distance;
      const bits = this.marksOf(c);
      seen = noteMarks(bits, seen, markDistance, distance);
      if (hidden === 0 && this.hidden(c)) hidden = distance + 1;
    }
    ANCESTOR_TAGS.forEach((tag, i) => {
      row.addOf('up', tag, ancestorDistance[i] ?? FAR);
    });
    MARK_NAMES.forEach((name, i) => {
      row.addOf('mark', name, markDistance[i] ?? FAR);
    });
    row.add('hidden', hidden);
    row.add('depth', block.container.depth);
  }

  private addContainers(row: FeatureRow, block: TextBlock): void {
    const { totalWords } = this.pageFeatures;
    let c: Container | null = block.container;
    for (const level of LEVELS) {
      const words = Math.max(1, c?.words ?? 0);
      row.addOf(level, 'words', c === null ? -1 : c.words / totalWords);
      row.addOf(level, 'log', c === null ? -1 : Math.log(words));
      row.addOf(level, 'links', c === null ? -1 : c.linkWords / words);
      row.addOf(level, 'blocks', c === null ? -1 : c.blocks);
      row.addOf(level, 'per_block', c === null ? -1 : words / Math.max(1, c.blocks));
      row.addOf(level, 'tag', c === null ? -1 : (TAG_CODES.get(c.node.tag) ?? 0));
      c = c === null ? null : outer(c);
    }
    this.addLargest(row, block.container);
  }

  /** The chain's smallest containers that hold a tenth, a third and more than half of the page. */
  private addLargest(row: FeatureRow, from: Container): void {
    const { totalWords } = this.pageFeatures;
    for (const { share, group } of SHARES) {
      let c: Container | null = from;
      let distance = 0;
      while (c !== null && c.words < share * totalWords) {
        c = c.parent;
        distance += 1;
      }
      row.addOf(group, 'distance', distance);
      row.addOf(group, 'depth', c?.depth ?? -1);
      row.addOf(group, 'links', c === null ? -1 : c.linkWords / Math.max(1, c.words));
    }
  }

  private addRepetition(row: FeatureRow, block: TextBlock): void {
    const { totalWords } = this.pageFeatures;
    let found = 0;
    let distance = 0;
    for (
      let c: Container | null = block.container;
      c !== null && found < REPEATED.length;
      c = c.parent, distance += 1
    ) {
      if (c.siblings.count < 3) continue;
      addRepeated(row, REPEATED[found] ?? '', c, distance, totalWords, block.index);
      found += 1;
    }
    for (const group of REPEATED.slice(found)) addRepeated(row, group, null, FAR, totalWords, 0);
    row.add('rep.own', block.container.siblings.count);
    this.addCards(row, block);
  }

  /** The set of cards the block lies in, seen against the largest one of the page. */
  private addCards(row: FeatureRow, block: TextBlock): void {
    let best: Container | null = null;
    let distance = FAR;
    let steps = 0;
    for (let c: Container | null = block.container; c !== null; c = c.parent, steps += 1) {
      if (c.siblings.cards <= (best?.siblings.cards ?? 2)) continue;
      best = c;
      distance = steps;
    }
    const group: Siblings | null = best?.siblings ?? null;
    const count = Math.max(1, group?.count ?? 0);
    row.add('card.count', Math.min(200, group?.count ?? 0));
    row.add('card.priced', (group?.priced ?? 0) / count);
    row.add('card.pictured', (group?.pictured ?? 0) / count);
    row.add('card.headed', (group?.headed ?? 0) / count);
    row.add('card.words', (group?.words ?? 0) / this.pageFeatures.totalWords);
    row.add('card.mean', (group?.words ?? 0) / count);
    row.add('card.links', group === null ? -1 : group.linkWords / Math.max(1, group.words));
    row.add('card.distance', distance);
    row.add('card.at', best?.at ?? -1);
    row.add('card.block', best === null ? -1 : block.index - best.firstBlock);
    row.add('card.start', group === null ? -1 : (group.items[0]?.firstBlock ?? 0) / this.pageFeatures.totalBlocks);
    const largest = this.pageFeatures.cards;
    row.add('card.share', group === null || largest === null ? -1 : group.words / Math.max(1, largest.words));
    row.add('card.is_largest', group !== null && group === largest ? 1 : 0);
    row.add('card.after', largest === null ? -2 : after(block.index, largest));
  }

  private addPosition(row: FeatureRow, block: TextBlock): void {
    const { totalWords, totalBlocks } = this.pageFeatures;
    const { index } = block;
    row.add('at.block', index / totalBlocks);
    row.add('at.words', (this.wordsBefore[index] ?? 0) / totalWords);
    row.add('at.index', Math.min(index, 1_000));
    row.add('from_h1', this.h1At < 0 ? -999 : Math.max(-500, Math.min(500, index - this.h1At)));
    row.add(
      'from_h1.words',
      this.h1At < 0 ? -9 : ((this.wordsBefore[index] ?? 0) - (this.wordsBefore[this.h1At] ?? 0)) / totalWords,
    );
    row.add('long.before', Math.min(60, index - (this.longBefore[index] ?? -99)));
    row.add('long.after', Math.min(60, (this.longAfter[index] ?? 1e6) - index));
    const heading = this.headingBefore[index] ?? null;
    row.add('heading.distance', heading === null ? 99 : Math.min(99, index - heading.at));
    row.add('heading.level', heading?.level ?? 0);
    row.add('heading.depth', heading === null ? -99 : block.container.depth - heading.depth);
    WORD_GROUP_NAMES.forEach((name, i) => {
      row.addOf('heading', name, heading === null ? 0 : (heading.groups[i] ?? 0) / Math.max(1, heading.words));
    });
  }

  private addNeighbours(row: FeatureRow, index: number): void {
    const own = this.page.blocks[index];
    for (const { step, group } of NEIGHBOURS) {
      const block = this.page.blocks[index + step];
      const facts = this.facts[index + step];
      row.addOf(group, 'words', block?.words ?? -1);
      row.addOf(group, 'links', facts?.linkShare ?? -1);
      row.addOf(group, 'tag', facts?.tag ?? -1);
      row.addOf(
        group,
        'shared',
        block === undefined || own === undefined ? -1 : shared(own.container, block.container),
      );
    }
  }

  private marksOf(container: Container): number {
    const known = this.marked.get(container);
    if (known !== undefined) return known;
    const bits = this.marks.read(container.node);
    this.marked.set(container, bits);
    return bits;
  }

  private hidden(container: Container): boolean {
    const known = this.hiddenCache.get(container);
    if (known !== undefined) return known;
    const hidden = isHidden(container.node);
    this.hiddenCache.set(container, hidden);
    return hidden;
  }
}

function factsOf(block: TextBlock): BlockFacts {
  const words = lowerWords(block.text, 80);
  const groups = new Uint16Array(WORD_GROUP_NAMES.length);
  countGroups(words, groups);
  const linkShare = Math.min(1, block.linkWords / Math.max(1, block.words));
  return { words, groups, tag: TAG_CODES.get(block.container.node.tag) ?? 0, linkShare };
}

function addPunctuation(row: FeatureRow, text: string, length: number): void {
  let commas = 0;
  let stops = 0;
  let digits = 0;
  let capitals = 0;
  let bars = 0;
  let others = 0;
  const end = Math.min(text.length, 600);
  for (let i = 0; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 44 || code === 0x3001 || code === 0xff0c) commas += 1;
    else if (code === 46 || code === 33 || code === 63 || code === 0x3002) stops += 1;
    else if (code >= 48 && code <= 57) digits += 1;
    else if (code >= 65 && code <= 90) capitals += 1;
    else if (code === 124 || code === 0xb7 || code === 0x2022 || code === 0xbb || code === 47 || code === 62) bars += 1;
    else if (code === 58 || code === 59 || code === 40 || code === 34 || code === 0x201c) others += 1;
  }
  const seen = Math.min(length, 600);
  row.add('commas', commas / seen);
  row.add('stops', stops);
  row.add('digits', digits / seen);
  row.add('capitals', capitals / seen);
  row.add('bars', bars / seen);
  row.add('others', others / seen);
  row.add('ends', endKind(text));
  row.add('lines', Math.min(50, text.split('\n', 50).length));
}

function endKind(text: string): number {
  const last = text.charAt(text.length - 1);
  if ('.!?…。"”'.includes(last)) return 1;
  if (last === ':') return 2;
  if ('>»→›+'.includes(last)) return 3;
  return last >= '0' && last <= '9' ? 4 : 0;
}

function noteMarks(bits: number, seen: number, distances: Uint8Array, distance: number): number {
  let fresh = bits & ~seen;
  for (let i = 0; fresh !== 0; i += 1, fresh >>>= 1) if ((fresh & 1) === 1) distances[i] = distance;
  return seen | bits;
}

/** The next container outward that holds more than this one does. */
function outer(from: Container): Container | null {
  let c = from.parent;
  while (c !== null && c.blocks === from.blocks) c = c.parent;
  return c;
}

function addRepeated(
  row: FeatureRow,
  group: string,
  c: Container | null,
  distance: number,
  totalWords: number,
  index: number,
): void {
  const siblings = c?.siblings ?? null;
  const words = Math.max(1, siblings?.words ?? 0);
  row.addOf(group, 'count', c === null ? 0 : Math.min(200, c.siblings.count));
  row.addOf(group, 'at', c === null ? -1 : Math.min(200, c.at));
  row.addOf(group, 'distance', distance);
  row.addOf(group, 'words', c === null ? 0 : c.siblings.words / totalWords);
  row.addOf(group, 'links', c === null ? 0 : c.siblings.linkWords / words);
  row.addOf(group, 'mean', c === null ? 0 : words / c.siblings.count);
  row.addOf(group, 'item_words', c?.words ?? 0);
  row.addOf(group, 'item_blocks', c?.blocks ?? 0);
  row.addOf(group, 'item_at', c === null ? -1 : index - c.firstBlock);
  row.addOf(group, 'headings', c?.headings ?? 0);
  row.addOf(group, 'images', Math.min(20, c?.images ?? 0));
  row.addOf(group, 'groups', c?.parent?.kinds ?? 0);
  row.addOf(group, 'tag', c === null ? -1 : (TAG_CODES.get(c.node.tag) ?? 0));
}

/** Whether a block comes before (-1), within (0) or after (1) a group. */
function after(index: number, { items }: Siblings): number {
  if (index < (items[0]?.firstBlock ?? 0)) return -1;
  return index > (items[items.length - 1]?.lastBlock ?? 0) ? 1 : 0;
}

function runningWords(blocks: readonly TextBlock[]): Float64Array {
  const sums = new Float64Array(blocks.length);
  let sum = 0;
  blocks.forEach((block, i) => {
    sums[i] = sum;
    sum += block.words;
  });
  return sums;
}

function headingsBefore(blocks: readonly TextBlock[], facts: readonly BlockFacts[]): (HeadingBefore | null)[] {
  let last: HeadingBefore | null = null;
  return blocks.map((block, at) => {
    const before = last;
    const { tag } = block.container.node;
    const fact = facts[at];
    if (HEADING.test(tag) && fact !== undefined) {
      last = {
        at,
        level: Number(tag.charAt(1)),
        groups: fact.groups,
        words: fact.words.length,
        depth: block.container.depth,
      };
    }
    return before;
  });
}

/** Index of the nearest block of 25 words or more, mostly not links, before and after each block. */
function longNeighbours(blocks: readonly TextBlock[]): [Int32Array, Int32Array] {
  const isLong = (block: TextBlock | undefined): boolean =>
    block !== undefined && block.words >= 25 && block.linkWords < block.words / 2;
  const before = new Int32Array(blocks.length);
  const after = new Int32Array(blocks.length);
  let last = -99;
  for (let i = 0; i < blocks.length; i += 1) {
    before[i] = last;
    if (isLong(blocks[i])) last = i;
  }
  last = 1e6;
  for (let i = blocks.length - 1; i >= 0; i -= 1) {
    after[i] = last;
    if (isLong(blocks[i])) last = i;
  }
  return [before, after];
}

/** Share of the words that the set holds. */
function overlap(words: readonly string[], set: ReadonlySet<string>): number {
  if (words.length === 0 || set.size === 0) return 0;
  let hits = 0;
  for (const word of words) if (set.has(word)) hits += 1;
  return hits / words.length;
}

/** Share of the set that the words hold. */
function coverage(words: readonly string[], set: ReadonlySet<string>): number {
  if (set.size === 0) return 0;
  const hits = new Set<string>();
  for (const word of words) if (set.has(word)) hits.add(word);
  return hits.size / set.size;
}

function shinglesOf(bodies: readonly string[]): ReadonlySet<string> {
  const shingles = new Set<string>();
  for (const body of bodies) {
    const plain = body.includes('<') ? body.replace(/<[^>]*>/g, ' ') : body;
    const words = lowerWords(plain, 5_000);
    for (let i = 0; i + 2 < words.length && shingles.size < 20_000; i += 1) {
      shingles.add(`${words[i] ?? ''} ${words[i + 1] ?? ''} ${words[i + 2] ?? ''}`);
    }
  }
  return shingles;
}

function shingleShare(words: readonly string[], shingles: ReadonlySet<string>): number {
  const total = words.length - 2;
  if (total <= 0) return 0;
  let hits = 0;
  for (let i = 0; i < total; i += 1) {
    if (shingles.has(`${words[i] ?? ''} ${words[i + 1] ?? ''} ${words[i + 2] ?? ''}`)) hits += 1;
  }
  return hits / total;
}

/** How many containers the nearer of two lies below the one that holds both, at most 12. */
function shared(a: Container, b: Container): number {
  let steps = 0;
  let x: Container | null = a;
  let y: Container | null = b;
  while (x !== y && x !== null && y !== null && steps < 12) {
    if (x.depth >= y.depth) x = x.parent;
    else y = y.parent;
    steps += 1;
  }
  return steps;
}
