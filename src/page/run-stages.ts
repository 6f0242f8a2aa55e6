/** What the timeline says of a run, told from its steps. Pure. */
import type { PageAttempt, RunStep } from '../contracts/run.js';
import type { ShownRun } from './client.js';
import { countOf, formatDuration } from './format.js';
import { STATUS_WORDS } from './words.js';

export type StageState = 'ahead' | 'now' | 'done' | 'failed' | 'left_out';

export interface Stage {
  readonly key: 'understand' | 'search' | 'read' | 'check' | 'open' | 'act' | 'end';
  readonly state: StageState;
  readonly words: string;
}

const isOpen = (step: RunStep): boolean => step.status === 'scheduled' || step.status === 'running';
const named = (view: ShownRun, ...names: string[]): RunStep[] => view.steps.filter(({ name }) => names.includes(name));

/** Always five, in the same order, so that nothing moves while the run goes on. */
export function stagesOf(view: ShownRun): readonly Stage[] {
  if (view.kind === 'action') return [understandStage(view), openStage(view), actStage(view), endStage(view)];
  return [understandStage(view), searchStage(view), readStage(view), checkStage(view), endStage(view)];
}

/** A stage's state, from its own steps and from whether the run has gone past it. */
function stateOf(view: ShownRun, steps: readonly RunStep[], passed: boolean): StageState {
  if (steps.some(isOpen)) return 'now';
  if (steps.length === 0) return passed || view.finished_at !== null ? 'left_out' : 'ahead';
  if (steps.some(({ status }) => status === 'succeeded')) return 'done';
  return 'failed';
}

function understandStage(view: ShownRun): Stage {
  const state = stateOf(view, named(view, 'classify'), view.steps.length > 0);
  const words = { ahead: 'understand', now: 'understanding', done: 'understood' } as const;
  return { key: 'understand', state, words: state in words ? words[state as keyof typeof words] : 'not understood' };
}

function searchStage(view: ShownRun): Stage {
  const steps = named(view, 'searchWeb');
  const state = stateOf(view, steps, named(view, 'readPage', 'renderPage', 'draftAnswer').length > 0);
  const ways = steps.length > 1 ? ` ${steps.length} ways` : '';
  const words: Record<StageState, string> = {
    ahead: 'search',
    now: `searching${ways}`,
    done: `searched${ways}`,
    failed: 'search failed',
    left_out: 'no search',
  };
  return { key: 'search', state, words: words[state] };
}

function readStage(view: ShownRun): Stage {
  const steps = named(view, 'readPage', 'renderPage');
  const pages = pageRows(view).length;
  const read = view.sources_succeeded;
  const settled = stateOf(view, steps, named(view, 'draftAnswer').length > 0);
  const state = settled === 'done' && read === 0 ? 'failed' : settled;
  const words: Record<StageState, string> = {
    ahead: 'read',
    now: `reading ${countOf(pages, 'page')}`,
    done: read === pages ? `read ${countOf(pages, 'page')}` : `read ${read} of ${countOf(pages, 'page')}`,
    failed: pages === 1 ? 'page not read' : `none of ${countOf(pages, 'page')} read`,
    left_out: 'nothing read',
  };
  return { key: 'read', state, words: words[state] };
}

function openStage(view: ShownRun): Stage {
  const state = stateOf(view, named(view, 'openSession'), named(view, 'observe').length > 0);
  const words: Record<StageState, string> = {
    ahead: 'open',
    now: 'opening a browser',
    done: 'opened',
    failed: 'not opened',
    left_out: 'no browser',
  };
  return { key: 'open', state, words: words[state] };
}

function actStage(view: ShownRun): Stage {
  const steps = named(view, 'observe', 'decide', 'act');
  const ended = view.finished_at !== null;
  const state: StageState = steps.length === 0 ? (ended ? 'left_out' : 'ahead') : ended ? 'done' : 'now';
  const taken = countOf(view.action?.steps.filter(({ outcome }) => outcome !== null).length ?? 0, 'step');
  const words: Record<StageState, string> = {
    ahead: 'act',
    now: `acting, ${taken}`,
    done: taken,
    failed: 'not done',
    left_out: 'nothing done',
  };
  return { key: 'act', state, words: words[state] };
}

function checkStage(view: ShownRun): Stage {
  const drafts = named(view, 'draftAnswer');
  const indexing = named(view, 'indexPage', 'embedChunks').some(isOpen) && drafts.length === 0;
  const state = indexing ? 'now' : stateOf(view, drafts, false);
  const quotes = view.sentences.reduce((sum, { citations }) => sum + citations.length, 0);
  const words: Record<StageState, string> = {
    ahead: 'check',
    now: indexing ? 'finding passages' : 'checking quotes',
    done: quotes === 0 ? 'no quotes' : `checked ${countOf(quotes, 'quote')}`,
    failed: 'check failed',
    left_out: 'nothing to check',
  };
  return { key: 'check', state, words: words[state] };
}

function endStage(view: ShownRun): Stage {
  if (view.finished_at === null) {
    const words = view.overall_status === 'running' ? 'done' : STATUS_WORDS[view.overall_status].toLowerCase();
    return { key: 'end', state: view.overall_status === 'running' ? 'ahead' : 'now', words };
  }
  const took = formatDuration(Date.parse(view.finished_at) - Date.parse(view.created_at));
  const verb = view.overall_status === 'succeeded' || view.overall_status === 'partial' ? 'done in' : 'ended after';
  return { key: 'end', state: verb === 'done in' ? 'done' : 'failed', words: `${verb} ${took}` };
}

/** What is said aloud when the run moves on: once per stage and once at its end. */
export function announcementOf(view: ShownRun): string {
  if (view.finished_at !== null) {
    const { sources_succeeded: read, sources_attempted: tried, kind } = view;
    if (kind === 'action')
      return `${view.overall_status === 'succeeded' ? 'Done' : STATUS_WORDS[view.overall_status]}.`;
    return `${STATUS_WORDS[view.overall_status]}. ${read} of ${countOf(tried, 'page')} read.`;
  }
  if (view.overall_status !== 'running') return STATUS_WORDS[view.overall_status];
  const now = {
    understand: 'Understanding',
    search: 'Searching',
    read: 'Reading pages',
    check: 'Checking quotes',
    open: 'Opening a browser',
    act: 'Acting',
    end: '',
  };
  const stage = stagesOf(view).find(({ state }) => state === 'now');
  return stage === undefined ? 'Working' : now[stage.key];
}

/** One page of the run: what came of it, or null while it is being read. */
export interface PageRow {
  readonly url: string;
  readonly attempt: PageAttempt | null;
}

/** In the order in which the pages were taken up, so that a row keeps its place when its outcome comes in. */
export function pageRows(view: ShownRun): readonly PageRow[] {
  const taken = named(view, 'readPage', 'renderPage').map((step) => ({ url: urlOf(step), open: isOpen(step) }));
  const urls = new Set([...taken.map(({ url }) => url), ...view.attempts.map(({ url }) => url)]);
  urls.delete('');
  return [...urls].map((url) => ({
    url,
    attempt: taken.some((step) => step.open && step.url === url)
      ? null
      : (view.attempts.findLast((attempt) => attempt.url === url) ?? null),
  }));
}

/** A step's line starts with the address it works on; what came out follows after a colon and a space. */
const urlOf = (step: RunStep): string => /^https?:\/\/\S+?(?=:?(?:\s|$))/.exec(step.detail ?? '')?.[0] ?? '';
