/** What goes into the worker thread that reads bodies, and what comes out of it. */
import type { PageGate } from '../../contracts/run.js';
import type { TextExplanation } from '../../ports/page-explanation.js';
import type { PageSpan } from '../../ports/page-reader.js';
import type { ReadableKind } from './content-kind.js';

export interface BodyTask {
  /** final address: relative links resolve against it */
  readonly url: string;
  readonly kind: ReadableKind;
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
  /** HTTP status it came with [200] */
  readonly status?: number;
  /** is this what a browser made of the page? Then it needs none any more */
  readonly rendered?: boolean;
  /** is a person to be told why? [false] */
  readonly explain?: boolean;
}

export interface ReadContent {
  readonly outcome: 'read';
  readonly title: string | null;
  readonly author: string | null;
  /** ISO 8601 */
  readonly publishedAt: string | null;
  readonly language: string | null;
  readonly text: string;
  readonly spans: readonly PageSpan[];
  readonly extractor: string;
  /** rel=canonical, as the page says it */
  readonly canonicalUrl: string | null;
  /** where the page sends browsers on to by itself */
  readonly metaRefresh: string | null;
  readonly words: number;
  readonly explanation?: TextExplanation;
}

export interface UnreadContent {
  readonly outcome: 'gated' | 'refused' | 'needs_browser' | 'empty' | 'broken' | 'too_large' | 'unsupported';
  readonly reason: string;
  /** a sentence about "this page" */
  readonly message: string;
  readonly title: string | null;
  readonly metaRefresh: string | null;
  /** of a gated page */
  readonly gate?: PageGate;
  readonly explanation?: TextExplanation;
}

export type BodyContent = ReadContent | UnreadContent;

export const unreadContent = (
  outcome: UnreadContent['outcome'],
  reason: string,
  message: string,
  more: Partial<Pick<UnreadContent, 'title' | 'metaRefresh' | 'gate'>> = {},
): UnreadContent => ({ outcome, reason, message, title: null, metaRefresh: null, ...more });

/**
 * Longer text is cut here: a book fits (War and Peace has 3.2 million characters), a data dump does not, and every
 * character is chunked and indexed.
 */
export const MAX_TEXT_CHARACTERS = 4_000_000;

export const countWords = (text: string): number => {
  let words = 0;
  for (const _word of text.matchAll(/[\p{L}\p{N}_]+/gu)) words += 1;
  return words;
};
