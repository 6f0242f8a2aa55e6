import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHashEmbedder } from '../adapters/embedders/hash-embedder.js';
import { openStore, type EmbeddedStore } from '../adapters/libsql/store.js';
import { pageContent } from '../adapters/libsql/testing/page-content.js';
import { EmbedderRefusedError, EmbedderUnavailableError, StoreUnavailableError } from '../contracts/errors.js';
import { spaceName, unitVector } from '../domain/vectors.js';
import type { Embedder } from '../ports/embedder.js';
import { createEmbedClosest } from './embed-closest.js';
import { createFindPassages } from './find-passages.js';

/** Meaning that a test decides: the place of a text in three dimensions. */
function standIn(places: Readonly<Record<string, readonly number[]>>, over: Partial<Embedder> = {}): Embedder {
  return {
    model: 'stand-in',
    dimension: 3,
    local: true,
    lexicalOnly: false,
    speaks: (language) => language === 'en',
    status: () => ({ state: 'ready', detail: 'stand-in' }),
    prepare: () => undefined,
    embed: async (texts) => texts.map((text) => unitVector(places[text] ?? [0, 0, 1])),
    close: () => Promise.resolve(),
    ...over,
  };
}

let folder: string;
let store: EmbeddedStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hybrid-'));
  store = openStore(join(folder, 'store.db'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const TEXTS = ['The tower has 31 metres.', 'How tall trees grow.', 'Bread rises for two hours.'];
const QUESTION = 'How tall is the lighthouse?';
const PLACES = { [QUESTION]: [1, 0, 0], [TEXTS[0]!]: [1, 0.1, 0], [TEXTS[1]!]: [0, 1, 0], [TEXTS[2]!]: [0, 0, 1] };
const query = { runId: 'run_a', question: QUESTION, language: 'en', limit: 8 };
const signal = new AbortController().signal;

async function indexed(texts = TEXTS): Promise<void> {
  const { pageId } = await store.pages.save(pageContent({ text: texts.join(' ') }), {
    runId: 'run_a',
    retrievedAt: '2026-11-30T12:00:00.000Z',
  });
  const chunks = texts.map((text, index) => ({ pageId, index, start: 0, end: text.length, text }));
  await store.chunks.upsert({ pageId, url: 'https://example.org/a', title: '', language: 'en' }, chunks);
}
const embed = (embedder: Embedder | null, over: { perRun?: number; all?: boolean; language?: string } = {}) => {
  const { perRun = 16, all = false, language = 'en' } = over;
  const embedClosest = createEmbedClosest({ chunks: store.chunks, embedder, perRun, all });
  return embedClosest({ runId: 'run_a', question: QUESTION, language }, { signal });
};
const found = async (embedder: Embedder | null, over: object = {}) => {
  const warnings: string[] = [];
  const find = createFindPassages({ chunks: store.chunks, embedder, warn: (line) => warnings.push(line) });
  return { texts: (await find({ ...query, ...over })).map(({ text }) => text), warnings };
};

describe('late embedding', () => {
  it('embeds the passages closest by their words, once', async () => {
    await indexed();
    expect(await embed(standIn(PLACES), { perRun: 1 })).toEqual({ embedded: 1, model: 'stand-in', note: null });
    expect(await embed(standIn(PLACES), { perRun: 1 })).toMatchObject({ embedded: 0, note: null });
    expect((await store.chunks.withoutVector({ runId: 'run_a', limit: 9 })).map(({ text }) => text)).toEqual([
      TEXTS[0],
      TEXTS[2],
    ]);
  });

  it('takes the best of each page in turn, and what shares no word with the question last', async () => {
    await indexed();
    await indexed(['A tall story.', 'Nothing of it.']);
    await embed(standIn(PLACES), { perRun: 3 });
    const lacking = (await store.chunks.withoutVector({ runId: 'run_a', limit: 9 })).map(({ text }) => text);
    expect(lacking).toHaveLength(2);
    expect(lacking).not.toContain(TEXTS[1]);
    expect(lacking).not.toContain('A tall story.');
  });

  it('embeds everything when told to, and where it costs this machine nothing', async () => {
    await indexed();
    expect(await embed(standIn(PLACES), { all: true, perRun: 1 })).toMatchObject({ embedded: 3 });
    await indexed(['Another passage.']);
    expect(await embed(standIn(PLACES, { local: false }), { perRun: 0 })).toMatchObject({ embedded: 1 });
  });

  it('leaves out what the embedder does not speak, and says so', async () => {
    await indexed();
    expect(await embed(standIn(PLACES), { language: 'de' })).toEqual({
      embedded: 0,
      model: null,
      note: "stand-in does not speak the question's language (de)",
    });
    expect(await embed(null)).toMatchObject({ embedded: 0, note: 'no embedder is configured' });
  });

  it('begins to bring what is missing, and goes on without it', async () => {
    let asked = 0;
    const fetching = standIn(PLACES, {
      prepare: () => void (asked += 1),
      status: () => ({ state: 'fetching', detail: 'its weights are being fetched' }),
    });
    expect(await embed(fetching)).toEqual({ embedded: 0, model: null, note: 'its weights are being fetched' });
    expect(asked).toBe(1);
  });

  it('keeps what was embedded before it was cut off', async () => {
    await indexed(Array.from({ length: 40 }, (_, n) => `How tall is number ${n}?`));
    let calls = 0;
    const failing = standIn(
      {},
      {
        embed: async (texts) => {
          if ((calls += 1) > 1) throw new EmbedderUnavailableError('gone');
          return texts.map(() => unitVector([1, 0, 0]));
        },
      },
    );
    await expect(embed(failing, { perRun: 40 })).rejects.toThrow(EmbedderUnavailableError);
    expect(await embed(standIn({}), { perRun: 40 })).toMatchObject({ embedded: 24 });
  });
});

describe('hybrid search', () => {
  it('finds by meaning what shares no word with the question', async () => {
    await indexed();
    await embed(standIn(PLACES), { all: true });
    expect((await found(standIn(PLACES))).texts.slice(0, 2)).toContain(TEXTS[0]);
    expect((await found(null)).texts).not.toContain(TEXTS[0]);
  });

  it('is full text alone for a language that the embedder does not speak', async () => {
    await indexed();
    await embed(standIn(PLACES), { all: true });
    const mute = standIn(PLACES, { embed: () => Promise.reject(new Error('it must not be asked')) });
    expect((await found(mute, { language: 'de' })).texts).toEqual((await found(null, { language: 'de' })).texts);
  });

  it.each([
    ['is down', new EmbedderUnavailableError('down')],
    ['refuses', new EmbedderRefusedError('wrong key')],
    ['is too slow', new DOMException('slow', 'TimeoutError')],
  ])('is full text alone when the embedder %s, and says why', async (_how, error) => {
    await indexed();
    const failing = standIn(PLACES, { embed: () => Promise.reject(error) });
    const { texts, warnings } = await found(failing);
    expect(texts).toEqual((await found(null)).texts);
    expect(warnings).toEqual([expect.stringContaining(error.message)]);
  });

  it('is full text alone when the stored vectors are of another embedder', async () => {
    await indexed();
    await embed(createHashEmbedder(), { all: true });
    const { texts, warnings } = await found(standIn(PLACES));
    expect(texts).toEqual((await found(null)).texts);
    expect(warnings).toEqual([expect.stringContaining('synthetic reindex')]);
  });

  it('does not hide that the store is gone', async () => {
    store.close();
    await expect(found(standIn(PLACES))).rejects.toThrow(StoreUnavailableError);
    store = openStore(join(folder, 'store.db'));
  });
});

describe('names of vector spaces', () => {
  it('tell models and dimensions apart, in signs that every store takes', () => {
    expect(spaceName('minilm-l6-v2-int8', 384)).toBe('minilm-l6-v2-int8__384');
    expect(spaceName('nomic-embed-text:latest/x y', 768)).toBe('nomic-embed-text-latest-x-y__768');
  });
});
