import { readFileSync } from 'node:fs';
import { ModelUnusableError } from './errors.js';
import type { PageTypeModel } from './page-type.js';
import type { TokenWeights } from './token-scores.js';

const FORMAT = 4;
/** Token weights lie in the file as whole numbers of this size. */
const WEIGHT_UNIT = 1 / 1024;

/** One ensemble of trees as it lies in the file: columns with a row per node, base64. */
interface EnsembleFile {
  readonly trees: number;
  readonly nodes: number;
  /** index of each tree's first node, uint32 */
  readonly roots: string;
  /** feature tested, int16; -1 for a leaf */
  readonly feature: string;
  /** largest value that goes left, float32; for a leaf its value */
  readonly value: string;
  /** left child, counted from the tree's first node, uint16; the right child follows it */
  readonly left: string;
}

interface ModelFile {
  readonly format: number;
  readonly trainedOn: string;
  readonly features: readonly string[];
  readonly ensemble: EnsembleFile;
  readonly tokens: { readonly words: string; readonly weights: string; readonly intercept: number };
  readonly pageType: {
    readonly kinds: readonly string[];
    readonly features: readonly string[];
    readonly ensembles: readonly EnsembleFile[];
  };
}

/** A gradient-boosted ensemble. */
export class Ensemble {
  private readonly roots: Uint32Array;
  private readonly feature: Int16Array;
  private readonly value: Float32Array;
  private readonly left: Uint16Array;

  constructor(file: EnsembleFile) {
    this.roots = new Uint32Array(bytes(file.roots, file.trees * 4));
    this.feature = new Int16Array(bytes(file.feature, file.nodes * 2));
    this.value = new Float32Array(bytes(file.value, file.nodes * 4));
    this.left = new Uint16Array(bytes(file.left, file.nodes * 2));
  }

  /** The sum of the trees' values for the features in `row`. */
  sum(row: Float32Array): number {
    const { roots, feature, value, left } = this;
    let sum = 0;
    for (let tree = 0; tree < roots.length; tree += 1) {
      const root = roots[tree] as number;
      let node = root;
      let tested = feature[node] as number;
      while (tested >= 0) {
        node = root + (left[node] as number) + ((row[tested] as number) <= (value[node] as number) ? 0 : 1);
        tested = feature[node] as number;
      }
      sum += value[node] as number;
    }
    return sum;
  }
}

/** The block filter as shipped. */
export interface BlockModel {
  /** what it was fitted to, for reports */
  readonly trainedOn: string;
  readonly features: readonly string[];
  readonly ensemble: Ensemble;
  readonly tokens: TokenWeights;
  readonly pageType: PageTypeModel;
}

/**
 * Reads a model file.
 * @throws ModelUnusableError missing, not JSON, of another format, or cut short
 */
export function readModel(file: URL): BlockModel {
  try {
    const model = JSON.parse(readFileSync(file, 'utf8')) as ModelFile;
    if (model.format !== FORMAT) throw new Error(`format ${String(model.format)}, expected ${String(FORMAT)}`);
    const { trainedOn, features, pageType } = model;
    const ensembles = pageType.ensembles.map((one) => new Ensemble(one));
    const ensemble = new Ensemble(model.ensemble);
    return { trainedOn, features, ensemble, tokens: readTokens(model.tokens), pageType: { ...pageType, ensembles } };
  } catch (cause) {
    throw new ModelUnusableError(`Cannot use the model ${file.pathname}`, { cause });
  }
}

function readTokens({ words, weights, intercept }: ModelFile['tokens']): TokenWeights {
  const list = words.split('\n');
  const values = new Int16Array(bytes(weights, list.length * 2));
  return { weights: new Map(list.map((word, i) => [word, (values[i] ?? 0) * WEIGHT_UNIT])), intercept };
}

function bytes(base64: string, expected: number): ArrayBuffer {
  const buffer = Buffer.from(base64, 'base64');
  if (buffer.length !== expected) throw new Error(`${String(buffer.length)} bytes, expected ${String(expected)}`);
  return new Uint8Array(buffer).buffer;
}
