/**
 * Finds a quote again in a page's text. What differs by typography alone is the same: quotation marks, dashes, spaces,
 * soft hyphens, hyphenation at line ends, ligatures, compatibility forms, case. The words themselves must stand as quoted.
 */
import type { Span } from './sentences.js';

/**
 * A quote with less than this says too little to support anything. Letters and digits; a Chinese, Japanese or Korean
 * character counts for three.
 */
export const MIN_QUOTE_WEIGHT = 8;
/** Parts of a quote with an ellipsis stand this near each other at most. Characters. */
const MAX_ELLIPSIS_GAP = 1_000;

export interface QuoteFinder {
  /**
   * Where the quote stands: one span, or one per part when it holds an ellipsis that the page does not; null when it does
   * not stand there as quoted or is too short.
   */
  find(quote: string): Span[] | null;
}

interface Folded {
  readonly text: string;
  /** offsets of each folded character in the text it came from */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Folds the page's text once, for any number of quotes. */
export function createQuoteFinder(pageText: string): QuoteFinder {
  const page = foldTypography(pageText);
  return {
    find(quote) {
      if (weight(quote) < MIN_QUOTE_WEIGHT) return null;
      const whole = findPart(page, quote, 0);
      if (whole) return [whole.span];
      const parts = quote.split(ELLIPSIS).filter((part) => /[\p{L}\p{N}]/u.test(part));
      return parts.length > 1 ? findParts(page, parts) : null;
    },
  };
}

/** `createQuoteFinder(text).find(quote)`, for a single quote. */
export const findQuote = (pageText: string, quote: string): Span[] | null => createQuoteFinder(pageText).find(quote);

const ELLIPSIS = /\s*[[(]?(?:…|\.{3,}|\.\s\.\s\.)[\])]?\s*/gu;

function findParts(page: Folded, parts: readonly string[]): Span[] | null {
  if (parts.some((part) => weight(part) < MIN_QUOTE_WEIGHT / 2)) return null;
  // The first part may stand in several places; only one of them may be followed by the rest.
  for (let from = 0; ;) {
    const first = findPart(page, parts[0]!, from);
    if (!first) return null;
    const rest = followOn(page, parts.slice(1), first.after);
    if (rest) return [first.span, ...rest];
    from = first.after;
  }
}

function followOn(page: Folded, parts: readonly string[], from: number): Span[] | null {
  const spans: Span[] = [];
  let after = from;
  for (const part of parts) {
    const found = findPart(page, part, after);
    if (!found || found.at - after > MAX_ELLIPSIS_GAP) return null;
    spans.push(found.span);
    after = found.after;
  }
  return spans;
}

interface Found {
  readonly span: Span;
  readonly at: number;
  /** where to look on, in the folded text */
  readonly after: number;
}

function findPart(page: Folded, part: string, from: number): Found | null {
  const needle = foldTypography(part).text.replace(EDGES, '');
  if (needle === '') return null;
  for (let at = page.text.indexOf(needle, from); at !== -1; at = page.text.indexOf(needle, at + 1)) {
    const after = at + needle.length;
    if (isBoundary(page.text, at) && isBoundary(page.text, after)) {
      return { span: { start: page.starts[at]!, end: page.ends[after - 1]! }, at, after };
    }
  }
  return null;
}

const EDGES = /^[\s"'.,;:!?()[\]{}-]+|[\s"'.,;:!?()[\]{}-]+$/gu;
const SPACED_WORD = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** "costs 3" must not be found in "costs 35", nor "3" in "3.5". Where words have no spaces between them any place will do. */
function isBoundary(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at];
  if (before === undefined || after === undefined) return true;
  if (/\d/.test(before) && /[.,]/.test(after) && /\d/.test(text[at + 1] ?? '')) return false;
  if (/[.,]/.test(before) && /\d/.test(after) && /\d/.test(text[at - 2] ?? '')) return false;
  if (UNSPACED.test(before) || UNSPACED.test(after)) return true;
  return !(SPACED_WORD.test(before) && SPACED_WORD.test(after));
}

function weight(text: string): number {
  let sum = 0;
  for (const [character] of text.normalize('NFKC').matchAll(/[\p{L}\p{N}]/gu)) sum += UNSPACED.test(character) ? 3 : 1;
  return sum;
}

const CLUSTER = /\P{M}\p{M}*|\p{M}+/gsu;
// Soft hyphen, zero-width and bidirectional marks, variation selectors: seen by nobody.
const INVISIBLE = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;
const QUOTE_MARK = /["'`´ʹʺʻʼʽ‘’‚‛“”„‟‹›«»′″‴「」『』＂＇]/gu;
const DASH = /[-‐‑‒–—―−⁃﹘﹣－]/gu;

function foldTypography(text: string): Folded {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(CLUSTER)) {
    const folded = foldCluster(match[0]);
    for (const character of folded) {
      if (character === ' ' && characters.at(-1) === ' ') {
        ends[ends.length - 1] = match.index + match[0].length;
        continue;
      }
      // One entry per code unit, so that positions found in the joined string are positions here.
      for (let unit = 0; unit < character.length; unit += 1) {
        characters.push(character[unit]!);
        starts.push(match.index);
        ends.push(match.index + match[0].length);
      }
    }
  }
  return withoutHyphenation({ text: characters.join(''), starts, ends });
}

function foldCluster(cluster: string): string {
  if (/^\s/u.test(cluster)) return ' ';
  return cluster
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(QUOTE_MARK, "'")
    .replace(DASH, '-')
    .toLowerCase()
    .replace(/\s+/gu, ' ');
}

/** A hyphen between letters goes, with the line break after it: "exam-\nple" is "example", and "well-known" is itself. */
function withoutHyphenation({ text, starts, ends }: Folded): Folded {
  const dropped = new Set<number>();
  for (const { index, 0: found } of text.matchAll(/(?<=\p{L})-+ ?(?=\p{L})/gu)) {
    for (let at = index; at < index + found.length; at += 1) dropped.add(at);
  }
  if (dropped.size === 0) return { text, starts, ends };
  const kept = [...starts.keys()].filter((at) => !dropped.has(at));
  return {
    text: kept.map((at) => text[at]).join(''),
    starts: kept.map((at) => starts[at]!),
    ends: kept.map((at) => ends[at]!),
  };
}
