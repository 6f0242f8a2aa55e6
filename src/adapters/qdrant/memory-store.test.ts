import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '../../contracts/errors.js';
import { loadConfig } from '../../config.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import { outcomeOf } from '../testing/memory-outcome.js';
import { describeMemoryStore } from '../testing/memory-store-contract.js';
import { createQdrantMemoryStore } from './memory-store.js';
import { createQdrantRest, type QdrantRest } from './qdrant-rest.js';
import { startQdrantStandIn, type QdrantStandIn } from './testing/qdrant-stand-in.js';

const { url: realUrl, apiKey } = loadConfig().qdrant;

let standIn: QdrantStandIn | null = null;
let rest: QdrantRest;
let memories: MemoryStore;

async function removeMemories(): Promise<void> {
  const { collections } = await rest.ask((client) => client.getCollections());
  for (const { name } of collections)
    if (name.startsWith('action_workflows__')) await rest.ask((client) => client.deleteCollection(name));
}

beforeEach(async () => {
  standIn = realUrl === undefined ? await startQdrantStandIn() : null;
  rest = createQdrantRest({ url: realUrl ?? standIn?.origin ?? '', apiKey });
  if (standIn === null) await removeMemories();
  memories = createQdrantMemoryStore(rest);
});
afterEach(async () => {
  await standIn?.close();
});

describeMemoryStore(
  realUrl === undefined
    ? 'Qdrant (a stand-in that answers as recorded: set QDRANT_URL for a real server)'
    : 'Qdrant (a real server)',
  () => memories,
);

const describeStandIn = realUrl === undefined ? describe : describe.skip;
describeStandIn('memories in Qdrant', () => {
  it('are none before the first, and say when Qdrant is away', async () => {
    expect(await memories.list('a.example')).toEqual([]);
    expect(await memories.forget(outcomeOf().memoryId)).toBe(false);
    if (standIn) standIn.failure = 503;
    await expect(memories.record(outcomeOf())).rejects.toThrow(StoreUnavailableError);
  });

  it('count twenty outcomes that are written at once', async () => {
    await memories.record(outcomeOf());
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        memories.record(outcomeOf({ runId: `run_${n}`, way: 'replay', steps: null })),
      ),
    );
    expect(await memories.get(outcomeOf().memoryId)).toMatchObject({ successes: 21, failures: 0 });
  });
});
