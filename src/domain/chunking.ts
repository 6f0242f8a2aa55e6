import type { Chunk } from '../ports/chunk-index.js';
import type { PageSpan } from '../ports/page-reader.js';
import { blocksOf, linesOf, type Block } from './blocks.js';
import { sentenceSpans, trimmed, type Span } from './sentences.js';

// A passage of about 200 tokens holds an answer with its context; the local embedder reads 256.
const TARGET_TOKENS = 200;
const MAX_TOKENS = 250;
/** A passage this long ends with its paragraph rather than begin another. */
const ENOUGH_TOKENS = 150;
/** A passage this long ends where a heading opens a new part. Measured against 60 and 160: docs/decisions/044. */
const ENOUGH_BEFORE_HEADING = 120;
/** A paragraph cut in two repeats its last sentence up to this length. */
const OVERLAP_TOKENS = 50;

interface Unit extends Span {
  readonly tokens: number;
  /** stays with what follows: headings, "as follows:" */
  readonly glued: boolean;
  readonly block: number;
  readonly sentence: boolean;
}

/**
 * Cuts a page's text into passages of about 200 tokens, `text.slice(start, end) === chunk.text`. They begin and end with
 * sentences (lines in lists, tables and code, which stay whole where they fit); headings stay with what follows; no
 * passage crosses a page of a PDF (`spans`). Together they hold all of the text but white space.
 */
export function chunkText(page: { pageId: string; text: string; spans?: readonly PageSpan[] }): Chunk[] {
  const { pageId, text } = page;
  return areasOf(text, page.spans ?? [])
    .flatMap((area) => packed(text, area))
    .map(({ start, end }, index) => ({ pageId, index, start, end, text: text.slice(start, end) }));
}

/** The PDF's pages with the text between them, or the whole text. */
function areasOf(text: string, spans: readonly PageSpan[]): Span[] {
  const bounds = new Set([0, text.length]);
  for (const { start } of spans) if (start > 0 && start < text.length) bounds.add(start);
  const sorted = [...bounds].sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => ({ start: sorted[index]!, end }));
}

function packed(text: string, area: Span): Span[] {
  const slice = text.slice(area.start, area.end);
  const blocks = blocksOf(slice);
  const packer = createPacker();
  for (const [index, block] of blocks.entries()) {
    const units = unitsOf(slice, block, index, blocks[index + 1]);
    packer.beforeBlock(block, units);
    for (const unit of units) packer.add(unit);
  }
  return packer.finish().map(({ start, end }) => ({ start: start + area.start, end: end + area.start }));
}

function createPacker(): {
  beforeBlock(block: Block, units: readonly Unit[]): void;
  add(unit: Unit): void;
  finish(): Span[];
} {
  const done: Span[] = [];
  let current: Unit[] = [];
  const size = (): number => total(current);
  const flush = (next: Unit | null): void => {
    const glued = trailingGlue(current, next);
    const kept = current.slice(0, current.length - glued);
    if (kept.length > 0) done.push({ start: kept[0]!.start, end: kept.at(-1)!.end });
    current = [...overlapOf(kept, next, glued), ...current.slice(current.length - glued)];
  };
  return {
    beforeBlock(block, units) {
      const first = units[0] ?? null;
      if (current.length === 0 || first === null || current.every((unit) => unit.glued)) return;
      const tokens = total(units);
      const whole = block.kind !== 'paragraph' && block.kind !== 'heading' && tokens <= MAX_TOKENS;
      if (whole && size() + tokens > MAX_TOKENS) flush(first);
      else if (block.kind === 'heading' && size() >= ENOUGH_BEFORE_HEADING) flush(first);
      else if (size() >= ENOUGH_TOKENS && size() + tokens > TARGET_TOKENS) flush(first);
    },
    add(unit) {
      const limit = unit.sentence ? TARGET_TOKENS : MAX_TOKENS;
      if (current.some((held) => !held.glued) && size() + unit.tokens > limit) flush(unit);
      // What is repeated or glued gives way to a unit that would not fit beside it.
      while (current.length > 0 && size() + unit.tokens > MAX_TOKENS) {
        const dropped = current.shift()!;
        if (dropped.glued) done.push({ start: dropped.start, end: dropped.end });
      }
      current.push(unit);
    },
    finish() {
      if (current.length > 0) done.push({ start: current[0]!.start, end: current.at(-1)!.end });
      return done;
    },
  };
}

const total = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + unit.tokens, 0);

/** How many units at the end wait for what follows. */
function trailingGlue(units: readonly Unit[], next: Unit | null): number {
  if (next === null) return 0;
  let count = 0;
  while (count < units.length && units[units.length - 1 - count]!.glued) count += 1;
  return count;
}

function overlapOf(kept: readonly Unit[], next: Unit | null, glued: number): Unit[] {
  const last = kept.at(-1);
  if (!last || !next || glued > 0 || kept.length < 2) return [];
  const sameParagraph = last.sentence && next.sentence && last.block === next.block;
  return sameParagraph && last.tokens <= OVERLAP_TOKENS ? [last] : [];
}

function unitsOf(text: string, block: Block, index: number, next: Block | undefined): Unit[] {
  const running = block.kind === 'paragraph';
  const spans = running
    ? sentenceSpans(text, block)
    : linesOf(text, block).map(({ start, end }) => trimmed(text, start, end));
  const pieces = spans.filter(({ start, end }) => end > start).flatMap((span) => withinLimit(text, span));
  return pieces.map((span, position) => ({
    ...span,
    tokens: estimateTokens(text.slice(span.start, span.end)),
    block: index,
    sentence: running,
    glued: next !== undefined && position === pieces.length - 1 && leadsOn(text, block, next),
  }));
}

function leadsOn(text: string, block: Block, next: Block): boolean {
  if (block.kind === 'heading') return true;
  if (block.kind !== 'paragraph') return false;
  const words = text.slice(block.start, block.end);
  // A title that was not marked up as one: one short line without a full stop.
  if (words.length <= TITLE_LENGTH && !/[\n.!?…,;。！？]/u.test(words)) return true;
  return next.kind !== 'paragraph' && next.kind !== 'heading' && /[:：]$/u.test(words);
}
const TITLE_LENGTH = 60;

/** A sentence past the limit is cut at white space, else between characters. */
function withinLimit(text: string, span: Span): Span[] {
  if (span.end - span.start <= MAX_TOKENS || estimateTokens(text.slice(span.start, span.end)) <= MAX_TOKENS)
    return [span];
  const pieces: Span[] = [];
  let start = span.start;
  while (start < span.end) {
    const end = cutPoint(text, start, span.end);
    const piece = trimmed(text, start, end);
    if (piece.end > piece.start) pieces.push(piece);
    start = end;
  }
  return pieces;
}

function cutPoint(text: string, start: number, limit: number): number {
  let low = start + 1;
  // One token has at most this many characters by our own estimate, punctuation apart.
  let high = Math.min(limit, start + TARGET_TOKENS * LETTERS_PER_TOKEN * 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(start, middle)) <= TARGET_TOKENS) low = middle;
    else high = middle - 1;
  }
  if (low >= limit) return limit;
  const space = /\s\S*$/u.exec(text.slice(start + 1, low));
  if (space && space.index > 0) return start + 1 + space.index + 1;
  return /[\ud800-\udbff]/.test(text[low - 1]!) ? low + 1 : low;
}

// Word pieces of an English model have about five letters, a Chinese, Japanese or Korean character is a piece of its own.
const LETTERS_PER_TOKEN = 6;
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}]{1,6}/gu;

/** About how many tokens a model makes of the text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    tokens += /^[\p{L}\p{N}\p{M}]/u.test(piece) ? Math.ceil(piece.length / LETTERS_PER_TOKEN) : 0.3;
  }
  return Math.ceil(tokens);
}
