/** Every engine's way of failing, in the port's six words. */
import type { SearchHit } from '../contracts/activities.js';
import type { SearchAnswer } from '../ports/search-engine.js';

/** Waiting longer than this is no use to a run that lasts minutes. */
const LONGEST_RETRY_AFTER_MS = 30_000;

export interface EngineName {
  /** as people read it */
  readonly label: string;
  /** what to do about a refused key, a whole sentence; empty when nothing can be done */
  readonly whenUnauthorised: string;
}

const failure = (
  status: SearchAnswer['status'],
  reason: string,
  retryable: boolean,
  retryAfterMs: number | null = null,
): SearchAnswer => ({ status, hits: [], reason, retryable, retryAfterMs });

export const hitsAnswer = (hits: readonly SearchHit[], label: string): SearchAnswer =>
  hits.length > 0
    ? { status: 'ok', hits, reason: null, retryable: false, retryAfterMs: null }
    : failure('empty', `${label} found nothing.`, false);

export const emptyAnswer = (reason: string): SearchAnswer => failure('empty', reason, false);
export const timeoutAnswer = (label: string): SearchAnswer =>
  failure('timeout', `${label} did not answer in time.`, true);
export const networkAnswer = (label: string): SearchAnswer => failure('failed', `${label} could not be reached.`, true);
/** A success that makes no sense: another try gives the same. */
export const nonsenseAnswer = (label: string): SearchAnswer =>
  failure('failed', `${label} answered with something that is no search result.`, false);
export const circuitAnswer = (label: string, retryAfterMs: number): SearchAnswer =>
  failure(
    'failed',
    `${label} failed several times in a row and is left alone for a moment: try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s.`,
    false,
    retryAfterMs,
  );

/** @param status of an answer that is not a success */
export function statusAnswer(status: number, retryAfterMs: number | null, engine: EngineName): SearchAnswer {
  const { label, whenUnauthorised } = engine;
  const wait = retryAfterMs === null ? null : Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
  if (status === 401 || status === 403)
    return failure('unauthorised', `${label} said ${status}. ${whenUnauthorised}`.trim(), false);
  if (status === 429) return failure('rate_limited', `${label} said 429: it was asked too often.`, true, wait);
  if (status === 408 || status === 504) return failure('timeout', `${label} said ${status}.`, true, wait);
  return failure('failed', `${label} said ${status}.`, status >= 500, wait);
}
