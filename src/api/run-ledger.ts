/** Runs started by this process and how they ended, for the metrics. Temporal knows the ends; they are asked for. */
import { END_STATUSES, type EndStatus, type RunStatus } from '../contracts/run.js';
import type { Runs } from '../ports/runs.js';

// What is not settled by then (a gate may wait for days) is no longer followed.
const MAX_OPEN = 10_000;
// Bounds one look at the list: 500 ends between two scrapes.
const MAX_PAGES = 5;
const PAGE_SIZE = 100;

const isEnd = (status: RunStatus): status is EndStatus => (END_STATUSES as readonly RunStatus[]).includes(status);

export interface RunLedger {
  started(runId: string): void;
  /** a run was seen with this status: counts its end once */
  seen(runId: string, status: RunStatus): void;
  /** looks up the ends of the runs that are still open here */
  refresh(runs: Pick<Runs, 'list'>): Promise<void>;
}

export function createRunLedger(onEnd: (status: EndStatus) => void): RunLedger {
  const open = new Map<string, number>();
  const seen = (runId: string, status: RunStatus) => {
    if (isEnd(status) && open.delete(runId)) onEnd(status);
  };
  return {
    started(runId) {
      open.set(runId, Date.now());
      const oldest = open.keys().next();
      if (open.size > MAX_OPEN && oldest.done !== true) open.delete(oldest.value);
    },
    seen,
    async refresh(runs) {
      const oldest = open.values().next();
      if (oldest.done === true) return;
      // A minute of slack: the server's clock is another one.
      const createdAfter = new Date(oldest.value - 60_000).toISOString();
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const filter = { statuses: END_STATUSES, createdAfter, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
        const { runs: ended, nextCursor } = await runs.list(filter);
        for (const run of ended) seen(run.run_id, run.overall_status);
        if (nextCursor === null || open.size === 0) return;
        cursor = nextCursor;
      }
    },
  };
}
