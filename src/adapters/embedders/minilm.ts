import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tokenizers from '@huggingface/tokenizers';
import { unitVector } from '../../domain/vectors.js';
import { LOCAL_DIMENSION, MODEL_FILE, TOKENIZER_FILE } from './weights.js';

export interface MiniLm {
  /** the mean of the last layer over the text's tokens, of length 1 */
  embed(text: string): Promise<Float32Array>;
}

/** What the model was trained on: https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2 */
const MAX_TOKENS = 256;
/** A token has at most a few letters: what lies far beyond the window need not be cut into tokens. */
const MAX_CHARACTERS = MAX_TOKENS * 16;

/**
 * Loads the model into this process (about 300 MB with its working memory).
 * @throws when the runtime has no build for this machine, or the files cannot be read
 */
export async function loadMiniLm(folder: string): Promise<MiniLm> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  // One thread, one text at a time: two threads and larger batches were slower, or took a gigabyte.
  const session = await InferenceSession.create(join(folder, MODEL_FILE), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const idsOf = loadTokenizer(folder);
  return {
    async embed(text) {
      const ids = idsOf(text);
      const size = ids.length;
      const column = (values: BigInt64Array) => new Tensor('int64', values, [1, size]);
      const output = await session.run({
        input_ids: column(BigInt64Array.from(ids, BigInt)),
        attention_mask: column(new BigInt64Array(size).fill(1n)),
        token_type_ids: column(new BigInt64Array(size)),
      });
      const layer = output['last_hidden_state'];
      if (layer === undefined) throw new Error('the model gives no last_hidden_state');
      return unitVector(sumOfRows(layer.data as Float32Array));
    },
  };
}

/** The package's own types cannot be resolved from its entry. */
interface Tokenizing {
  encode(text: string): { readonly ids: readonly number[] };
}
const { Tokenizer } = tokenizers as unknown as { Tokenizer: new (json: object, settings: object) => Tokenizing };

/** Ids of the text between the model's marks for begin and end, cut to its window. */
function loadTokenizer(folder: string): (text: string) => readonly number[] {
  const json = JSON.parse(readFileSync(join(folder, TOKENIZER_FILE), 'utf8')) as object;
  const tokenizer = new Tokenizer(json, { tokenizer_class: 'BertTokenizer' });
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, MAX_CHARACTERS));
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1)!];
  };
}

/** The mean's direction is the sum's. */
function sumOfRows(values: Float32Array): Float32Array {
  const sums = new Float32Array(LOCAL_DIMENSION);
  for (let at = 0; at < values.length; at += 1) sums[at % LOCAL_DIMENSION]! += values[at]!;
  return sums;
}
