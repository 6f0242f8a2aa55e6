export interface Chunk {
  readonly pageId: string;
  /** 0-based position within its page */
  readonly index: number;
  /** offsets into the page text */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface IndexedPage {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly language: string | null;
}

export interface ChunkHit extends Chunk {
  /** higher is better; comparable within one query only */
  readonly score: number;
}

/** Passages of pages, found by words. An answer searches its own run's pages only. */
export interface ChunkIndex {
  /** replaces the page's chunks in one transaction: a repeat changes nothing */
  upsert(page: IndexedPage, chunks: readonly Chunk[]): Promise<void>;
  /** BM25 over the chunks of the run's pages, title and URL as a column of their own, best first */
  searchText(query: { runId: string; text: string; language: string; limit: number }): Promise<readonly ChunkHit[]>;
  countOfPage(pageId: string): Promise<number>;
}
