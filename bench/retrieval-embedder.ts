/** The product's local model inside the measuring process, so that its processor time can be told. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadMiniLm, type MiniLm } from '../src/adapters/embedders/minilm.js';
import { LOCAL_DIMENSION, LOCAL_MODEL } from '../src/adapters/embedders/weights.js';
import type { Embedder } from '../src/ports/embedder.js';

const KEY_BYTES = 20;
const ROW_BYTES = KEY_BYTES + LOCAL_DIMENSION * Float32Array.BYTES_PER_ELEMENT;

export interface BenchEmbedder extends Embedder {
  /** embeds anew whatever is kept */
  readonly fresh: (texts: readonly string[]) => Promise<Float32Array[]>;
}

/** @param cacheFile vectors made before, by the text's SHA-1: embedding all pages takes minutes */
export async function openBenchEmbedder(weights: string, cacheFile: string): Promise<BenchEmbedder> {
  const model = await loadMiniLm(weights);
  const kept = readCache(cacheFile);
  mkdirSync(dirname(cacheFile), { recursive: true });
  const one = async (text: string): Promise<Float32Array> => {
    const key = createHash('sha1').update(text).digest();
    const known = kept.get(key.toString('hex'));
    if (known !== undefined) return known;
    const vector = await model.embed(text);
    kept.set(key.toString('hex'), vector);
    appendFileSync(cacheFile, Buffer.concat([key, new Uint8Array(vector.buffer)]));
    return vector;
  };
  return {
    model: LOCAL_MODEL,
    dimension: LOCAL_DIMENSION,
    local: true,
    lexicalOnly: false,
    speaks: (language) => language === 'en',
    status: () => ({ state: 'ready', detail: 'in this process' }),
    prepare: () => undefined,
    embed: (texts) => inOrder(texts, one),
    fresh: (texts) => inOrder(texts, (text) => model.embed(text)),
    close: () => Promise.resolve(),
  };
}

async function inOrder(texts: readonly string[], embed: MiniLm['embed']): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await embed(text));
  return vectors;
}

function readCache(file: string): Map<string, Float32Array> {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const rows = new Map<string, Float32Array>();
  for (let at = 0; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
    const vector = new Float32Array(LOCAL_DIMENSION);
    new Uint8Array(vector.buffer).set(bytes.subarray(at + KEY_BYTES, at + ROW_BYTES));
    rows.set(bytes.toString('hex', at, at + KEY_BYTES), vector);
  }
  return rows;
}
