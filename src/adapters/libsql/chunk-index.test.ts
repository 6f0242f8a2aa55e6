import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { unitVector } from '../../domain/vectors.js';
import { describeChunkIndex } from '../testing/chunk-index-contract.js';
import { nearest } from './nearest.js';
import { openStore } from './store.js';
import { pageContent } from './testing/page-content.js';

const folder = mkdtempSync(join(tmpdir(), 'chunk-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let opened = 0;
const open = () => openStore(join(folder, `${(opened += 1)}.db`));

describeChunkIndex('the embedded store', async () => {
  const store = open();
  return { ...store, close: async () => store.close() };
});

describe('nearness', () => {
  it('compares every row, whatever the number of dimensions', () => {
    const rows = [
      [1, 0, 0, 0, 0],
      [0.6, 0.8, 0, 0, 0],
      [0, 0, 0, 0, 1],
    ];
    const matrix = { ids: [7, 8, 9], values: Float32Array.from(rows.flat()), dimension: 5 };
    const found = nearest(matrix, Float32Array.from([0, 0, 0, 0, 1]), 2);
    expect(found[0]).toEqual({ id: 9, score: 1 });
    expect(found).toHaveLength(2);
    expect(nearest(matrix, Float32Array.from([1, 0, 0, 0, 0]), 10).map(({ id }) => id)).toEqual([7, 8, 9]);
    expect(nearest({ ...matrix, ids: [], values: new Float32Array() }, new Float32Array(5), 3)).toEqual([]);
  });
});

describe('a run with very many vectors', () => {
  it('sees those of other connections, and their removal', async () => {
    const [store, other] = [openStore(join(folder, 'shared.db')), openStore(join(folder, 'shared.db'))];
    const text = 'x';
    const count = 2_100;
    const { pageId } = await store.pages.save(pageContent({ text }), { runId: 'run_a', retrievedAt: '2026-11-30' });
    const chunks = Array.from({ length: count }, (_, index) => ({ pageId, index, start: 0, end: 1, text }));
    await store.chunks.upsert({ pageId, url: 'https://example.org/', title: '', language: 'en' }, chunks);
    const vectors = chunks.map((chunk) => ({ ...chunk, vector: unitVector([1, chunk.index]) }));
    await store.chunks.saveVectors('s__2', vectors.slice(1));
    const best = async () =>
      (await store.chunks.searchVectors({ runId: 'run_a', vector: unitVector([1, 0]), space: 's__2', limit: 1 }))[0];
    expect(await best()).toMatchObject({ index: 1 });
    await other.board.remove('nobody');
    expect(await best()).toMatchObject({ index: 1 });
    await other.chunks.saveVectors('s__2', vectors.slice(0, 1));
    expect(await best()).toMatchObject({ index: 0 });
    await other.pages.deleteRun('run_a');
    expect(await best()).toBeUndefined();
    store.close();
    other.close();
  });
});
