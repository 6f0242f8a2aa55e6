import type { FeatureRow } from './feature-row.js';
import type { Ensemble } from './tree-model.js';

/** Tells what kind of page it is: an ensemble per kind, over the values of `PageFeatures`. */
export interface PageTypeModel {
  readonly kinds: readonly string[];
  /** names of the values, in their order */
  readonly features: readonly string[];
  readonly ensembles: readonly Ensemble[];
}

/**
 * How likely each kind is, given the values of the page as a whole. Kinds differ in what is wanted: a grid of
 * products is the content of a collection and clutter on the page of one product.
 */
export function pageTypeChances(model: PageTypeModel, page: Float32Array): Float64Array {
  const sums = model.ensembles.map((ensemble) => ensemble.sum(page));
  const most = Math.max(...sums);
  const powers = Float64Array.from(sums, (sum) => Math.exp(sum - most));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

/** Appends the chances to a row. */
export function addPageType(row: FeatureRow, { kinds }: PageTypeModel, chances: Float64Array): void {
  kinds.forEach((kind, i) => {
    row.addOf('type', kind, chances[i] ?? 0);
  });
}
