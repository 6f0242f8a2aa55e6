import { StoreUnavailableError } from '../contracts/errors.js';
import { chunkText } from '../domain/chunking.js';
import { rankByWords } from '../domain/rank-by-words.js';
import type { ChunkHit, ChunkIndex } from '../ports/chunk-index.js';
import type { PageStore } from '../ports/page-store.js';

export type PassageSearch = Pick<ChunkIndex, 'searchText' | 'searchVectors'>;

export interface SearchAtHandDeps {
  readonly chunks: ChunkIndex;
  readonly pages: Pick<PageStore, 'pagesOfRun'>;
  readonly warn?: (message: string) => void;
}

/**
 * The store's search, or while it cannot be had the words of the run's own pages, cut anew in memory: an answer needs the
 * pages, not the index. Only where passages lie in another store than pages.
 */
export function createSearchAtHand({ chunks, pages, warn = () => undefined }: SearchAtHandDeps): PassageSearch {
  if (chunks.goesWithPages) return chunks;

  async function cutAnew({ runId, text, language, limit }: Parameters<PassageSearch['searchText']>[0]) {
    const passages = (await pages.pagesOfRun(runId)).flatMap((page) =>
      chunkText(page).map((chunk) => ({ ...chunk, language: page.language })),
    );
    return rankByWords(passages, text, language)
      .slice(0, limit)
      .map(({ item: { pageId, index, start, end, text: said }, score }): ChunkHit => ({
        ...{ pageId, index, start, end, score },
        text: said,
      }));
  }

  async function otherwise<T>(work: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      warn(`passages are searched by the words of the pages at hand: ${error.message}`);
      return instead();
    }
  }

  return {
    searchText: (query) =>
      otherwise(
        () => chunks.searchText(query),
        () => cutAnew(query),
      ),
    searchVectors: (query) =>
      otherwise(
        () => chunks.searchVectors(query),
        () => Promise.resolve([]),
      ),
  };
}
