/** The audit trail of an action, folded from the results of its steps. */
import type { ActionPlan, ActResult, DecideResult, JournalledAct, Observation } from '../contracts/acting.js';
import type { RecallResult } from '../contracts/memory.js';
import type { ActionStep, ActionView } from '../contracts/run.js';

interface Folding {
  readonly runId: string;
  /** of the event, ISO 8601 */
  readonly at: string;
}

/** What one step's result adds; null: nothing. */
export function withActionResult(
  view: ActionView | null,
  name: string,
  result: unknown,
  folding: Folding,
): ActionView | null {
  if (name === 'planAction') return planned(view, result as ActionPlan);
  if (view === null) return null;
  switch (name) {
    case 'observe':
      return looked(view, result as Observation, folding);
    case 'decide':
      return decided(view, result as DecideResult);
    case 'act':
      return acted(view, result as ActResult, folding);
    case 'recallTask':
      return { ...view, mode: (result as RecallResult).replay ? 'replay' : 'live' };
    case 'readJournal': {
      const { result: kept } = result as JournalledAct;
      return kept === null ? null : acted(view, kept, folding);
    }
    default:
      return null;
  }
}

const planned = (view: ActionView | null, { site }: ActionPlan): ActionView | null =>
  site === null ? null : { site, mode: 'live', steps: view?.steps ?? [], model_calls: 0, outcome: null };

const emptyStep = (n: number, url: string, at: string): ActionStep => ({
  n,
  url,
  title: '',
  status: null,
  screenshot: null,
  action: null,
  target: null,
  reason: null,
  element: null,
  found: null,
  candidates: [],
  outcome: null,
  detail: null,
  layer: null,
  appeared: [],
  download: null,
  at,
});

const pictureOf = (runId: string, n: number): string => `/runs/${runId}/screenshots/${n}`;

function looked(
  view: ActionView,
  { n, url, title, status, screenshot }: Observation,
  { runId, at }: Folding,
): ActionView {
  const step = { ...emptyStep(n, url, at), title, status, screenshot: screenshot ? pictureOf(runId, n) : null };
  return { ...view, steps: [...view.steps, step] };
}

function decided(view: ActionView, { decision, fault, usage }: DecideResult): ActionView {
  // A replay that went astray goes on with the model.
  const counted = { ...view, mode: 'live' as const, model_calls: view.model_calls + usage.model_calls };
  if (decision === null) return onLast(counted, { detail: fault?.message ?? null });
  const { action, target, reason, evidence } = decision;
  const detail = action === 'done' && evidence !== null ? `The page is said to show: "${evidence}"` : null;
  return onLast(counted, { action, target: target || null, reason: reason || null, detail });
}

function acted(view: ActionView, result: ActResult, { runId, at }: Folding): ActionView {
  const { outcome, detail, target: element, found, candidates, layer, appeared, download } = result;
  const what = { outcome, detail, element, found, candidates, layer, appeared, download };
  const { replayed } = result;
  if (replayed === null) return onLast(view, what);
  // A replay looks at nothing before it acts: its steps begin here.
  const { n, action, target, pictured } = replayed;
  const step = { ...emptyStep(n, result.url, at), screenshot: pictured ? pictureOf(runId, n) : null };
  const steps = [...view.steps.filter((known) => known.n !== n), { ...step, action, target, ...what }];
  return { ...view, steps };
}

const onLast = (view: ActionView, changed: Partial<ActionStep>): ActionView => ({
  ...view,
  steps: view.steps.map((step, index) => (index === view.steps.length - 1 ? { ...step, ...changed } : step)),
});
