/** Finding what is remembered of a task: by site, then by its intent, exactly or by nearness. */
import { createHash } from 'node:crypto';
import { DomainError } from '../contracts/errors.js';
import type { RecallInput, RecallResult, SiteMemory } from '../contracts/memory.js';
import { canonicalIntent, sameBySubstance, shutGate, type ReplayRules } from '../domain/acting/memory.js';
import type { Embedder } from '../ports/embedder.js';
import type { MemoryStore } from '../ports/memory-store.js';

const ID_CHARACTERS = 32;

/** The name of the memory of this task on this site. */
export const memoryIdOf = (site: string, intent: string): string =>
  createHash('sha256').update(`${site}\0${intent}`).digest('hex').slice(0, ID_CHARACTERS);

export type Recall = (input: RecallInput, signal: AbortSignal) => Promise<RecallResult>;

interface Deps {
  readonly memories: MemoryStore;
  /** null: only the same intent is found */
  readonly embedder: Embedder | null;
  readonly rules: ReplayRules;
}

/** A site with more is compared by the most recently used. */
const MOST_COMPARED = 50;

interface Closest {
  readonly memory: SiteMemory;
  readonly similarity: number;
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

async function nearest(
  embedder: Embedder | null,
  intent: string,
  { language, known, signal }: { language: string; known: readonly SiteMemory[]; signal: AbortSignal },
): Promise<Closest | null> {
  const candidates = known.filter((memory) => sameBySubstance(memory.intent, intent)).slice(0, MOST_COMPARED);
  if (candidates.length === 0 || !canCompare(embedder, language)) return null;
  try {
    const [wanted, ...vectors] = await embedder.embed([intent, ...candidates.map((memory) => memory.intent)], {
      signal,
    });
    if (wanted === undefined) return null;
    const scored = candidates.map((memory, at) => ({
      memory,
      similarity: cosine(wanted, vectors[at] ?? new Float32Array()),
    }));
    return scored.sort((a, b) => b.similarity - a.similarity)[0] ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** An embedder that sees letters alone would take opposites for the same. */
const canCompare = (embedder: Embedder | null, language: string): embedder is Embedder =>
  embedder !== null && !embedder.lexicalOnly && embedder.speaks(language) && embedder.status().state === 'ready';

export const createRecall = ({ memories, embedder, rules }: Deps): Recall =>
  async function recall({ site, task, inputs, language }, signal) {
    const intent = canonicalIntent(task, inputs);
    const memoryId = memoryIdOf(site, intent);
    const same = await memories.get(memoryId);
    const closest = same
      ? { memory: same, similarity: 1 }
      : await nearest(embedder, intent, { language, known: await memories.list(site), signal });
    const memory = closest?.memory ?? null;
    const similarity = closest?.similarity ?? 0;
    const refusedBy = memory ? shutGate(similarity, memory, rules) : null;
    return { memoryId, intent, memory, similarity, replay: memory !== null && refusedBy === null, refusedBy };
  };
