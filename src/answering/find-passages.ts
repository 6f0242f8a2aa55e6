/** Hybrid search: passages found by their words and by their meaning, fused by rank. */
import { EmbedderMismatchError, EmbedderRefusedError, EmbedderUnavailableError } from '../contracts/errors.js';
import { rankPassages } from '../domain/rank-passages.js';
import { spaceName } from '../domain/vectors.js';
import type { ChunkHit } from '../ports/chunk-index.js';
import type { Embedder } from '../ports/embedder.js';
import type { PassageSearch } from './search-at-hand.js';

export interface PassageQuery {
  readonly runId: string;
  readonly question: string;
  /** BCP 47 primary subtag */
  readonly language: string;
  readonly limit: number;
}
/** Passages of the run's pages, best first. */
export type FindPassages = (query: PassageQuery) => Promise<readonly ChunkHit[]>;

export interface FindPassagesDeps {
  readonly chunks: PassageSearch;
  /** null: full text alone */
  readonly embedder: Embedder | null;
  /** told when vectors were left out although there is an embedder */
  readonly warn?: (message: string) => void;
}

/** Chosen by cross-validation, docs/decisions/044. */
const TEXT_WEIGHT = 1;
const VECTOR_WEIGHT = 1.5;
/** Each way looks at least so deep, so that what both find meets. */
const MIN_DEPTH = 100;
/** A question's vector takes 10 ms; one that takes this long is not waited for. Milliseconds. */
const QUESTION_WITHIN_MS = 15_000;

/**
 * An embedder that does not speak the question's language, cannot be asked or does not match the store costs its part of
 * the search, never the answer.
 */
export function createFindPassages({ chunks, embedder, warn = () => undefined }: FindPassagesDeps): FindPassages {
  async function byMeaning({ runId, question, language }: PassageQuery, limit: number): Promise<readonly ChunkHit[]> {
    if (embedder === null || !embedder.speaks(language) || embedder.status().state !== 'ready') return [];
    try {
      const [vector] = await embedder.embed([question], { signal: AbortSignal.timeout(QUESTION_WITHIN_MS) });
      if (vector === undefined) return [];
      return await chunks.searchVectors({ runId, vector, space: spaceName(embedder.model, vector.length), limit });
    } catch (error) {
      if (!costsVectorsOnly(error)) throw error;
      warn(`passages were searched by their words alone: ${(error as Error).message}`);
      return [];
    }
  }

  return async function findPassages(query) {
    const { runId, question: text, language, limit } = query;
    const depth = Math.max(limit, MIN_DEPTH);
    const [words, meaning] = await Promise.all([
      chunks.searchText({ runId, text, language, limit: depth }),
      byMeaning(query, depth),
    ]);
    if (meaning.length === 0) return words.slice(0, limit);
    const rankings = [
      { found: words, weight: TEXT_WEIGHT },
      { found: meaning, weight: VECTOR_WEIGHT },
    ];
    return rankPassages(rankings)
      .slice(0, limit)
      .map(({ passage, score }) => ({ ...passage, score }));
  };
}

const costsVectorsOnly = (error: unknown): boolean =>
  error instanceof EmbedderUnavailableError ||
  error instanceof EmbedderRefusedError ||
  error instanceof EmbedderMismatchError ||
  (error instanceof DOMException && error.name === 'TimeoutError');
