import type { Span } from './sentences.js';

/** A quote up to this long is named whole, a longer one by its first and last words. Characters. */
const WHOLE_LENGTH = 100;
const EDGE_WORDS = 5;
const MAX_EDGE_WORDS = 12;
/** Characters at each end of a long quote in a script without spaces. */
const EDGE_CHARACTERS = 16;

/**
 * An address that lands on a quote within its HTML page, by a text fragment (https://wicg.github.io/scroll-to-text-fragment/).
 * Marks that extraction put in ("# ", "- ", " | ") are not in the page and are left out.
 */
export function textFragmentLink(url: string, text: string, { start, end }: Span): string {
  const parts = visibleParts(text.slice(start, end));
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return url;
  const whole = parts.length === 1 && first.length <= WHOLE_LENGTH;
  const directive = whole ? encoded(first) : `${encoded(opening(text, first))},${encoded(closing(last))}`;
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${directive}`;
}

/** An address that opens a PDF at a page, from 1. */
export const pdfPageLink = (url: string, page: number): string => `${url.replace(/#.*$/u, '')}#page=${page}`;

function visibleParts(quote: string): string[] {
  return quote
    .split('\n')
    .filter((line) => !/^\s*```/u.test(line))
    .flatMap((line) => line.replace(/^\s*(?:#{1,6}|[-*•–]|\d{1,3}[.)])\s+/u, '').split(' | '))
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** The first words, as many as it takes to be found nowhere earlier in the page. */
function opening(text: string, part: string): string {
  const words = part.split(' ');
  if (words.length < EDGE_WORDS && part.length > 2 * EDGE_CHARACTERS) return safeSlice(part, 0, EDGE_CHARACTERS);
  for (let count = EDGE_WORDS; count < MAX_EDGE_WORDS && count < words.length; count += 1) {
    const head = words.slice(0, count).join(' ');
    if (text.indexOf(head) === text.lastIndexOf(head)) return head;
  }
  return words.slice(0, MAX_EDGE_WORDS).join(' ');
}

function closing(part: string): string {
  const words = part.split(' ');
  if (words.length < EDGE_WORDS && part.length > 2 * EDGE_CHARACTERS) return safeSlice(part, -EDGE_CHARACTERS);
  return words.slice(-EDGE_WORDS).join(' ');
}

function safeSlice(text: string, from: number, to?: number): string {
  return text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, '');
}

/** Percent-encoding; "-" and "," have a meaning of their own in the directive. A lone surrogate cannot be encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('-', '%2D');
