/** What `GET /ready` says: a line per dependency. */
import type { Ready } from '../contracts/schemas/replies.js';
import type { TemporalReport } from '../ports/runs.js';
import type { WorkerState } from '../ports/worker-board.js';
import type { ApiDeps } from './deps.js';
import { BOARD_MAX_AGE_MS } from './metrics.js';

type Check = Ready['checks'][number];
type Deps = Pick<
  ApiDeps,
  'config' | 'runs' | 'board' | 'store' | 'passages' | 'chromium' | 'temporalUi' | 'temporalNamespace'
>;

/** A probe that takes longer is as good as none: load balancers give up after 5 s. */
const CHECK_TIMEOUT_MS = 3_000;

async function within<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function temporalCheck(report: TemporalReport | null): Check {
  const base = { name: 'temporal', needed: true } as const;
  if (report?.reachable !== true) return { ...base, status: 'missing', detail: 'Temporal cannot be reached.' };
  const { missingSearchAttributes: missing } = report;
  if (missing.length > 0)
    return { ...base, status: 'warning', detail: `Search attributes are not registered: ${missing.join(', ')}.` };
  return { ...base, status: 'ok', detail: 'reachable' };
}

function pollersCheck(report: TemporalReport | null): Check {
  const base = { name: 'pollers', needed: true } as const;
  if (report?.reachable !== true) return { ...base, status: 'unknown', detail: 'Temporal would know.' };
  const { workflowPollers, activityPollers } = report;
  if (workflowPollers === 0 || activityPollers === 0)
    return { ...base, status: 'missing', detail: 'No worker asks for work. Start one: npm run worker' };
  return { ...base, status: 'ok', detail: `${workflowPollers} for workflows, ${activityPollers} for activities` };
}

function storeCheck(answered: boolean): Check {
  return answered
    ? { name: 'store', needed: true, status: 'ok', detail: 'answers' }
    : { name: 'store', needed: true, status: 'missing', detail: 'The store does not answer.' };
}

/** Without it answers are made of the words of the pages at hand. */
function qdrantCheck(answered: boolean): Check {
  const base = { name: 'qdrant', needed: false } as const;
  return answered
    ? { ...base, status: 'ok', detail: 'answers' }
    : { ...base, status: 'missing', detail: 'Qdrant does not answer: look at QDRANT_URL.' };
}

function browserCheck(chromium: string | null | undefined): Check {
  const base = { name: 'browser', needed: false } as const;
  if (chromium === undefined) return { ...base, status: 'unknown', detail: 'not looked for' };
  return chromium === null
    ? { ...base, status: 'missing', detail: 'No Chromium was found; set CHROMIUM_PATH.' }
    : { ...base, status: 'ok', detail: 'found' };
}

function searchCheck({ engines, tavilyApiKey, searxngUrl }: ApiDeps['config']['search']): Check {
  const base = { name: 'search', needed: false } as const;
  const known = { tavily: tavilyApiKey !== undefined, searxng: searxngUrl !== undefined, wikipedia: true };
  const usable = engines.filter((engine) => known[engine]);
  if (usable.length === 0)
    return { ...base, status: 'missing', detail: 'No search engine can be used; set TAVILY_API_KEY.' };
  const lacking =
    engines.includes('tavily') && !known.tavily && !known.searxng ? '; set TAVILY_API_KEY for the whole web' : '';
  return { ...base, status: 'ok', detail: usable.join(', ') + lacking };
}

function modelCheck({ inOrder }: ApiDeps['config']['models']): Check {
  const base = { name: 'model', needed: false } as const;
  return inOrder.length === 0
    ? { ...base, status: 'missing', detail: 'No model is configured: answers are extractive. Set ANTHROPIC_API_KEY.' }
    : { ...base, status: 'ok', detail: inOrder.map(({ name }) => name).join(', then ') };
}

/** As a worker reports it: the API itself embeds nothing. */
function embedderCheck({ embedder }: ApiDeps['config']['embeddings'], states: readonly WorkerState[] | null): Check {
  const base = { name: 'embedder', needed: false } as const;
  if (embedder === 'none') return { ...base, status: 'missing', detail: 'EMBEDDER is none: full text alone.' };
  const reported = (states ?? []).flatMap((state) => state.embedder ?? []);
  const worst = reported.find(({ state }) => state !== 'ready') ?? reported[0];
  if (worst === undefined) return { ...base, status: 'unknown', detail: 'A worker would know.' };
  const status = worst.state === 'ready' ? 'ok' : worst.state === 'fetching' ? 'warning' : 'missing';
  return { ...base, status, detail: worst.detail };
}

function circuitsOf(states: readonly WorkerState[]): Ready['circuits'] {
  const circuits: Ready['circuits'] = {};
  for (const state of states)
    for (const [name, value] of Object.entries(state.circuits)) {
      // The worst that any worker reports.
      if (value === 'open' || (value === 'half_open' && circuits[name] === undefined)) circuits[name] = value;
    }
  return circuits;
}

/** Not ready only when something needed is missing; a missing key is reported, no more. */
export async function readiness(deps: Deps, options: { showAddresses: boolean }): Promise<Ready> {
  const { passages = null } = deps;
  const [report, answered, states, passagesAnswered] = await Promise.all([
    within(deps.runs.report()),
    within(deps.store.get('readiness').then(() => true)),
    within(deps.board.list({ maxAgeMs: BOARD_MAX_AGE_MS })),
    passages === null ? null : within(passages.countOfPage('readiness').then(() => true)),
  ]);
  const checks: Check[] = [
    temporalCheck(report),
    pollersCheck(report),
    storeCheck(answered === true),
    ...(passages === null ? [] : [qdrantCheck(passagesAnswered === true)]),
    browserCheck(deps.chromium),
    searchCheck(deps.config.search),
    modelCheck(deps.config.models),
    embedderCheck(deps.config.embeddings, states),
  ];
  const ready = checks.every(({ needed, status }) => !needed || status === 'ok' || status === 'warning');
  return {
    status: ready ? 'ready' : 'not_ready',
    checks,
    circuits: circuitsOf(states ?? []),
    ...(options.showAddresses
      ? { temporal_ui: deps.temporalUi?.() ?? null, temporal_namespace: deps.temporalNamespace ?? null }
      : {}),
  };
}
