import { Context } from '@temporalio/activity';
import type { Activities, ReadPageInput, ReadPageResult } from '../contracts/activities.js';
import { PageUnreachableError } from '../contracts/errors.js';
import type { FaultPoint } from '../faults.js';
import type { PageReader, ReadOutcome } from '../ports/page-reader.js';
import type { PageStore, StoredPage } from '../ports/page-store.js';
import { readAttempt, unreadAttempt } from './page-attempt.js';

interface Deps {
  readonly readers: readonly PageReader[];
  readonly pages: PageStore;
  readonly faultPoint: FaultPoint;
  /** attempts Temporal makes; on the last one a fault is a value */
  readonly attempts: number;
  /** a stored copy younger than this is not fetched again, milliseconds */
  readonly freshMs: number;
  readonly now: () => number;
}

/** Reads one page into the store. What is wrong with the page is a value; only a fault of ours, or one worth a retry, throws. */
export const createReadPage = (deps: Deps): Activities['readPage'] =>
  async function readPage(input) {
    const startedAt = deps.now();
    const known = await deps.pages.findByUrl(input.url);
    if (known !== null && deps.now() - Date.parse(known.retrievedAt) < deps.freshMs) {
      if (await deps.pages.link(known.pageId, input.runId)) return readAttempt(input.url, known, 0);
    }
    const outcome = await fetchPage(deps, input, known);
    deps.faultPoint('in:readPage');
    return settle(deps, input, outcome, known, startedAt);
  };

async function fetchPage(deps: Deps, { url, language }: ReadPageInput, known: StoredPage | null): Promise<ReadOutcome> {
  const { cancellationSignal: signal } = Context.current();
  const reader = deps.readers.find((candidate) => candidate.handles(url));
  if (reader === undefined) throw new Error('no reader handles this address');
  const stored = known && (known.etag ?? known.lastModified) !== null ? { stored: validators(known) } : {};
  return reader.read(url, { signal, language, ...stored });
}

const validators = ({ etag, lastModified }: StoredPage) => ({ etag, lastModified });

async function settle(
  deps: Deps,
  input: ReadPageInput,
  outcome: ReadOutcome,
  known: StoredPage | null,
  startedAt: number,
): Promise<ReadPageResult> {
  const { runId, url } = input;
  const retrievedAt = new Date(deps.now()).toISOString();
  const durationMs = deps.now() - startedAt;
  if (outcome.outcome === 'read') {
    const page = await deps.pages.save(outcome.page, { runId, retrievedAt });
    return readAttempt(url, page, durationMs);
  }
  if (outcome.outcome === 'not_modified') {
    if (known === null || !(await deps.pages.link(known.pageId, runId)))
      throw new PageUnreachableError('the stored copy went away while it was checked');
    await deps.pages.touch(known.pageId, retrievedAt);
    return readAttempt(url, known, durationMs);
  }
  if (outcome.retryable && Context.current().info.attempt < deps.attempts)
    throw new PageUnreachableError(outcome.message, {
      ...(outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs }),
    });
  return unreadAttempt(url, outcome, durationMs);
}
