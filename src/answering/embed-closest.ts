/** Late embedding: full text chooses the passages that are worth a vector, of every page its best. */
import type { EmbedChunksInput, EmbedChunksResult } from '../contracts/activities.js';
import { takeTurns } from '../domain/take-turns.js';
import { spaceName } from '../domain/vectors.js';
import type { Chunk, ChunkIndex, ChunkRef } from '../ports/chunk-index.js';
import type { Embedder } from '../ports/embedder.js';

export interface EmbedClosestDeps {
  readonly chunks: ChunkIndex;
  readonly embedder: Embedder | null;
  /** passages, see EMBED_PER_RUN */
  readonly perRun: number;
  /** all of the run's passages, see EMBED_BEFORE_ANSWER */
  readonly all: boolean;
}
export type EmbedClosest = (input: EmbedChunksInput, options: { signal: AbortSignal }) => Promise<EmbedChunksResult>;

/** What a run may hold at most: 20 pages of the longest kind. Beyond, only the closest are embedded. */
const MOST_PASSAGES = 5_000;
/** Saved together, so that an attempt that is cut off has not worked in vain. */
const PASSAGES_PER_SAVE = 16;

/**
 * Embeds passages of the run that have no vector yet: the closest by full text, or all of them where that costs this
 * machine nothing.
 * @throws EmbedderUnavailableError, EmbedderRefusedError, EmbedderMismatchError, StoreUnavailableError
 */
export function createEmbedClosest({ chunks, embedder, perRun, all }: EmbedClosestDeps): EmbedClosest {
  /** The passages closest by their words, page by page in turn; then those that share no word with the question. */
  async function closest({ runId, question, language }: EmbedChunksInput): Promise<readonly Chunk[]> {
    const found = await chunks.searchText({ runId, text: question, language, limit: MOST_PASSAGES });
    const known = new Set(found.map(keyOf));
    const others = await chunks.withoutVector({ runId, limit: MOST_PASSAGES });
    const all = [...found, ...others.filter((chunk) => !known.has(keyOf(chunk)))];
    return chunks.lackingVector(takeTurns(all, ({ pageId }) => pageId).slice(0, perRun));
  }

  return async function embedClosest(input, { signal }) {
    const { runId, language } = input;
    const why = embedder === null ? 'no embedder is configured' : reasonNotTo(embedder, language);
    if (embedder === null || why !== null) return { embedded: 0, model: null, note: why };
    const { model, local } = embedder;
    const lacking = all || !local ? await chunks.withoutVector({ runId, limit: MOST_PASSAGES }) : await closest(input);
    for (let at = 0; at < lacking.length; at += PASSAGES_PER_SAVE) {
      const some = lacking.slice(at, at + PASSAGES_PER_SAVE);
      const vectors = await embedder.embed(
        some.map(({ text }) => text),
        { signal },
      );
      const dimension = vectors[0]?.length ?? 0;
      await chunks.saveVectors(
        spaceName(model, dimension),
        some.map(({ pageId, index }, position) => ({ pageId, index, vector: vectors[position]! })),
      );
    }
    return { embedded: lacking.length, model, note: null };
  };
}

const keyOf = ({ pageId, index }: ChunkRef): string => `${pageId}:${index}`;

function reasonNotTo(embedder: Embedder, language: string): string | null {
  if (!embedder.speaks(language)) return `${embedder.model} does not speak the question's language (${language})`;
  // What is missing may be had by now.
  embedder.prepare();
  const { state, detail } = embedder.status();
  return state === 'ready' ? null : detail;
}
