import type { WorkerBoard, WorkerState } from '../../ports/worker-board.js';
import type { Database } from './database.js';

/** What workers say of themselves, in the embedded store. */
export function createWorkerBoard(database: Database): WorkerBoard {
  return {
    async report(state) {
      database.run(
        `INSERT INTO workers (worker_id, at, state) VALUES (?, ?, ?)
         ON CONFLICT (worker_id) DO UPDATE SET at = excluded.at, state = excluded.state`,
        [state.workerId, state.at, JSON.stringify(state)],
      );
    },
    async list({ maxAgeMs }) {
      const oldest = new Date(Date.now() - maxAgeMs).toISOString();
      return database
        .all<{ state: string }>('SELECT state FROM workers WHERE at >= ? ORDER BY worker_id', [oldest])
        .map((row) => JSON.parse(row.state) as WorkerState);
    },
    async remove(workerId) {
      database.run('DELETE FROM workers WHERE worker_id = ?', [workerId]);
    },
  };
}
