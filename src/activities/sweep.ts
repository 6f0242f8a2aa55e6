import { Context } from '@temporalio/activity';
import type { Activities, SweepResult } from '../contracts/activities.js';
import { isTrusted, type ReplayRules } from '../domain/acting/memory.js';
import type { FaultPoint } from '../faults.js';
import type { MemoryStore } from '../ports/memory-store.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { ChunkIndex } from '../ports/chunk-index.js';
import type { PageStore } from '../ports/page-store.js';
import type { Runs } from '../ports/runs.js';
import { removeRun, type RunStores } from './remove-run.js';

interface Deps {
  readonly runs: Runs;
  readonly pages: PageStore;
  readonly memories: MemoryStore;
  readonly replayRules: ReplayRules;
  /** how long a memory that is not trusted is kept after its last use, milliseconds */
  readonly memoryRetentionMs: number;
  readonly artifacts: ArtifactStore;
  readonly chunks: ChunkIndex;
  readonly faultPoint: FaultPoint;
  /** how long a run is kept after its end, milliseconds */
  readonly retentionMs: number;
  /** is the server ours alone? Only then does a run that it does not know exist no more */
  readonly ownsServer: boolean;
  readonly now: () => number;
}

/** Runs deleted in one round; the schedule brings the next. */
const RUNS_PER_SWEEP = 200;

/**
 * Removes runs that ended longer ago than the retention, and what only they refer to. Open runs, waiting and paused ones
 * too, lose nothing: a run is only touched after the server said that it is closed. A fault ends this round, no more.
 */
export const createSweep = (deps: Deps): Activities['sweep'] =>
  async function sweep() {
    const { runs, pages, chunks, artifacts, faultPoint, retentionMs, ownsServer, now } = deps;
    const before = new Date(now() - retentionMs).toISOString();
    let result: SweepResult = { runsDeleted: 0, pagesDeleted: 0 };
    for (const runId of await runs.closedBefore(before, RUNS_PER_SWEEP)) {
      Context.current().cancellationSignal.throwIfAborted();
      if ((await runs.isOpen(runId)) === true) continue;
      const pagesDeleted = await removeRun({ pages, chunks }, runId);
      await artifacts.deleteRun(runId);
      faultPoint('in:sweep');
      await runs.delete(runId);
      result = { runsDeleted: result.runsDeleted + 1, pagesDeleted: result.pagesDeleted + pagesDeleted };
    }
    const orphaned = ownsServer ? await sweepOrphans(runs, { pages, chunks }, artifacts) : 0;
    return { ...result, pagesDeleted: result.pagesDeleted + orphaned, memoriesDeleted: await pruneMemories(deps) };
  };

/** Runs that the server has forgotten (its own retention passed while no worker was there) leave nothing behind. */
async function sweepOrphans(runs: Runs, stores: RunStores, artifacts: ArtifactStore): Promise<number> {
  let deleted = 0;
  for (const runId of await stores.pages.runIds())
    if ((await runs.isOpen(runId)) === null) deleted += await removeRun(stores, runId);
  for (const runId of await artifacts.runIds())
    if ((await runs.isOpen(runId)) === null) await artifacts.deleteRun(runId);
  return deleted;
}

/** Memories that are old and never became trusted: nothing would be replayed from them. */
async function pruneMemories({ memories, replayRules, memoryRetentionMs, now }: Deps): Promise<number> {
  const before = new Date(now() - memoryRetentionMs).toISOString();
  const old = (await memories.list()).filter((memory) => memory.usedAt < before && !isTrusted(memory, replayRules));
  for (const { memoryId } of old) await memories.forget(memoryId);
  return old.length;
}
