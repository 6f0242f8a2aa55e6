/** What every store of memories does. */
import { describe, expect, it } from '@jest/globals';
import type { TaskOutcome } from '../../contracts/memory.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import { outcomeOf, STEP } from './memory-outcome.js';

const failure = (runId: string, changed: Partial<TaskOutcome> = {}) =>
  outcomeOf({ runId, way: 'replay', success: false, startPath: null, steps: null, ...changed });

export function describeMemoryStore(name: string, open: () => MemoryStore): void {
  describe(`memories in ${name}`, () => {
    it('are made by a success', async () => {
      expect(await open().record(failure('run_0'))).toBeNull();
      expect(await open().list()).toEqual([]);
      const made = await open().record(outcomeOf());
      expect(made).toMatchObject({ site: 'a.example', startPath: '/', steps: [STEP], successes: 1, failures: 0 });
      expect(await open().get(outcomeOf().memoryId)).toEqual(made);
      expect(await open().get('f'.repeat(32))).toBeNull();
    });

    it('count each run once for each way, however often it is told', async () => {
      for (const outcome of [
        outcomeOf(),
        outcomeOf(),
        failure('run_b'),
        failure('run_b'),
        outcomeOf({ runId: 'run_b' }),
      ])
        await open().record(outcome);
      expect(await open().get(outcomeOf().memoryId)).toMatchObject({ successes: 2, failures: 1 });
    });

    it('take the steps of the latest success; a failure, and a success that arrives late, leave them', async () => {
      const changed = (at: string, label: string, runId: string) =>
        outcomeOf({ at, runId, steps: [{ ...STEP, label }] });
      await open().record(changed('2026-11-02T00:00:00.000Z', 'new', 'run_b'));
      await open().record(changed('2026-11-01T00:00:00.000Z', 'old', 'run_a'));
      await open().record(failure('run_c'));
      await open().record(outcomeOf({ runId: 'run_d', way: 'replay', steps: null, at: '2026-11-05T00:00:00.000Z' }));
      const memory = await open().get(outcomeOf().memoryId);
      expect(memory).toMatchObject({ steps: [{ label: 'new' }], successes: 3, failures: 1 });
      expect(memory?.usedAt).toBe('2026-11-05T00:00:00.000Z');
    });

    it('are listed by site, last used first, and forgotten with their outcomes', async () => {
      const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
      await open().record(outcomeOf({ memoryId: a ?? '' }));
      await open().record(outcomeOf({ memoryId: b ?? '', at: '2026-11-03T00:00:00.000Z' }));
      await open().record(outcomeOf({ memoryId: c ?? '', site: 'b.example' }));
      expect((await open().list('a.example')).map(({ memoryId }) => memoryId)).toEqual([b, a]);
      expect(await open().list()).toHaveLength(3);
      expect(await open().forget(a ?? '')).toBe(true);
      expect(await open().forget(a ?? '')).toBe(false);
      await open().record(outcomeOf({ memoryId: a ?? '', runId: 'run_z' }));
      expect(await open().get(a ?? '')).toMatchObject({ successes: 1 });
    });
  });
}
