import type { temporal } from '@temporalio/proto';
import { enums } from './proto.js';
import type { RunProjection } from '../../domain/run-view.js';
import { isoTime } from './history-decoder.js';

type Pending = temporal.api.workflow.v1.IPendingActivityInfo;
const { PENDING_ACTIVITY_STATE_SCHEDULED } = enums.v1.PendingActivityState;

/** Steps in flight leave no event before they end: their attempts come from `describe`. */
export function withPendingActivities(projection: RunProjection, pending: readonly Pending[]): RunProjection {
  const byId = new Map(pending.map((activity) => [activity.activityId, activity]));
  const steps = projection.steps.map(({ key, label: _label, ...step }) => {
    const activity = byId.get(key);
    if (activity === undefined || step.finished_at !== null) return step;
    return { ...step, ...inFlight(activity), detail: withFailure(step.detail, activity) };
  });
  return { ...projection, view: { ...projection.view, steps } };
}

const inFlight = (activity: Pending) => ({
  status: activity.state === PENDING_ACTIVITY_STATE_SCHEDULED ? ('scheduled' as const) : ('running' as const),
  started_at: activity.lastStartedTime ? isoTime(activity.lastStartedTime) : null,
  attempts: activity.attempt ?? 1,
});

function withFailure(detail: string | null, { lastFailure }: Pending): string | null {
  if (!lastFailure?.message) return detail;
  return `${detail ?? ''} (last try: ${lastFailure.message.slice(0, 200)})`.trim();
}
