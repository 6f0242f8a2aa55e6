import { proxyActivities } from '@temporalio/workflow';
import type { Activities, SweepResult } from '../contracts/activities.js';
import { ACTIVITY_LIMITS, HEARTBEAT_TIMEOUT_MS } from '../contracts/activity-limits.js';

const { attemptMs, attempts } = ACTIVITY_LIMITS.sweep;
const { sweep } = proxyActivities<Activities>({
  startToCloseTimeout: attemptMs,
  scheduleToCloseTimeout: attemptMs * 2,
  heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  retry: { maximumAttempts: attempts },
});

/** One round of retention, started by a schedule. */
export async function upkeep(): Promise<SweepResult> {
  return sweep();
}
