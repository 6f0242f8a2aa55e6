import type { PageAttempt } from '../contracts/run.js';
import type { ReadOutcome } from '../ports/page-reader.js';
import type { StoredPage } from '../ports/page-store.js';

export type UnreadOutcome = Exclude<ReadOutcome, { outcome: 'read' } | { outcome: 'not_modified' }>;

/** A page that is in the store now, as the run shows it. */
export function readAttempt(url: string, page: StoredPage, durationMs: number): PageAttempt {
  const { how, status, pageId, title, text } = page;
  return {
    url,
    outcome: 'read',
    how,
    status,
    reason: null,
    duration_ms: durationMs,
    page_id: pageId,
    title,
    words: countWords(text),
  };
}

/** A page that was not read, and why. */
export function unreadAttempt(url: string, outcome: UnreadOutcome, durationMs: number): PageAttempt {
  const { how, status, reason, title = null, gate } = outcome;
  return {
    url,
    outcome: outcome.outcome,
    how,
    status,
    reason,
    duration_ms: durationMs,
    page_id: null,
    title,
    words: 0,
    ...(gate ? { gate } : {}),
  };
}

const WORD = /[\p{L}\p{N}]+/gu;
const countWords = (text: string): number => text.match(WORD)?.length ?? 0;
