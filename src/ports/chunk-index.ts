/** Names one passage. */
export interface ChunkRef {
  readonly pageId: string;
  /** 0-based position within its page */
  readonly index: number;
}

export interface Chunk extends ChunkRef {
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

/** What a page was read for; kept beside its passages where the store can hold it. */
export interface IndexedFor {
  readonly runId: string;
  readonly question: string;
}

export interface ChunkHit extends Chunk {
  /** higher is better; comparable within one query only */
  readonly score: number;
}

export interface ChunkVector extends ChunkRef {
  /** of length 1 */
  readonly vector: Float32Array;
}

export interface Reindexing {
  readonly space: string;
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  readonly onProgress: (done: number, all: number) => void;
}

/**
 * Passages of pages, found by words and by vectors. An answer searches its own run's pages only. Every call may throw
 * StoreUnavailableError.
 */
export interface ChunkIndex {
  /** are the passages part of the page store, so that they go with their pages? */
  readonly goesWithPages: boolean;
  /**
   * Refuses an embedder whose vectors cannot be compared with the stored ones; readies the store for it.
   * @param space see `spaceName`
   * @throws EmbedderMismatchError
   */
  useSpace(space: string): Promise<void>;
  /** replaces the page's chunks, at once: a repeat changes nothing */
  upsert(page: IndexedPage, chunks: readonly Chunk[], origin?: IndexedFor): Promise<void>;
  /** BM25 over the chunks of the run's pages, title and URL as words of their own, best first */
  searchText(query: { runId: string; text: string; language: string; limit: number }): Promise<readonly ChunkHit[]>;
  /**
   * The chunks of the run's pages whose vectors are nearest, compared exactly; those without a vector are not found.
   * @throws EmbedderMismatchError the stored vectors are of another space
   */
  searchVectors(query: {
    runId: string;
    vector: Float32Array;
    space: string;
    limit: number;
  }): Promise<readonly ChunkHit[]>;
  /** chunks of the run's pages without a vector, in the order of their pages */
  withoutVector(query: { runId: string; limit: number }): Promise<readonly Chunk[]>;
  /** those of the given chunks that have no vector yet */
  lackingVector<T extends ChunkRef>(chunks: readonly T[]): Promise<readonly T[]>;
  /**
   * Stores vectors beside their chunks; those whose chunk is gone are left out. A repeat changes nothing.
   * @throws EmbedderMismatchError
   */
  saveVectors(space: string, vectors: readonly ChunkVector[]): Promise<void>;
  /**
   * Embeds every passage that has a vector anew; from then on the store is of that space. One that is cut off can be
   * begun again.
   * @returns how many passages were embedded
   */
  reindex(options: Reindexing): Promise<number>;
  countOfPage(pageId: string): Promise<number>;
  /** removes the chunks of these pages; a repeat changes nothing */
  removePages(pageIds: readonly string[]): Promise<void>;
}
