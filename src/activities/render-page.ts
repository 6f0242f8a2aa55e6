import { Context } from '@temporalio/activity';
import type { Activities, RenderPageInput } from '../contracts/activities.js';
import { PageUnreachableError } from '../contracts/errors.js';
import type { PageAttempt } from '../contracts/run.js';
import type { FaultPoint } from '../faults.js';
import type { ReadOutcome } from '../ports/page-reader.js';
import type { PageRenderer } from '../ports/page-renderer.js';
import type { PageStore } from '../ports/page-store.js';
import { readAttempt, unreadAttempt } from './page-attempt.js';

interface Deps {
  readonly renderer: PageRenderer;
  readonly pages: PageStore;
  readonly faultPoint: FaultPoint;
  /** attempts Temporal makes; on the last one a fault is a value */
  readonly attempts: number;
  readonly now: () => number;
}

/** Reads one page in a browser into the store, after plain HTTP could not. What is wrong with the page is a value. */
export const createRenderPage = (deps: Deps): Activities['renderPage'] =>
  async function renderPage(input) {
    const startedAt = deps.now();
    const { cancellationSignal: signal } = Context.current();
    const { url, language, runId: owner } = input;
    const outcome = await deps.renderer.render(url, { signal, language, owner });
    deps.faultPoint('in:renderPage');
    return settle(deps, input, outcome, deps.now() - startedAt);
  };

async function settle(
  { pages, attempts, now }: Deps,
  { runId, url, after }: RenderPageInput,
  outcome: ReadOutcome,
  durationMs: number,
): Promise<PageAttempt> {
  if (outcome.outcome === 'read') {
    const page = await pages.save(outcome.page, { runId, retrievedAt: new Date(now()).toISOString() });
    return readAttempt(url, page, durationMs);
  }
  if (outcome.outcome === 'not_modified') throw new Error('a browser asks without conditions');
  // Without a browser, what plain HTTP met is still the better reason, unless a browser is all that was missing.
  if (outcome.reason === 'no_browser' && after.outcome !== 'needs_browser') return after;
  if (outcome.retryable && Context.current().info.attempt < attempts)
    throw new PageUnreachableError(
      outcome.message,
      outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs },
    );
  return unreadAttempt(url, outcome, durationMs);
}
