import { createHash } from 'node:crypto';
import { tokenise } from '../../domain/tokenise.js';
import { unitVector } from '../../domain/vectors.js';
import type { Embedder } from '../../ports/embedder.js';

/** Words fall into so many places. */
const DIMENSION = 256;

/**
 * For tests and for trying the machinery without weights: each word adds to a place that its hash names. It sees words,
 * never meaning, and says so.
 */
export function createHashEmbedder(): Embedder {
  return {
    model: 'hash-words',
    dimension: DIMENSION,
    local: true,
    lexicalOnly: true,
    speaks: () => true,
    status: () => ({ state: 'ready', detail: 'hash: lexical only, for tests; set EMBEDDER=local for meaning' }),
    prepare: () => undefined,
    async embed(texts, { signal }) {
      signal.throwIfAborted();
      return texts.map(embedWords);
    },
    close: () => Promise.resolve(),
  };
}

function embedWords(text: string): Float32Array {
  const sums = new Float32Array(DIMENSION);
  for (const { term } of tokenise(text, null)) {
    const digest = createHash('sha256').update(term).digest();
    const place = digest.readUInt32LE(0) % DIMENSION;
    sums[place] = (sums[place] ?? 0) + (digest[4]! & 1 ? 1 : -1);
  }
  return unitVector(sums);
}
