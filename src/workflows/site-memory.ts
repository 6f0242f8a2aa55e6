import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setDefaultSignalHandler,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../contracts/activities.js';
import { ACTIVITY_LIMITS, HEARTBEAT_TIMEOUT_MS } from '../contracts/activity-limits.js';
import { isTaskOutcome, RECORD_OUTCOME_SIGNAL, type SiteMemoryInput, type TaskOutcome } from '../contracts/memory.js';

/** Nobody has told of an outcome for this long: the next one starts the workflow again. */
const IDLE_MS = 60_000;

const { attemptMs, backoffMs } = ACTIVITY_LIMITS.writeOutcome;
const { writeOutcome } = proxyActivities<Activities>({
  startToCloseTimeout: attemptMs,
  // What was reported is durable here, and is written as soon as the store can be.
  scheduleToCloseTimeout: '7 days',
  heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  retry: { initialInterval: backoffMs, maximumInterval: 30_000 },
});

/** The single writer of one memory: outcomes come by signal and are written one after the other. */
export async function siteMemory({ memoryId, pending = [] }: SiteMemoryInput): Promise<void> {
  const waiting: TaskOutcome[] = [...pending];
  setHandler(
    defineSignal<[unknown]>(RECORD_OUTCOME_SIGNAL),
    (outcome) => {
      if (isTaskOutcome(outcome) && outcome.memoryId === memoryId) waiting.push(outcome);
    },
    { description: 'How a run fared with this task.' },
  );
  setDefaultSignalHandler(() => undefined);
  while (await condition(() => waiting.length > 0, IDLE_MS)) {
    const next = waiting[0];
    if (next === undefined) continue;
    await writeOutcome(next);
    waiting.shift();
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof siteMemory>({ memoryId, pending: waiting });
  }
}
