/** What code appends to an answer, whatever a model said; and the answer of a run that has no draft. */
import type { EngineReport } from '../contracts/activities.js';
import type { PageAttempt, RunReason, Source } from '../contracts/run.js';
import { attemptInWords } from './reason-words.js';
import { spoken } from './spoken.js';

/** "Sources used", by number, with titles and addresses; empty when there are none. */
export function sourcesFooter(sources: readonly Pick<Source, 'n' | 'title' | 'url'>[]): string {
  if (sources.length === 0) return '';
  const lines = sources.map(({ n, title, url }) => `- [${n}] ${plainTitle(title) || hostOf(url)}: ${url}`);
  return ['**Sources used**', '', ...lines].join('\n');
}

/** "Partial results: 3 of 5 sources could be read", with each page that failed and why; empty when all were read. */
export function partialFooter(attempts: readonly PageAttempt[]): string {
  const failed = attempts.filter(({ outcome }) => outcome !== 'read');
  if (failed.length === 0) return '';
  const lines = failed.map((attempt) => `- ${attempt.url}: ${attemptInWords(attempt)}`);
  return [`**Partial results: ${readOf(attempts)}**`, '', ...lines].join('\n');
}

/** An answer's parts, one blank line apart; empty parts leave no gap. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

export interface EndedRun {
  /** why it ended as it did */
  readonly reason: RunReason;
  readonly attempts: readonly PageAttempt[];
  readonly searched: readonly EngineReport[];
}

/** The answer of a run that ended without a draft: why, what was searched and what said what, which pages failed and why. */
export function composeEndedAnswer({ reason, attempts, searched }: EndedRun): { answer: string; answer_text: string } {
  const engines = uniqueReports(searched);
  const tried =
    engines.length === 0
      ? ''
      : ['**Search**', '', ...engines.map((report) => `- ${report.engine}: ${engineSays(report)}`)].join('\n');
  const read = attempts.filter(({ outcome }) => outcome === 'read');
  const pages =
    read.length === 0 ? '' : ['**Pages read**', '', ...read.map(({ url, title }) => readLine(url, title))].join('\n');
  return {
    answer: joined(sentence(reason.message), tried, pages, partialFooter(attempts)),
    answer_text: spokenEnding({ reason, attempts, searched: engines }),
  };
}

function spokenEnding({ reason, attempts, searched }: EndedRun): string {
  const engines = searched.map((report) => sentence(`${report.engine} ${spokenReport(report)}`));
  const pages = attempts.length === 0 ? [] : [sentence(readOf(attempts))];
  const failed = attempts
    .filter(({ outcome }) => outcome !== 'read')
    .map((attempt) => sentence(`${hostOf(attempt.url)} ${attemptInWords(attempt)}`));
  return spoken([sentence(reason.message), ...engines, ...pages, ...new Set(failed)].join(' '));
}

const STATUS_WORDS: Readonly<Record<EngineReport['status'], string>> = {
  ok: 'found pages',
  empty: 'found nothing',
  unauthorised: 'refused the key',
  rate_limited: 'was asked too often',
  timeout: 'did not answer in time',
  failed: 'failed',
};

const engineSays = ({ status, reason }: EngineReport): string => oneLine(reason ?? STATUS_WORDS[status]);

/** An engine's own sentence names it already. */
function spokenReport(report: EngineReport): string {
  return report.reason === null
    ? STATUS_WORDS[report.status]
    : `${STATUS_WORDS[report.status]}: ${oneLine(report.reason)}`;
}

function uniqueReports(reports: readonly EngineReport[]): EngineReport[] {
  const seen = new Map(reports.map((report) => [`${report.engine} ${report.status} ${report.reason ?? ''}`, report]));
  return [...seen.values()];
}

const readLine = (url: string, title: string | null): string => `- ${plainTitle(title ?? '') || hostOf(url)}: ${url}`;

function readOf(attempts: readonly PageAttempt[]): string {
  const read = attempts.filter(({ outcome }) => outcome === 'read').length;
  return `${read} of ${attempts.length} ${attempts.length === 1 ? 'source' : 'sources'} could be read`;
}

/** The host that an address names, without `www.`; the address itself when it names none. */
export function hostOf(url: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/iu.exec(url)?.[1];
  return host === undefined ? url : host.replace(/^www\./u, '');
}

/** A page's own title; a Markdown link in it stays text. */
const plainTitle = (title: string): string => oneLine(title).replaceAll('](', '] (');
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const sentence = (text: string): string => (/[.!?…]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);
