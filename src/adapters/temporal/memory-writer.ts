import type { Client } from '@temporalio/client';
import { TemporalUnavailableError } from '../../contracts/errors.js';
import {
  RECORD_OUTCOME_SIGNAL,
  SITE_MEMORY_WORKFLOW,
  siteMemoryWorkflowId,
  type SiteMemoryInput,
} from '../../contracts/memory.js';
import { mainQueue } from '../../contracts/messages.js';
import type { MemoryWriter } from '../../ports/memory-store.js';

const CALL_TIMEOUT_MS = 10_000;

/** One workflow per memory, started by the first outcome: whoever reports, one hand writes. */
export const createMemoryWriter = (client: Client, storeId: string): MemoryWriter => ({
  async report(outcome) {
    const input: SiteMemoryInput = { memoryId: outcome.memoryId };
    const call = () =>
      client.workflow.signalWithStart(SITE_MEMORY_WORKFLOW, {
        workflowId: siteMemoryWorkflowId(outcome.memoryId, storeId),
        taskQueue: mainQueue(storeId),
        args: [input],
        signal: RECORD_OUTCOME_SIGNAL,
        signalArgs: [outcome],
        staticSummary: 'What is remembered of one task on a site',
      });
    try {
      await client.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
    } catch (cause) {
      throw new TemporalUnavailableError('Temporal did not take the outcome', { cause });
    }
  },
});
