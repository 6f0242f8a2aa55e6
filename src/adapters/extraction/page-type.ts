import type { FeatureRow } from './feature-row.js';
import type { Ensemble } from './tree-model.js';

/** Tells what kind of page it is: an ensemble per kind, over the columns that describe the page. */
export interface PageTypeModel {
  readonly kinds: readonly string[];
  /** first column of the page's own features in a row; the ensembles count from there */
  readonly firstColumn: number;
  readonly ensembles: readonly Ensemble[];
}

/**
 * How likely each kind is, given any row of the page. Kinds differ in what is wanted: a grid of
 * products is the content of a collection and clutter on the page of one product.
 */
export function pageTypeChances(model: PageTypeModel, row: Float32Array): Float64Array {
  const page = row.subarray(model.firstColumn);
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
