import { tokenise } from '../domain/tokenise.js';
import type { ChunkHit } from '../ports/chunk-index.js';
import type { PageStore, StoredPage } from '../ports/page-store.js';
import type { FindPassages, PassageQuery } from './find-passages.js';

export interface PageHit extends ChunkHit {
  readonly page: StoredPage;
}
/** The passages of the run's own pages that are closest to a question, best first, each page and each wording once. */
export type Retrieve = (query: PassageQuery) => Promise<PageHit[]>;

/** One page speaks at most so often, unless it is the only one. */
const MAX_PER_PAGE = 3;
/** What is looked at for each passage wanted: repetitions and pages that speak too often fall away. */
const LOOKED_AT = 3;
/** Passages that share so much of their words say the same; 0 to 1, of the longer one. */
const SAME_SHARE = 0.85;

export function createRetrieve({
  pages,
  find,
}: {
  pages: Pick<PageStore, 'pagesOfRun'>;
  find: FindPassages;
}): Retrieve {
  return async function retrieve(query) {
    const { runId, limit } = query;
    const [stored, hits] = await Promise.all([pages.pagesOfRun(runId), find({ ...query, limit: limit * LOOKED_AT })]);
    const byId = new Map(stored.map((page) => [page.pageId, page]));
    const onPages = hits.flatMap((hit) => {
      const page = byId.get(hit.pageId);
      return page === undefined ? [] : [{ ...hit, page }];
    });
    return spread(distinct(onPages), stored.length).slice(0, limit);
  };
}

function distinct(hits: readonly PageHit[]): PageHit[] {
  const kept: { hit: PageHit; words: ReadonlySet<string> }[] = [];
  for (const hit of hits) {
    const words = new Set(tokenise(hit.text, hit.page.language).map(({ term }) => term));
    if (!kept.some((other) => sameWords(other.words, words))) kept.push({ hit, words });
  }
  return kept.map(({ hit }) => hit);
}

function sameWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < large.size * SAME_SHARE) return false;
  return [...small].filter((word) => large.has(word)).length >= large.size * SAME_SHARE;
}

function spread(hits: readonly PageHit[], pages: number): PageHit[] {
  if (pages <= 1) return [...hits];
  const counts = new Map<string, number>();
  return hits.filter(({ pageId }) => {
    const count = (counts.get(pageId) ?? 0) + 1;
    counts.set(pageId, count);
    return count <= MAX_PER_PAGE;
  });
}
