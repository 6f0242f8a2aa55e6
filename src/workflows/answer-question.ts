import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';
import type { Classification, EngineReport, SearchHit, SearchWebResult } from '../contracts/activities.js';
import type { DraftedAnswer, PageAttempt, RunReason, RunResult } from '../contracts/run.js';
import { composeEndedAnswer } from '../domain/footers.js';
import { mergeHits } from '../domain/merge-hits.js';
import { worthABrowser } from '../domain/worth-a-browser.js';
import { mayOpen, openGate } from './open-gate.js';
import { NoTimeLeft, type RunContext } from './run-context.js';

/** At most this many pages are tried for each page that is wanted. */
const TRIES_PER_PAGE = 2;
/** Hits asked for beyond the pages wanted, so that failed pages can be replaced. */
const SPARE_HITS = 5;
const MOST_HITS = 20;

/** Searches, reads, indexes and answers. A named page is read first; the web is searched only if it does not hold the answer. */
export async function answerQuestion(context: RunContext, classification: Classification): Promise<RunResult> {
  const { language } = classification;
  const { url } = context.input;
  if (url !== null) {
    await readAndIndex(context, url, language);
    await openGated(context, language);
    const draft = await draftIfRead(context, language, []);
    if (draft?.found) return conclude(context, draft, []);
  }
  const { hits, searched } = await search(context, classification);
  await readPages(context, language, withoutTried(context, hits));
  const draft = await draftIfRead(context, language, searched);
  // A person is asked only when nobody else has the answer.
  if (draft?.found !== true && (await openGated(context, language)))
    return conclude(context, await draftIfRead(context, language, searched), searched);
  return conclude(context, draft, searched);
}

/** Opens the first page that waits for a person, where the operator allows it. True when that gave something to read. */
async function openGated(context: RunContext, language: string): Promise<boolean> {
  const { gateOrigins = [] } = context.input;
  const gated = context.view.attempts.filter(({ outcome, audit }) => outcome === 'gated' && audit === undefined);
  const page = gated.find((attempt) => mayOpen(attempt, gateOrigins));
  if (page === undefined) {
    for (const { url, gate } of gated.slice(0, 1)) if (gate?.kind !== 'paywall') context.warn(notAsked(url));
    return false;
  }
  const opened = await openGate(context, page, language);
  if (opened === null) return false;
  await index(context, opened).catch(unlessCancelled);
  return true;
}

const notAsked = (url: string): string =>
  `${url} opens to a person only; to be asked for what it needs, add its origin to GATE_ORIGINS`;

function unlessCancelled(error: unknown): void {
  if (isCancellation(error)) throw error;
}

async function search(
  context: RunContext,
  { queries, language }: Classification,
): Promise<{ hits: SearchHit[]; searched: EngineReport[] }> {
  const { domains, maxPages } = context.input;
  const limit = Math.min(MOST_HITS, maxPages + SPARE_HITS);
  const results = await Promise.all(
    queries.map((query) => searchOnce(context, { query, language, limit, domains }, query)),
  );
  return {
    hits: mergeHits(
      results.map((result) => result.hits),
      domains,
    ),
    searched: results.flatMap((result) => result.tried),
  };
}

/** One query that fails leaves the others alone. */
async function searchOnce(
  context: RunContext,
  input: Parameters<typeof context.step<'searchWeb'>>[2],
  label: string,
): Promise<SearchWebResult> {
  try {
    return await context.step('searchWeb', label, input);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { engine: null, hits: [], tried: [{ engine: 'search', status: 'failed', reason: plainMessage(error) }] };
  }
}

const withoutTried = (context: RunContext, hits: readonly SearchHit[]): SearchHit[] => {
  const tried = new Set(context.view.attempts.map(({ url }) => url));
  return hits.filter(({ url }) => !tried.has(url));
};

/** Reads up to `maxPages` pages at once; a page that cannot be read gives its place to the next candidate. */
async function readPages(context: RunContext, language: string, candidates: SearchHit[]): Promise<void> {
  const { maxPages } = context.input;
  const queue = candidates.slice(0, maxPages * TRIES_PER_PAGE);
  const lane = async (): Promise<void> => {
    for (let hit = queue.shift(); hit !== undefined; hit = queue.shift())
      if (await readAndIndex(context, hit.url, language)) return;
  };
  await Promise.all(Array.from({ length: Math.min(maxPages, queue.length) }, lane));
}

/** True when the page is stored and can be searched. Whatever goes wrong stays with this page. */
async function readAndIndex(context: RunContext, url: string, language: string): Promise<boolean> {
  const { runId } = context;
  try {
    const read = await context.step('readPage', url, { runId, url, language });
    const attempt = worthABrowser(read) ? await render(context, read, language) : read;
    if (attempt.page_id === null) return false;
    await index(context, attempt);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof NoTimeLeft) context.warn('the time for reading ran out before every page was tried');
    return false;
  }
}

/** The same page in a browser; when that cannot be had, what plain HTTP met stands. */
async function render(context: RunContext, after: PageAttempt, language: string): Promise<PageAttempt> {
  const { url } = after;
  try {
    return await context.step('renderPage', url, { runId: context.runId, url, language, after });
  } catch (error) {
    if (isCancellation(error) || error instanceof NoTimeLeft) throw error;
    return after;
  }
}

async function index(context: RunContext, { page_id: pageId, url }: PageAttempt): Promise<void> {
  const { runId, input } = context;
  if (pageId === null) return;
  try {
    await context.step('indexPage', url, { runId, pageId, question: input.question });
  } catch (error) {
    if (isCancellation(error)) throw error;
    context.warn(`${url} was read but could not be indexed: ${plainMessage(error)}`);
    throw error;
  }
}

async function draftIfRead(
  context: RunContext,
  language: string,
  searched: readonly EngineReport[],
): Promise<DraftedAnswer | null> {
  if (context.view.sources_succeeded === 0) return null;
  await embed(context, language);
  for (const readAgain = new Set<string>(); ;) {
    try {
      return await draft(context, language, searched);
    } catch (error) {
      // One page after the other is missed; each is read again, once.
      const gone = goneAttempt(context, error);
      if (gone === null || readAgain.has(gone.url)) throw error;
      readAgain.add(gone.url);
      await readAndIndex(context, gone.url, language);
    }
  }
}

/** Meaning beside words. Whatever goes wrong, the answer goes on with full text alone. */
async function embed(context: RunContext, language: string): Promise<void> {
  const { runId, input } = context;
  try {
    await context.step('embedChunks', 'the passages closest to the question', {
      runId,
      question: input.question,
      language,
    });
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof NoTimeLeft) return;
    context.warn(`passages were searched by their words alone: ${plainMessage(error)}`);
  }
}

async function draft(context: RunContext, language: string, searched: readonly EngineReport[]): Promise<DraftedAnswer> {
  const { question, today } = context.input;
  const { attempts, usage: spent } = context.view;
  const drafted = await context.step('draftAnswer', 'from the pages read', {
    runId: context.runId,
    question,
    language,
    today,
    attempts,
    searched,
    spent,
  });
  for (const warning of drafted.warnings ?? []) context.warn(warning);
  return drafted;
}

/** The attempt whose page was removed between reading and drafting, if that is what went wrong. */
function goneAttempt(context: RunContext, error: unknown): PageAttempt | null {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== 'PageGone') return null;
  const pageId = cause.details?.[0];
  return context.view.attempts.find(({ page_id }) => page_id !== null && page_id === pageId) ?? null;
}

function conclude(context: RunContext, draft: DraftedAnswer | null, searched: readonly EngineReport[]): RunResult {
  const { attempts } = context.view;
  const reason = shortcoming(attempts, draft, searched);
  if (draft === null) {
    const why = reason ?? { code: 'nothing_found', message: 'Nothing was found.' };
    const status = why.code === 'search_unavailable' ? 'failed' : 'partial';
    return { overall_status: status, reason: why, ...composeEndedAnswer({ reason: why, attempts, searched }) };
  }
  const { answer, answer_text } = draft;
  return { overall_status: reason === null ? 'succeeded' : 'partial', reason, answer, answer_text };
}

/** What keeps the answer from being a whole one; null when nothing does. */
function shortcoming(
  attempts: readonly PageAttempt[],
  draft: DraftedAnswer | null,
  searched: readonly EngineReport[],
): RunReason | null {
  const read = attempts.filter(({ outcome }) => outcome === 'read').length;
  if (draft?.found === false)
    return { code: 'not_found_in_sources', message: 'The pages that were read do not seem to hold the answer.' };
  if (draft !== null)
    return read === attempts.length
      ? null
      : { code: 'partial_sources', message: `${read} of ${attempts.length} sources could be read.` };
  if (attempts.length > 0)
    return { code: 'no_source_readable', message: 'None of the pages that were found could be read.' };
  const answered = searched.some(({ status }) => status === 'ok' || status === 'empty');
  return answered || searched.length === 0
    ? { code: 'nothing_found', message: 'The search found no page for this question.' }
    : { code: 'search_unavailable', message: 'No search engine answered.' };
}

/** The innermost message of a failed step, without Temporal's wrapping. */
function plainMessage(error: unknown): string {
  if (error instanceof ActivityFailure && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}
