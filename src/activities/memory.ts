import { Context } from '@temporalio/activity';
import type { Recall } from '../acting/recall.js';
import type { Activities } from '../contracts/activities.js';
import type { MemoryStore, MemoryWriter } from '../ports/memory-store.js';

/** What is remembered of a task. */
export const createRecallTask = ({ recall }: { recall: Recall }): Activities['recallTask'] =>
  async function recallTask(input) {
    return recall(input, Context.current().cancellationSignal);
  };

/** Tells the single writer of a memory how a run fared. A repeat counts once: an outcome is unique by run and way. */
export const createReportOutcome = ({ memoryWriter }: { memoryWriter: MemoryWriter }): Activities['reportOutcome'] =>
  async function reportOutcome(outcome) {
    await memoryWriter.report(outcome);
  };

/** The writer's hand: asked by the workflow `siteMemory` alone. */
export const createWriteOutcome = ({ memories }: { memories: MemoryStore }): Activities['writeOutcome'] =>
  async function writeOutcome(outcome) {
    const memory = await memories.record(outcome);
    return memory === null ? null : { successes: memory.successes, failures: memory.failures };
  };
