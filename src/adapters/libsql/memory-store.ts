import type { RememberedStep, SiteMemory, TaskOutcome } from '../../contracts/memory.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { Database } from './database.js';

type MemoryRow = {
  readonly memory_id: string;
  readonly site: string;
  readonly intent: string;
  readonly start_path: string;
  readonly steps: string;
  readonly parameters: string;
  readonly created_at: string;
  readonly used_at: string;
  readonly successes: number;
  readonly failures: number;
};

// Counts are counted, never incremented: an outcome that is told twice, or by two writers, stays one row.
const SELECT = `SELECT m.*, coalesce(max(o.at), m.created_at) AS used_at,
    count(CASE WHEN o.success = 1 THEN 1 END) AS successes, count(CASE WHEN o.success = 0 THEN 1 END) AS failures
  FROM site_memories m LEFT JOIN memory_outcomes o ON o.memory_id = m.memory_id`;

const toMemory = (row: MemoryRow): SiteMemory => ({
  memoryId: row.memory_id,
  site: row.site,
  intent: row.intent,
  startPath: row.start_path,
  steps: JSON.parse(row.steps) as RememberedStep[],
  parameters: JSON.parse(row.parameters) as string[],
  successes: row.successes,
  failures: row.failures,
  createdAt: row.created_at,
  usedAt: row.used_at,
});

/** Memories in the embedded store. */
export function createMemoryStore(database: Database): MemoryStore {
  const read = (memoryId: string): SiteMemory | null => {
    const row = database.get<MemoryRow>(`${SELECT} WHERE m.memory_id = ? GROUP BY m.memory_id`, [memoryId]);
    return row ? toMemory(row) : null;
  };
  return {
    get: async (memoryId) => read(memoryId),
    async list(site) {
      const [where, values] = site === undefined ? ['', []] : ['WHERE m.site = ?', [site]];
      const rows = database.all<MemoryRow>(
        `${SELECT} ${where} GROUP BY m.memory_id ORDER BY used_at DESC, m.memory_id`,
        values,
      );
      return rows.map(toMemory);
    },
    async record(outcome) {
      return database.transaction(() => {
        if (outcome.success && outcome.steps !== null) replaceSteps(database, outcome, outcome.steps);
        if (read(outcome.memoryId) === null) return null;
        database.run(
          'INSERT OR IGNORE INTO memory_outcomes (memory_id, run_id, way, success, at) VALUES (?, ?, ?, ?, ?)',
          [outcome.memoryId, outcome.runId, outcome.way, outcome.success ? 1 : 0, outcome.at],
        );
        return read(outcome.memoryId);
      });
    },
    forget: async (memoryId) => database.run('DELETE FROM site_memories WHERE memory_id = ?', [memoryId]) > 0,
  };
}

/** The latest success tells how the site is now; one that arrives late does not undo it. */
function replaceSteps(database: Database, outcome: TaskOutcome, steps: readonly RememberedStep[]): void {
  const { memoryId, site, intent, startPath, parameters, at } = outcome;
  database.run(
    `INSERT INTO site_memories (memory_id, site, intent, start_path, steps, parameters, created_at, steps_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (memory_id) DO UPDATE SET start_path = excluded.start_path, steps = excluded.steps,
       parameters = excluded.parameters, steps_at = excluded.steps_at WHERE excluded.steps_at >= steps_at`,
    [memoryId, site, intent, startPath ?? '/', JSON.stringify(steps), JSON.stringify(parameters), at, at],
  );
}
