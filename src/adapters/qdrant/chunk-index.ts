/** Passages in Qdrant: words by the server's BM25, vectors compared exactly within a run. */
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { createHash } from 'node:crypto';
import { EmbedderMismatchError } from '../../contracts/errors.js';
import { addressWords } from '../../domain/address-words.js';
import { indexedText, questionTerms } from '../../domain/tokenise.js';
import type { Chunk, ChunkHit, ChunkIndex, ChunkRef, IndexedFor, IndexedPage } from '../../ports/chunk-index.js';
import type { PageRef } from '../../ports/page-store.js';
import {
  collectionName,
  createCollection,
  pointAlias,
  resolveAlias,
  spaceOf,
  type Alias,
  type PayloadIndex,
} from './collections.js';
import { QdrantRefusedError, type Filter, type QdrantRest } from './qdrant-rest.js';

export interface QdrantIndexOptions {
  readonly rest: QdrantRest;
  /** the pages of a run, as the page store knows them */
  readonly pagesOfRun: (runId: string) => Promise<readonly PageRef[]>;
  /** begins every name, so that tests never meet an installation's passages [none] */
  readonly prefix?: string;
}

interface Payload {
  readonly page_id: string;
  readonly index: number;
  /** how many passages the page has: fewer points mean that a writer was cut off */
  readonly of: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly url: string;
  readonly title: string;
  readonly language: string | null;
  readonly run_id?: string;
  readonly question?: string;
}
interface Point {
  readonly id: string;
  readonly score?: number;
  readonly payload?: Payload;
  readonly vector?: { readonly dense?: readonly number[] };
}

const INDEXES: readonly PayloadIndex[] = [
  { field: 'page_id', schema: 'keyword' },
  { field: 'run_id', schema: 'keyword' },
  { field: 'url', schema: 'keyword' },
];
/** The space of a store without an embedder. */
const WORDS_ONLY = 'words__0';
// 64 to 256 are advised: https://qdrant.tech/documentation/database-tutorials/bulk-upload/
const POINTS_PER_CALL = 64;
const MAX_SCROLLED = 1_000;

type Query = Parameters<QdrantClient['query']>[1];
type Scroll = NonNullable<Parameters<QdrantClient['scroll']>[1]>;
type NewPoint = Schemas['PointStruct'];

/** Ids are made of page and position, so that a repeat meets itself. */
export function pointId({ pageId, index }: ChunkRef): string {
  const hex = createHash('sha256').update(`${pageId}:${index}`).digest('hex');
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

export function createQdrantChunkIndex({ rest, pagesOfRun, prefix = '' }: QdrantIndexOptions): ChunkIndex {
  const alias: Alias = `${prefix}web_pages`;

  /** The space in use; the collection is made when there is none. */
  async function ensure(wanted: string = WORDS_ONLY): Promise<string> {
    const collection = await resolveAlias(rest, alias);
    if (collection !== null) return spaceOf(alias, collection);
    const name = collectionName(alias, wanted);
    await createCollection(rest, name, wanted, INDEXES);
    await pointAlias(rest, alias, name);
    return wanted;
  }

  async function requireSpace(space: string): Promise<void> {
    const held = await ensure(space);
    if (held !== space) throw new EmbedderMismatchError(held, space);
  }

  /** A collection that has not been made is an empty one. */
  async function orEmpty<T>(work: () => Promise<T>, empty: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof QdrantRefusedError && error.status === 404) return empty;
      throw error;
    }
  }

  const ofPages = (pageIds: readonly string[]) => ({ key: 'page_id', match: { any: [...pageIds] } });
  const count = async (filter: Filter): Promise<number> =>
    (await rest.ask((client) => client.count(alias, { filter, exact: true }))).count;

  async function query(runId: string, body: Query, limit: number): Promise<ChunkHit[]> {
    const pageIds = (await pagesOfRun(runId)).map(({ pageId }) => pageId);
    if (pageIds.length === 0) return [];
    const request = { ...body, filter: { must: [ofPages(pageIds)] }, limit, with_payload: true };
    const { points } = await orEmpty(() => rest.ask((client) => client.query(alias, request)), { points: [] });
    return (points as Point[]).flatMap(({ payload, score }) =>
      payload === undefined ? [] : [{ ...chunkOf(payload), score: score ?? 0 }],
    );
  }

  async function scrollAll(filter: Filter | null, withVector: boolean): Promise<Point[]> {
    const all: Point[] = [];
    let offset: string | null = null;
    do {
      const request: Scroll = {
        ...(filter === null ? {} : { filter }),
        ...(offset === null ? {} : { offset }),
        limit: MAX_SCROLLED,
        with_payload: true,
        with_vector: withVector ? ['dense'] : false,
      };
      const page = await rest.ask((client) => client.scroll(alias, request));
      all.push(...(page.points as Point[]));
      offset = typeof page.next_page_offset === 'string' ? page.next_page_offset : null;
    } while (offset !== null);
    return all;
  }

  async function idsWith(
    chunks: readonly ChunkRef[],
    condition: NonNullable<Filter['must']> & readonly object[],
  ): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const some of groups(chunks.map(pointId))) {
      const filter = { must: [{ has_id: some }, ...condition] };
      const request: Scroll = { filter, limit: some.length, with_payload: false, with_vector: false };
      const { points } = await orEmpty(() => rest.ask((client) => client.scroll(alias, request)), { points: [] });
      for (const { id } of points) ids.add(String(id));
    }
    return ids;
  }

  async function put(collection: string, many: readonly NewPoint[]): Promise<void> {
    for (const some of groups(many))
      await rest.ask((client) => client.upsert(collection, { points: some, wait: true }));
  }

  return {
    goesWithPages: false,

    async useSpace(space) {
      const held = await ensure(space);
      if (held === space) return;
      if ((await count({ must: [] })) > 0) throw new EmbedderMismatchError(held, space);
      const name = collectionName(alias, space);
      await createCollection(rest, name, space, INDEXES);
      await pointAlias(rest, alias, name);
    },

    async upsert(page, chunks, origin) {
      await ensure();
      await put(
        alias,
        chunks.map((chunk) => wordsPoint(payloadOf(page, chunk, chunks.length, origin))),
      );
      // What an earlier cut of the page had more of goes last: until then its count tells that it is not whole.
      const filter = { must: [ofPages([page.pageId])], must_not: [{ has_id: chunks.map(pointId) }] };
      await rest.ask((client) => client.delete(alias, { filter, wait: true }));
    },

    async searchText({ runId, text, language, limit }) {
      const languages = (await pagesOfRun(runId)).map((page) => page.language);
      const terms = questionTerms(text, [language, ...new Set(languages)]);
      return terms.length === 0 ? [] : query(runId, { query: bm25(terms.join(' ')), using: 'bm25' }, limit);
    },

    async searchVectors({ runId, vector, space, limit }) {
      await requireSpace(space);
      return query(runId, { query: [...vector], using: 'dense', params: { exact: true } }, limit);
    },

    async withoutVector({ runId, limit }) {
      const pageIds = (await pagesOfRun(runId)).map(({ pageId }) => pageId);
      if (pageIds.length === 0) return [];
      const filter = { must: [ofPages(pageIds)], must_not: [{ has_vector: 'dense' }] };
      const found = await orEmpty(() => scrollAll(filter, false), []);
      const place = new Map(pageIds.map((pageId, at) => [pageId, at]));
      return found
        .flatMap(({ payload }) => (payload === undefined ? [] : [chunkOf(payload)]))
        .sort((a, b) => place.get(a.pageId)! - place.get(b.pageId)! || a.index - b.index)
        .slice(0, limit);
    },

    async lackingVector(chunks) {
      const have = await idsWith(chunks, [{ has_vector: 'dense' }]);
      return chunks.filter((chunk) => !have.has(pointId(chunk)));
    },

    async saveVectors(space, vectors) {
      await requireSpace(space);
      const present = await idsWith(vectors, []);
      const kept = vectors.filter((chunk) => present.has(pointId(chunk)));
      for (const some of groups(kept))
        await rest.ask((client) =>
          client.updateVectors(alias, {
            points: some.map((chunk) => ({ id: pointId(chunk), vector: { dense: [...chunk.vector] } })),
            wait: true,
          }),
        );
    },

    async reindex({ space, embed, onProgress }) {
      const before = await resolveAlias(rest, alias);
      const name = collectionName(alias, space);
      if (before === null) {
        await ensure(space);
        return 0;
      }
      const all = await scrollAll(null, true);
      await createCollection(rest, name, space, INDEXES);
      let done = 0;
      const total = all.filter(hasVector).length;
      for (const some of groups(all)) {
        const embedded = some.filter(hasVector);
        const vectors = await embed(embedded.map(({ payload }) => payload!.text));
        const byId = new Map(embedded.map(({ id }, at) => [id, vectors[at]!]));
        await put(
          name,
          some.flatMap(({ id, payload }) => (payload === undefined ? [] : [wordsPoint(payload, byId.get(id))])),
        );
        done += embedded.length;
        onProgress(done, total);
      }
      await pointAlias(rest, alias, name);
      if (before !== name) await rest.ask((client) => client.deleteCollection(before));
      return total;
    },

    async countOfPage(pageId) {
      const filter = { must: [{ key: 'page_id', match: { value: pageId } }] };
      return orEmpty(async () => {
        const stored = await count(filter);
        if (stored === 0) return 0;
        const request = { filter, limit: 1, with_payload: true, with_vector: false };
        const { points } = await rest.ask((client) => client.scroll(alias, request));
        return (points as Point[])[0]?.payload?.of === stored ? stored : 0;
      }, 0);
    },

    async removePages(pageIds) {
      if (pageIds.length === 0) return;
      const filter = { must: [ofPages(pageIds)] };
      await orEmpty(() => rest.ask((client) => client.delete(alias, { filter, wait: true })), null);
    },
  };
}

/** Words come prepared (domain/tokenise), in all languages alike: the server only splits and weighs them. */
const bm25 = (words: string) => ({ text: words, model: 'qdrant/bm25', options: { language: 'none' } });

function wordsPoint(payload: Payload, dense?: Float32Array): NewPoint {
  const { title, url, text, language } = payload;
  const words = `${indexedText(`${title} ${addressWords(url)}`, language)} ${indexedText(text, language)}`;
  const id = pointId({ pageId: payload.page_id, index: payload.index });
  return {
    id,
    vector: { bm25: bm25(words), ...(dense === undefined ? {} : { dense: [...dense] }) },
    payload: { ...payload },
  };
}

const payloadOf = (
  { pageId, url, title, language }: IndexedPage,
  { index, start, end, text }: Chunk,
  of: number,
  origin: IndexedFor | undefined,
): Payload => ({
  ...{ page_id: pageId, index, of, start, end, text, url, title, language },
  ...(origin === undefined ? {} : { run_id: origin.runId, question: origin.question }),
});

const chunkOf = ({ page_id: pageId, index, start, end, text }: Payload): Chunk => ({ pageId, index, start, end, text });
const hasVector = ({ vector }: Point): boolean => vector?.dense !== undefined;

function groups<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / POINTS_PER_CALL) }, (_, at) =>
    items.slice(at * POINTS_PER_CALL, (at + 1) * POINTS_PER_CALL),
  );
}
