/** The page's words for the contract's codes. */
import type { PageOutcome, ReadHow, RunKind, RunSource, RunStatus } from '../contracts/run.js';
import type { ApiError } from './client.js';

export const STATUS_WORDS: Record<RunStatus, string> = {
  running: 'Working',
  paused: 'Paused',
  awaiting_human_input: 'Waiting for you',
  succeeded: 'Answered',
  partial: 'Partly answered',
  blocked: 'Refused by a guard',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const KIND_WORDS: Record<RunKind, string> = { question: 'Question', action: 'Action' };

export const SOURCE_WORDS: Record<RunSource, string> = {
  http: 'by the API',
  page: 'on this page',
  cli: 'on the command line',
  omi: 'by voice',
  demo: 'by the demo',
};

export const HOW_WORDS: Record<ReadHow, string> = { http: 'http', browser: 'browser', pdf: 'pdf', api: 'api' };

export const OUTCOME_WORDS: Record<PageOutcome, string> = {
  read: 'read',
  gated: 'needs a person',
  needs_browser: 'needs a browser',
  not_readable_yet: 'cannot be read yet',
  refused: 'refused',
  not_found: 'not found',
  unsupported: 'not a text',
  too_large: 'too large',
  empty: 'no text in it',
  broken: 'broken',
  failed: 'failed',
};

/** What to tell a person of an error, with the next step. */
export function errorSentence(error: ApiError): string {
  if (error.status === null) {
    return 'The API does not answer. It may be starting: try again in a moment, or start it with “npm start”.';
  }
  if (error.status === 429) {
    const wait = error.retryAfter === null ? 'in a minute' : `in ${error.retryAfter} seconds`;
    return `That is more than is allowed in a minute. Try again ${wait}.`;
  }
  return error.status >= 500 ? `${withStop(error.message)} Try again in a moment.` : withStop(error.message);
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
