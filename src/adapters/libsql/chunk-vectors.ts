/** Vectors of passages in the embedded store, compared exactly: an index in SQLite costs more than it gives. */
import { EmbedderMismatchError } from '../../contracts/errors.js';
import type { ChunkIndex } from '../../ports/chunk-index.js';
import { chunkOf, type ChunkRow } from './chunk-row.js';
import type { Database } from './database.js';
import { nearest, type Matrix } from './nearest.js';

const SPACE = 'vector_space';
/** Chunks are looked up by id in groups: SQLite takes 32,766 values in a statement. */
const IDS_PER_QUERY = 500;
const CHUNKS_PER_EMBEDDING = 64;
/** A run with more vectors is kept in memory between questions: loading 100,000 takes longer than comparing them. */
const KEPT_FROM = 2_000;

type VectorCalls = Pick<
  ChunkIndex,
  'useSpace' | 'searchVectors' | 'withoutVector' | 'lackingVector' | 'saveVectors' | 'reindex'
>;

export function createChunkVectors(database: Database): VectorCalls {
  const matrixOf = createMatrixCache(database);
  const stored = (): string | null =>
    database.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', [SPACE])?.value ?? null;

  /** A space is given up with its last vector. */
  function claim(space: string): void {
    const held = stored();
    if (held === space) return;
    const used = database.get('SELECT 1 AS used FROM chunk_vectors LIMIT 1') !== null;
    if (held !== null && used) throw new EmbedderMismatchError(held, space);
    setSpace(space);
  }
  const setSpace = (space: string): void =>
    void database.run(
      'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [SPACE, space],
    );

  return {
    async useSpace(space) {
      if (stored() !== space) database.transaction(() => claim(space));
    },

    async saveVectors(space, vectors) {
      database.transaction(() => {
        claim(space);
        for (const { pageId, index, vector } of vectors)
          database.run(
            `INSERT OR REPLACE INTO chunk_vectors (chunk, vector)
             SELECT chunks.id, ? FROM chunks JOIN pages ON pages.id = chunks.page
             WHERE pages.page_id = ? AND chunks.position = ?`,
            [new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), pageId, index],
          );
      });
    },

    async searchVectors({ runId, vector, space, limit }) {
      const held = stored();
      if (held !== space) {
        if (held === null || database.get('SELECT 1 AS used FROM chunk_vectors LIMIT 1') === null) return [];
        throw new EmbedderMismatchError(held, space);
      }
      const best = nearest(matrixOf(runId, vector.length), vector, limit);
      const rows = chunksById(
        database,
        best.map(({ id }) => id),
      );
      return best.flatMap(({ id, score }) => {
        const row = rows.get(id);
        return row === undefined ? [] : [{ ...chunkOf(row), score }];
      });
    },

    async reindex({ space, embed, onProgress }) {
      const chunks = database.all<ChunkRow>(
        `SELECT pages.page_id, position, start_offset, end_offset, chunks.text
         FROM chunk_vectors JOIN chunks ON chunks.id = chunk_vectors.chunk JOIN pages ON pages.id = chunks.page`,
      );
      database.transaction(() => {
        database.run('DELETE FROM chunk_vectors');
        setSpace(space);
      });
      for (let at = 0; at < chunks.length; at += CHUNKS_PER_EMBEDDING) {
        const some = chunks.slice(at, at + CHUNKS_PER_EMBEDDING).map(chunkOf);
        const vectors = await embed(some.map(({ text }) => text));
        await this.saveVectors(
          space,
          some.map((chunk, position) => ({ ...chunk, vector: vectors[position]! })),
        );
        onProgress(at + some.length, chunks.length);
      }
      return chunks.length;
    },

    async withoutVector({ runId, limit }) {
      return database
        .all<ChunkRow>(
          `SELECT pages.page_id, position, start_offset, end_offset, chunks.text
           FROM page_runs JOIN pages ON pages.id = page_runs.page JOIN chunks ON chunks.page = pages.id
           WHERE page_runs.run_id = ? AND chunks.id NOT IN (SELECT chunk FROM chunk_vectors)
           ORDER BY page_runs.id, chunks.position LIMIT ?`,
          [runId, limit],
        )
        .map(chunkOf);
    },

    async lackingVector(chunks) {
      return chunks.filter(
        ({ pageId, index }) =>
          database.get(
            `SELECT 1 AS has FROM chunk_vectors JOIN chunks ON chunks.id = chunk_vectors.chunk
             JOIN pages ON pages.id = chunks.page WHERE pages.page_id = ? AND chunks.position = ?`,
            [pageId, index],
          ) === null,
      );
    },
  };
}

type IdRow = ChunkRow & { readonly id: number };

function chunksById(database: Database, ids: readonly number[]): Map<number, ChunkRow> {
  const rows: IdRow[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const some = ids.slice(at, at + IDS_PER_QUERY);
    rows.push(
      ...database.all<IdRow>(
        `SELECT chunks.id, pages.page_id, position, start_offset, end_offset, chunks.text
         FROM chunks JOIN pages ON pages.id = chunks.page WHERE chunks.id IN (${some.map(() => '?').join(', ')})`,
        some,
      ),
    );
  }
  return new Map(rows.map((row) => [row.id, row]));
}

const OF_RUN = `FROM page_runs JOIN chunks ON chunks.page = page_runs.page
  JOIN chunk_vectors ON chunk_vectors.chunk = chunks.id WHERE page_runs.run_id = ?`;

/** The vectors of a run; those of the last large one are kept, and loaded again when the store has changed for it. */
function createMatrixCache(database: Database): (runId: string, dimension: number) => Matrix {
  let kept: { readonly runId: string; readonly stamp: string; version: string; readonly matrix: Matrix } | null = null;

  const stampOf = (runId: string): string => {
    const { n, last } = database.get<{ n: number; last: number | null }>(
      `SELECT count(*) AS n, max(chunk_vectors.id) AS last ${OF_RUN}`,
      [runId],
    )!;
    return `${n}:${last}`;
  };

  return (runId, dimension) => {
    const version = database.version();
    if (kept?.runId === runId && kept.matrix.dimension === dimension) {
      if (kept.version === version) return kept.matrix;
      if (kept.stamp === stampOf(runId)) {
        kept.version = version;
        return kept.matrix;
      }
    }
    const matrix = load(database, runId, dimension);
    if (matrix.ids.length >= KEPT_FROM) kept = { runId, stamp: stampOf(runId), version, matrix };
    return matrix;
  };
}

function load(database: Database, runId: string, dimension: number): Matrix {
  const rows = database.all<{ id: number; vector: Uint8Array }>(`SELECT chunks.id, vector ${OF_RUN}`, [runId]);
  const sound = rows.filter(({ vector }) => vector.byteLength === dimension * Float32Array.BYTES_PER_ELEMENT);
  const values = new Float32Array(sound.length * dimension);
  const bytes = new Uint8Array(values.buffer);
  for (const [at, { vector }] of sound.entries()) bytes.set(vector, at * vector.byteLength);
  return { ids: sound.map(({ id }) => id), values, dimension };
}
