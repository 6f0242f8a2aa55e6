import type { Quote } from '../contracts/run.js';
import type { StoredPage } from '../ports/page-store.js';
import { unitsOfPage } from './extractive-scoring.js';
import type { Span } from './sentences.js';
import { pdfPageLink, textFragmentLink } from './text-fragment.js';

/** Shown before and after a quote at most. Characters. */
const MAX_CONTEXT = 200;

/** A stretch of a stored page as a quote: verbatim, with what stands around it and the address that lands on it. */
export function quoteInPage(page: StoredPage, { start, end }: Span): Quote {
  const { text, finalUrl, spans, how } = page;
  const pdfPage = spans.find((span) => start >= span.start && start < span.end)?.page;
  const { before, after } = around(page, { start, end });
  return {
    text: text.slice(start, end),
    start,
    end,
    before: tail(shown(text.slice(before.start, before.end))),
    after: cutWords(shown(text.slice(after.start, after.end)), MAX_CONTEXT),
    ...(pdfPage === undefined ? {} : { page: pdfPage }),
    link: how === 'pdf' ? pdfPageLink(finalUrl, pdfPage ?? 1) : textFragmentLink(finalUrl, text, { start, end }),
  };
}

const NOTHING: Span = { start: 0, end: 0 };

/** The rest of the sentence on either side; where the quote begins or ends with one, the sentence beside it. */
function around(page: StoredPage, { start, end }: Span): { before: Span; after: Span } {
  const units = unitsOfPage(page);
  const first = units.findIndex((unit) => unit.end > start);
  const last = units.findLastIndex((unit) => unit.start < end);
  const [opens, closes] = [units[first], units[last]];
  const before = opens !== undefined && opens.start < start ? { start: opens.start, end: start } : units[first - 1];
  const after = closes !== undefined && closes.end > end ? { start: end, end: closes.end } : units[last + 1];
  return { before: before ?? NOTHING, after: after ?? NOTHING };
}

const LINE_END = /[.!?:;,…。！？：、]["'”’»)]*$/u;
/** Stands for a line break where a quote is shown as one line. */
export const LINE_MARK = ' / ';

/** A quote as one line: line breaks become " / ", the marks of extraction go. */
export const shown = (quote: string): string =>
  quote
    .split('\n')
    .map((line) => oneLine(line.replace(/^\s*(?:#{1,6}|[-*•–])\s+/u, '').replace(/^\s*```\S*/u, '')))
    .filter((line) => line !== '')
    .map((line, index, lines) =>
      index === lines.length - 1 ? line : `${line}${LINE_END.test(line) ? ' ' : LINE_MARK}`,
    )
    .join('');

export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The beginning of a text, cut at a word. */
export function cutWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1);
  const space = head.lastIndexOf(' ');
  return `${(space > limit / 2 ? head.slice(0, space) : head).replace(/[\ud800-\udbff]$/u, '')}…`;
}

function tail(text: string): string {
  if (text.length <= MAX_CONTEXT) return text;
  const end = text.slice(-(MAX_CONTEXT - 1));
  const space = end.indexOf(' ');
  return `…${(space !== -1 && space < MAX_CONTEXT / 2 ? end.slice(space + 1) : end).replace(/^[\udc00-\udfff]/u, '')}`;
}
