import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecall, memoryIdOf } from '../../acting/recall.js';
import { outcomeOf } from '../testing/memory-outcome.js';
import { describeMemoryStore } from '../testing/memory-store-contract.js';
import { createHashEmbedder } from '../embedders/hash-embedder.js';
import { openStore, type EmbeddedStore } from './store.js';

let folder: string;
let store: EmbeddedStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memory-'));
  store = openStore(join(folder, 'store.db'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

describeMemoryStore('libsql', () => store.memories);

describe('recalling a task', () => {
  const rules = { minScore: 0.85, minSuccesses: 1, minTrust: 0.6 };
  const signal = new AbortController().signal;
  const ask = { site: 'a.example', task: 'Sign me up for the newsletter', inputs: {}, language: 'en' };
  const learn = (intent: string, site = 'a.example') =>
    store.memories.record(outcomeOf({ memoryId: memoryIdOf(site, intent), site, intent }));
  /** sees meanings, and nothing else than the first letter */
  const seeing = { ...createHashEmbedder(), lexicalOnly: false };

  it('finds the same intent on the same site, and replays it', async () => {
    await learn('sign up newsletter');
    const recall = createRecall({ memories: store.memories, embedder: null, rules });
    expect(await recall(ask, signal)).toMatchObject({ similarity: 1, replay: true, refusedBy: null });
    expect(await recall({ ...ask, site: 'b.example' }, signal)).toMatchObject({ memory: null, replay: false });
    expect(await recall({ ...ask, task: 'Sign me up for the evening newsletter' }, signal)).toMatchObject({
      memory: null,
    });
  });

  it('finds a near one where an embedder tells how near, and only then', async () => {
    await learn('sign up weekly newsletter now friends');
    const task = 'Sign up weekly newsletter now colleagues';
    const near = createRecall({ memories: store.memories, embedder: seeing, rules: { ...rules, minScore: 0.5 } });
    const found = await near({ ...ask, task }, signal);
    expect(found.memory?.intent).toBe('sign up weekly newsletter now friends');
    expect(found).toMatchObject({ replay: true });
    const strict = createRecall({ memories: store.memories, embedder: seeing, rules: { ...rules, minScore: 0.9999 } });
    expect(await strict({ ...ask, task }, signal)).toMatchObject({ replay: false, refusedBy: 'similarity' });
    const opposite = await near({ ...ask, task: 'Do not sign up weekly newsletter now friends' }, signal);
    expect(opposite.memory).toBeNull();
    const lexical = createRecall({ memories: store.memories, embedder: createHashEmbedder(), rules });
    expect(await lexical({ ...ask, task }, signal)).toMatchObject({ memory: null, similarity: 0 });
  });

  it('takes no task for another that wants other inputs', async () => {
    await learn('sign up {email} newsletter');
    const recall = createRecall({ memories: store.memories, embedder: seeing, rules: { ...rules, minScore: 0 } });
    expect(await recall(ask, signal)).toMatchObject({ memory: null });
  });

  it('does not replay what went wrong too often', async () => {
    await learn('sign up newsletter');
    for (const runId of ['run_b', 'run_c'])
      await store.memories.record(
        outcomeOf({
          memoryId: memoryIdOf('a.example', 'sign up newsletter'),
          runId,
          way: 'replay',
          success: false,
          steps: null,
        }),
      );
    const recall = createRecall({ memories: store.memories, embedder: null, rules });
    expect(await recall(ask, signal)).toMatchObject({ replay: false, refusedBy: 'trust' });
  });
});
