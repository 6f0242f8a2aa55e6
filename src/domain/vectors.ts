/** The same direction with length 1; a vector of zeros stays as it is. */
export function unitVector(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Vectors of one space can be compared: same weights, same number of dimensions. E.g. `minilm-l6-v2-int8__384`. */
export const spaceName = (model: string, dimension: number): string =>
  `${model.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, MODEL_CHARACTERS)}__${dimension}`;

/** Names of collections are made of it, and those have at most 255 characters. */
const MODEL_CHARACTERS = 120;
