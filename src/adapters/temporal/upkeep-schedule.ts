import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client, type ScheduleOptions } from '@temporalio/client';
import { mainQueue, UPKEEP_WORKFLOW, upkeepScheduleId } from '../../contracts/messages.js';
import type { Log } from '../../log.js';

const EVERY = '15 minutes';
/** A laptop that slept catches up with one round, not with all it missed. */
const CATCH_UP = '1 hour';

/** Creates the schedule that runs `upkeep`, or brings it up to date; safe to call from every worker. */
export async function ensureUpkeep(client: Client, storeId: string, log: Log): Promise<void> {
  const scheduleId = upkeepScheduleId(storeId);
  const options = upkeepOptions(storeId, scheduleId);
  try {
    await client.schedule.create(options);
    log.info({ scheduleId }, 'upkeep is scheduled');
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, action, policies } = options;
    await client.schedule.getHandle(scheduleId).update((known) => ({ ...known, spec, action, policies }));
  }
}

function upkeepOptions(storeId: string, scheduleId: string) {
  return {
    scheduleId,
    spec: { intervals: [{ every: EVERY }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: UPKEEP_WORKFLOW,
      workflowId: scheduleId,
      taskQueue: mainQueue(storeId),
      args: [],
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
  } satisfies ScheduleOptions;
}
