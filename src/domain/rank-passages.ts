/** Rankings of passages made one: what several ways of finding agree on, on pages that hold more of it. */
import type { ChunkRef } from '../ports/chunk-index.js';

/** One way of finding passages: what it found, best first, and how much its word counts. */
export interface Ranking<Passage extends ChunkRef> {
  readonly found: readonly Passage[];
  readonly weight: number;
}

// Chosen by five-fold cross-validation on bench/data/retrieval-questions.jsonl: docs/decisions/044.
/** Flattens the gain of the first places. */
const RANK_OFFSET = 5;
/** What the best passages of its page add to a passage. */
const PAGE_SHARE = 0.125;
const PAGE_PASSAGES = 3;
/** What the better of the passages before and after it adds. */
const NEIGHBOUR_SHARE = 0.3;

/**
 * Weighted reciprocal ranks, weight / (5 + rank), added up over the rankings. A passage also gains by the three best of
 * its page and by its neighbours: an answer stands where the page speaks of the matter, often beside the words asked for.
 */
export function rankPassages<Passage extends ChunkRef>(
  rankings: readonly Ranking<Passage>[],
): { passage: Passage; score: number }[] {
  const passages = new Map<string, Passage>();
  const own = new Map<string, number>();
  for (const { found, weight } of rankings) {
    for (const [index, passage] of weight === 0 ? [] : found.entries()) {
      const key = keyOf(passage);
      if (!passages.has(key)) passages.set(key, passage);
      own.set(key, (own.get(key) ?? 0) + weight / (RANK_OFFSET + index + 1));
    }
  }
  const pages = pageScores(passages, own);
  const scoreAt = (pageId: string, index: number): number => own.get(keyOf({ pageId, index })) ?? 0;
  return [...passages]
    .map(([key, passage]) => {
      const { pageId, index } = passage;
      const neighbour = Math.max(scoreAt(pageId, index - 1), scoreAt(pageId, index + 1));
      const score = own.get(key)! + PAGE_SHARE * pages.get(pageId)! + NEIGHBOUR_SHARE * neighbour;
      return { passage, score };
    })
    .sort((a, b) => b.score - a.score);
}

const keyOf = ({ pageId, index }: ChunkRef): string => `${pageId}:${index}`;

/** The sum of each page's best passages. */
function pageScores(
  passages: ReadonlyMap<string, ChunkRef>,
  own: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number[]>();
  for (const [key, { pageId }] of passages) scores.set(pageId, [...(scores.get(pageId) ?? []), own.get(key)!]);
  const best = (of: readonly number[]): number =>
    [...of]
      .sort((a, b) => b - a)
      .slice(0, PAGE_PASSAGES)
      .reduce((sum, score) => sum + score, 0);
  return new Map([...scores].map(([pageId, of]) => [pageId, best(of)]));
}
