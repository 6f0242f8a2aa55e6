/** One way of finding passages: what it found, best first, and how much its word counts. */
export interface Ranking<T> {
  readonly found: readonly T[];
  readonly weight: number;
}

/** Flattens the gain of the first places: 60 by the method's authors, https://doi.org/10.1145/1571941.1572114 */
const RANK_OFFSET = 60;

/**
 * Reciprocal rank fusion: each ranking gives weight / (60 + rank), the sums decide. Scores of different kinds need no
 * common scale.
 * @param keyOf the same for the same thing found twice
 */
export function fuseRanks<T>(
  rankings: readonly Ranking<T>[],
  keyOf: (item: T) => string,
): { item: T; score: number }[] {
  const fused = new Map<string, { item: T; score: number }>();
  for (const { found, weight } of rankings) {
    if (weight === 0) continue;
    for (const [index, item] of found.entries()) {
      const key = keyOf(item);
      const held = fused.get(key) ?? { item, score: 0 };
      fused.set(key, { item: held.item, score: held.score + weight / (RANK_OFFSET + index + 1) });
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score);
}
