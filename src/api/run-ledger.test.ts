import { describe, expect, it } from '@jest/globals';
import type { RunListItem } from '../contracts/run.js';
import { EXAMPLE_RUN } from './openapi-examples.js';
import { createRunLedger } from './run-ledger.js';

const item = (run_id: string, overall_status: RunListItem['overall_status']): RunListItem => ({
  ...EXAMPLE_RUN,
  run_id,
  overall_status,
});

function ledger() {
  const ends: string[] = [];
  return { ends, ledger: createRunLedger((status) => ends.push(status)) };
}

describe('the ledger of runs', () => {
  it('counts each end once, and only of runs that were started here', () => {
    const { ends, ledger: runs } = ledger();
    runs.started('a');
    runs.seen('a', 'running');
    runs.seen('other', 'failed');
    runs.seen('a', 'partial');
    runs.seen('a', 'partial');
    expect(ends).toEqual(['partial']);
  });

  it('looks for ends page by page until all are found, and asks nothing when none is open', async () => {
    const { ends, ledger: runs } = ledger();
    const asked: (string | undefined)[] = [];
    const list = async ({ cursor }: { cursor?: string }) => {
      asked.push(cursor);
      const at = Number(cursor ?? 0);
      return { runs: [item(`run-${at}`, 'succeeded')], nextCursor: String(at + 1) };
    };
    await runs.refresh({ list });
    expect(asked).toEqual([]);
    runs.started('run-0');
    runs.started('run-2');
    await runs.refresh({ list });
    expect([asked, ends]).toEqual([
      [undefined, '1', '2'],
      ['succeeded', 'succeeded'],
    ]);
  });

  it('looks through a bounded number of pages, and follows a bounded number of runs', async () => {
    const { ends, ledger: runs } = ledger();
    let asked = 0;
    const list = async () => {
      asked += 1;
      return { runs: [], nextCursor: 'more' };
    };
    for (let i = 0; i <= 10_000; i += 1) runs.started(`run-${i}`);
    await runs.refresh({ list });
    expect(asked).toBe(5);
    runs.seen('run-0', 'succeeded');
    runs.seen('run-1', 'succeeded');
    expect(ends).toHaveLength(1);
  });
});
