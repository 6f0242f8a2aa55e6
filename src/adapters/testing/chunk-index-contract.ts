/** What every store of passages does: run against each. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EmbedderMismatchError } from '../../contracts/errors.js';
import { spaceName, unitVector } from '../../domain/vectors.js';
import type { Chunk, ChunkIndex } from '../../ports/chunk-index.js';
import type { PageStore } from '../../ports/page-store.js';
import { pageContent } from '../libsql/testing/page-content.js';

export interface OpenedStore {
  readonly pages: PageStore;
  readonly chunks: ChunkIndex;
  close(): Promise<void>;
}

const SPACE = spaceName('stand-in', 4);
const OTHER_SPACE = spaceName('another', 4);

/** @param open a new, empty store */
export function describeChunkIndex(name: string, open: () => Promise<OpenedStore>): void {
  describe(`passages in ${name}`, () => {
    let store: OpenedStore;
    beforeEach(async () => {
      store = await open();
      // As a worker does at its start.
      await store.chunks.useSpace(SPACE);
    });
    afterEach(() => store.close());

    /** A page of the run whose passages are the given texts. */
    async function page(texts: readonly string[], over: { runId?: string; url?: string; language?: string } = {}) {
      const { runId = 'run_a', url = 'https://example.org/page', language = 'en' } = over;
      const text = texts.join('\n\n');
      const content = pageContent({ url, finalUrl: url, canonicalUrl: url, title: 'A page', language, text });
      const { pageId } = await store.pages.save(content, { runId, retrievedAt: '2026-11-30T12:00:00.000Z' });
      const chunks = texts.map((part, index): Chunk => {
        const start = texts.slice(0, index).reduce((sum, before) => sum + before.length + 2, 0);
        return { pageId, index, start, end: start + part.length, text: part };
      });
      const indexed = { pageId, url, title: 'A page', language };
      const index = () => store.chunks.upsert(indexed, chunks, { runId, question: 'What is asked?' });
      await index();
      return { pageId, chunks, index };
    }
    const words = (text: string, runId = 'run_a', language = 'en') =>
      store.chunks.searchText({ runId, text, language, limit: 10 });
    const near = (values: readonly number[], runId = 'run_a', space = SPACE) =>
      store.chunks.searchVectors({ runId, vector: unitVector(values), space, limit: 10 });
    const save = (chunks: readonly Chunk[], vectors: readonly (readonly number[])[], space = SPACE) =>
      store.chunks.saveVectors(
        space,
        vectors.map((values, at) => ({ ...chunks[at]!, vector: unitVector(values) })),
      );
    const texts = (hits: readonly Chunk[]) => hits.map(({ text }) => text);

    const TIDES = 'The tidal power station opened in March 2021.';
    const MUSEUM = 'Visitors may enter the museum for free on Sundays.';
    const BREAD = 'Salt bread rises for two hours before it is baked.';

    it('are found by their words, with their offsets, best first', async () => {
      const { chunks } = await page([TIDES, MUSEUM, BREAD]);
      const [hit, ...others] = await words('When did the tidal power station open?');
      expect(hit).toMatchObject({ ...chunks[0]!, score: expect.any(Number) });
      expect(texts(others)).not.toContain(TIDES);
    });

    it('are found in German, Russian, Japanese and Chinese', async () => {
      await page(['Das Gezeitenkraftwerk wurde im März 2021 eröffnet.'], { url: 'https://a.test/', language: 'de' });
      await page(['Приливная электростанция открыта в 2021 году.'], { url: 'https://b.test/', language: 'ru' });
      await page(['潮力発電所は2021年に開業した。'], { url: 'https://c.test/', language: 'ja' });
      await page(['博物馆星期日免费开放。'], { url: 'https://d.test/', language: 'zh' });
      expect(texts(await words('Wann wurden Gezeitenkraftwerke eröffnet?', 'run_a', 'de'))[0]).toContain('Gezeiten');
      expect(texts(await words('Когда открыли электростанцию?', 'run_a', 'ru'))[0]).toContain('электростанция');
      expect(texts(await words('潮力発電所はいつ開業した?', 'run_a', 'ja'))[0]).toContain('発電所');
      expect(texts(await words('博物馆什么时候免费?', 'run_a', 'zh'))[0]).toContain('博物馆');
    });

    it("are found among the run's own pages only, by words and by vectors", async () => {
      const mine = await page([TIDES]);
      const other = await page([`${TIDES} Again.`], { runId: 'run_b', url: 'https://example.org/other' });
      await save(
        [mine.chunks[0]!, other.chunks[0]!],
        [
          [1, 0, 0, 0],
          [1, 0, 0, 0],
        ],
      );
      expect(texts(await words('tidal'))).toEqual([TIDES]);
      expect(texts(await near([1, 0, 0, 0]))).toEqual([TIDES]);
      expect(await words('tidal', 'run_c')).toEqual([]);
      expect(await near([1, 0, 0, 0], 'run_c')).toEqual([]);
    });

    it('of a page that a second run uses are found by both', async () => {
      const { pageId } = await page([TIDES]);
      expect(await store.pages.link(pageId, 'run_b')).toBe(true);
      expect(texts(await words('tidal', 'run_b'))).toEqual([TIDES]);
    });

    it('take any words for words: quotes, operators, nothing at all', async () => {
      await page([TIDES]);
      for (const text of ['"', 'tidal" OR "x', 'NEAR(a b)', '*', '-tidal', '', '   ', '\u0000', '🙂'])
        expect(Array.isArray(await words(text))).toBe(true);
    });

    it('are replaced, not doubled, when their page is indexed again', async () => {
      const { pageId, index } = await page([TIDES, MUSEUM]);
      await index();
      expect(await store.chunks.countOfPage(pageId)).toBe(2);
      expect(texts(await words('tidal museum')).sort()).toEqual([TIDES, MUSEUM].sort());
      await store.chunks.upsert({ pageId, url: 'https://example.org/page', title: '', language: 'en' }, [
        { pageId, index: 0, start: 0, end: BREAD.length, text: BREAD },
      ]);
      expect(await store.chunks.countOfPage(pageId)).toBe(1);
      expect(await words('tidal')).toEqual([]);
    });

    it('are found by nearness once they have a vector, best first, and a repeat changes nothing', async () => {
      const { chunks } = await page([TIDES, MUSEUM, BREAD]);
      expect(await near([1, 0, 0, 0])).toEqual([]);
      const vectors = [
        [1, 0.1, 0, 0],
        [0.1, 1, 0, 0],
      ];
      await save(chunks, vectors);
      await save(chunks, vectors);
      const hits = await near([1, 0, 0, 0]);
      expect(texts(hits)).toEqual([TIDES, MUSEUM]);
      expect(hits[0]!.score).toBeCloseTo(0.995, 2);
      expect(texts(await words('tidal'))).toEqual([TIDES]);
    });

    it('without a vector are told from those with one', async () => {
      const { chunks } = await page([TIDES, MUSEUM, BREAD]);
      await save(chunks, [[1, 0, 0, 0]]);
      expect(texts(await store.chunks.lackingVector(chunks))).toEqual([MUSEUM, BREAD]);
      expect(texts(await store.chunks.withoutVector({ runId: 'run_a', limit: 10 }))).toEqual([MUSEUM, BREAD]);
      expect(await store.chunks.withoutVector({ runId: 'run_a', limit: 1 })).toHaveLength(1);
    });

    it('lose their vectors with their words, and a vector without its passage is left out', async () => {
      const { chunks, pageId } = await page([TIDES]);
      await save(chunks, [[1, 0, 0, 0]]);
      await store.chunks.removePages([pageId]);
      await store.chunks.removePages([pageId]);
      expect(await store.chunks.countOfPage(pageId)).toBe(0);
      await save(chunks, [[1, 0, 0, 0]]);
      expect(await near([1, 0, 0, 0])).toEqual([]);
      expect(await words('tidal')).toEqual([]);
    });

    it('are many on one page, in groups, and all of them are kept', async () => {
      const many = Array.from({ length: 150 }, (_, n) => `Passage number ${n} of the long list.`);
      const { pageId, chunks } = await page(many);
      expect(await store.chunks.countOfPage(pageId)).toBe(150);
      await save(
        chunks,
        many.map((_, n) => [1, n, 0, 0]),
      );
      expect(await store.chunks.lackingVector(chunks)).toEqual([]);
      expect(texts(await near([1, 0, 0, 0]))[0]).toBe(many[0]);
    });

    it('refuse vectors of another embedder by name, saying what to do', async () => {
      const { chunks } = await page([TIDES]);
      await store.chunks.useSpace(SPACE);
      await save(chunks, [[1, 0, 0, 0]]);
      await store.chunks.useSpace(SPACE);
      await expect(store.chunks.useSpace(OTHER_SPACE)).rejects.toThrow(EmbedderMismatchError);
      await expect(store.chunks.useSpace(OTHER_SPACE)).rejects.toThrow(/stand-in__4.*another__4.*synthetic reindex/);
      await expect(save(chunks, [[0, 1, 0, 0]], OTHER_SPACE)).rejects.toThrow(EmbedderMismatchError);
      await expect(near([1, 0, 0, 0], 'run_a', OTHER_SPACE)).rejects.toThrow(EmbedderMismatchError);
      expect(texts(await words('tidal'))).toEqual([TIDES]);
    });

    it('are embedded anew for another embedder, and only those that had a vector', async () => {
      const { chunks } = await page([TIDES, MUSEUM, BREAD]);
      await save(chunks, [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ]);
      const space = spaceName('another', 3);
      const told: [number, number][] = [];
      const embed = async (parts: readonly string[]) =>
        parts.map((text) => unitVector(text === TIDES ? [0, 0, 1] : [1, 0, 0]));
      const onProgress = (done: number, all: number) => void told.push([done, all]);
      expect(await store.chunks.reindex({ space, embed, onProgress })).toBe(2);
      expect(told.at(-1)).toEqual([2, 2]);
      await store.chunks.useSpace(space);
      expect(texts(await near([0, 0, 1], 'run_a', space))).toEqual([TIDES, MUSEUM]);
      expect(texts(await store.chunks.lackingVector(chunks))).toEqual([BREAD]);
      expect(texts(await words('bread'))).toEqual([BREAD]);
      await expect(store.chunks.useSpace(SPACE)).rejects.toThrow(EmbedderMismatchError);
    });
  });
}
