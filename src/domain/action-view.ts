/** The audit trail of an action, folded from the results of its steps. */
import type { ActionPlan, ActResult, DecideResult, JournalledAct, Observation } from '../contracts/acting.js';
import type { ActionStep, ActionView } from '../contracts/run.js';

/** What one step's result adds; null: nothing. */
export function withActionResult(
  view: ActionView | null,
  name: string,
  result: unknown,
  { runId, at }: { runId: string; at: string },
): ActionView | null {
  if (name === 'planAction') return planned(view, result as ActionPlan);
  if (view === null) return null;
  switch (name) {
    case 'observe':
      return looked(view, result as Observation, runId, at);
    case 'decide':
      return decided(view, result as DecideResult);
    case 'act':
      return acted(view, result as ActResult);
    case 'readJournal': {
      const { result: kept } = result as JournalledAct;
      return kept === null ? null : acted(view, kept);
    }
    default:
      return null;
  }
}

const planned = (view: ActionView | null, { site }: ActionPlan): ActionView | null =>
  site === null ? null : { site, mode: 'live', steps: view?.steps ?? [], model_calls: 0, outcome: null };

function looked(
  view: ActionView,
  { n, url, title, status, screenshot }: Observation,
  runId: string,
  at: string,
): ActionView {
  const step: ActionStep = {
    n,
    url,
    title,
    status,
    screenshot: screenshot ? `/runs/${runId}/screenshots/${n}` : null,
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
  };
  return { ...view, steps: [...view.steps, step] };
}

function decided(view: ActionView, { decision, fault, usage }: DecideResult): ActionView {
  const model_calls = view.model_calls + usage.model_calls;
  if (decision === null) return { ...onLast(view, { detail: fault?.message ?? null }), model_calls };
  const { action, target, reason, evidence } = decision;
  const detail = action === 'done' && evidence !== null ? `The page is said to show: "${evidence}"` : null;
  return { ...onLast(view, { action, target: target || null, reason: reason || null, detail }), model_calls };
}

function acted(view: ActionView, result: ActResult): ActionView {
  const { outcome, detail, target: element, found, candidates, layer, appeared, download } = result;
  return onLast(view, { outcome, detail, element, found, candidates, layer, appeared, download });
}

const onLast = (view: ActionView, changed: Partial<ActionStep>): ActionView => ({
  ...view,
  steps: view.steps.map((step, index) => (index === view.steps.length - 1 ? { ...step, ...changed } : step)),
});
