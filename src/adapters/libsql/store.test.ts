import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PageGoneError } from '../../contracts/errors.js';
import type { StoredPage } from '../../ports/page-store.js';
import { openStore, type EmbeddedStore } from './store.js';
import { pageContent } from './testing/page-content.js';

const WRITER = fileURLToPath(new URL('./testing/writer.ts', import.meta.url));
const NOON = '2026-11-30T12:00:00.000Z';
const LATER = '2026-11-30T13:00:00.000Z';

let folder: string;
let file: string;
let store: EmbeddedStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  file = join(folder, 'store.db');
  store = openStore(file);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const save = (over: Parameters<typeof pageContent>[0], runId = 'run_a', privateTo?: string): Promise<StoredPage> =>
  store.pages.save(pageContent(over), {
    runId,
    retrievedAt: NOON,
    ...(privateTo === undefined ? {} : { privateTo }),
  });

async function index(page: StoredPage): Promise<void> {
  const { pageId, text } = page;
  await store.chunks.upsert({ pageId, url: page.url, title: page.title ?? '', language: page.language }, [
    { pageId, index: 0, start: 0, end: text.length, text },
  ]);
}

const search = (runId: string, text: string, language = 'en') =>
  store.chunks.searchText({ runId, text, language, limit: 8 });

describe('stored pages', () => {
  it('gives back what was saved, found by id and by each of its addresses', async () => {
    const page = pageContent({
      url: 'https://example.org/asked',
      finalUrl: 'https://example.org/final',
      canonicalUrl: 'https://example.org/canonical',
      text: 'Eins\n\nzwei 𝄞',
      spans: [{ page: 1, start: 0, end: 4 }],
      etag: '"x"',
    });
    const saved = await store.pages.save(page, { runId: 'run_a', retrievedAt: NOON });
    expect(saved).toEqual({ ...page, pageId: saved.pageId, retrievedAt: NOON, privateTo: null });
    expect(await store.pages.get(saved.pageId)).toEqual(saved);
    for (const url of [page.url, page.finalUrl, page.canonicalUrl]) {
      expect(await store.pages.findByUrl(url)).toEqual(saved);
    }
    expect(await store.pages.get('unknown')).toBeNull();
    expect(await store.pages.findByUrl('https://example.org/unknown')).toBeNull();
  });

  it('stores a page once however often it is saved, and another text as another copy', async () => {
    const first = await save({ text: 'one' });
    expect((await save({ text: 'one' })).pageId).toBe(first.pageId);
    const other = await save({ text: 'two' });
    expect(other.pageId).not.toBe(first.pageId);
    expect((await store.pages.pagesOfRun('run_a')).map((page) => page.text)).toEqual(['one', 'two']);
  });

  it('answers an address with its newest copy, and with the older one once the newer is gone', async () => {
    const old = await save({ text: 'old' }, 'run_a');
    const fresh = await store.pages.save(pageContent({ text: 'new' }), { runId: 'run_b', retrievedAt: LATER });
    expect((await store.pages.findByUrl(old.url))?.pageId).toBe(fresh.pageId);
    await store.pages.deleteRun('run_b');
    expect((await store.pages.findByUrl(old.url))?.pageId).toBe(old.pageId);
  });

  it('keeps the later date when a copy is seen again, and says when it is gone', async () => {
    const { pageId } = await save({});
    await store.pages.touch(pageId, LATER);
    await store.pages.touch(pageId, NOON);
    expect((await store.pages.get(pageId))?.retrievedAt).toBe(LATER);
    await expect(store.pages.touch('unknown', NOON)).rejects.toThrow(PageGoneError);
  });

  it('never serves a private page to others: not by address, not by link, not mixed with the public copy', async () => {
    const secret = await save({ text: 'behind the gate' }, 'run_a', 'run_a');
    expect(await store.pages.findByUrl(secret.url)).toBeNull();
    expect(await store.pages.link(secret.pageId, 'run_b')).toBe(false);
    const open = await save({ text: 'behind the gate' }, 'run_b');
    expect(open.pageId).not.toBe(secret.pageId);
    expect(await store.pages.deleteRun('run_a')).toBe(1);
    expect(await store.pages.get(secret.pageId)).toBeNull();
    expect((await store.pages.findByUrl(open.url))?.pageId).toBe(open.pageId);
  });

  it('deletes with a run only what no other run uses, chunks and words too', async () => {
    const shared = await save({ canonicalUrl: 'https://example.org/s', text: 'shared walrus' });
    const own = await save({ canonicalUrl: 'https://example.org/o', text: 'own walrus' });
    await index(shared);
    await index(own);
    expect(await store.pages.link(shared.pageId, 'run_b')).toBe(true);
    expect(await store.pages.runIds()).toEqual(['run_a', 'run_b']);
    expect(await store.pages.deleteRun('run_a')).toBe(1);
    expect(await store.pages.deleteRun('run_a')).toBe(0);
    expect(await store.pages.runIds()).toEqual(['run_b']);
    expect(await store.chunks.countOfPage(own.pageId)).toBe(0);
    expect((await search('run_b', 'walrus')).map((hit) => hit.pageId)).toEqual([shared.pageId]);
    expect(await store.pages.link(own.pageId, 'run_b')).toBe(false);
  });

  it('keeps offsets when a page holds what SQLite cannot: a NUL, half a surrogate pair', async () => {
    const { text } = await save({ text: 'a\0b\ud800c', title: 'T\0' });
    expect(text).toBe('a\ufffdb\ufffdc');
  });
});

describe('full text', () => {
  it('finds passages of the own run only, best first', async () => {
    await index(await save({ canonicalUrl: 'https://example.org/1', text: 'Solar panels turn light into power.' }));
    await index(await save({ canonicalUrl: 'https://example.org/2', text: 'A panel of judges met on Monday.' }));
    await index(await save({ canonicalUrl: 'https://example.org/3', text: 'Solar panels everywhere.' }, 'run_b'));
    const hits = await search('run_a', 'How do solar panels make power?');
    expect(hits.map((hit) => hit.text)).toEqual([
      'Solar panels turn light into power.',
      'A panel of judges met on Monday.',
    ]);
    expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
    expect(await search('run_c', 'solar')).toEqual([]);
  });

  it('counts the words of title and address more than those of the text', async () => {
    const words = 'other words of the same length';
    await index(await save({ canonicalUrl: 'https://example.org/x', title: 'Misc', text: `Tariffs, ${words}` }));
    await index(await save({ canonicalUrl: 'https://example.org/tariffs', title: 'All', text: `Prices, ${words}` }));
    expect((await search('run_a', 'tariffs'))[0]?.text).toContain('Prices');
  });

  it('gives the same chunks however often a page is indexed', async () => {
    const page = await save({ text: 'Otters sleep at sea.' });
    await index(page);
    await index(page);
    expect(await store.chunks.countOfPage(page.pageId)).toBe(1);
    expect(await search('run_a', 'otter')).toHaveLength(1);
  });

  it('refuses to index a page that is gone', async () => {
    const page = await save({});
    await store.pages.deleteRun('run_a');
    await expect(index(page)).rejects.toThrow(PageGoneError);
  });

  it('stems by the language of the page also when the question is thought to be in another', async () => {
    await index(await save({ language: 'de', text: 'Die Häuser der Städte sind alt.' }));
    expect(await search('run_a', 'Haus in der Stadt', 'en')).toHaveLength(1);
  });

  it.each([
    ['ja', '東京都の人口は約1400万人です。', '東京の人口は？'],
    ['zh', '北京是中华人民共和国的首都。', '中国的首都北京在哪里'],
    ['ru', 'Столицей России является город Москва.', 'В каком городе столица?'],
    ['ar', 'القاهرة هي عاصمة جمهورية مصر العربية.', 'ما هي العاصمة في مصر؟'],
    ['ko', '서울은 대한민국의 수도이다.', '대한민국 수도는 어디인가요'],
    ['fr', 'Les chevaux mangent de l’herbe fraîche.', 'Que mange le cheval ?'],
    ['es', 'Las ciudades más grandes están en el sur.', '¿Cuál es la ciudad más grande?'],
    ['th', 'กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย', 'เมืองหลวงของประเทศไทย'],
  ])('finds a page in %s by a question in its own language', async (language, text, question) => {
    await index(await save({ language, text }));
    expect(await search('run_a', question, language)).toHaveLength(1);
  });

  it('answers any text with a list, never with a syntax error', async () => {
    await index(await save({ text: 'NEAR AND OR NOT "quoted" column: text* (x) ^y -z' }));
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            "'",
            '*',
            '(',
            ')',
            ':',
            '^',
            '-',
            '+',
            ' NEAR ',
            ' AND ',
            ' OR ',
            'text',
            'p1',
            '{',
            '}',
            '\0',
            '\ud800',
            'a',
          ),
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(Array.isArray(await search('run_a', text))).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(await search('run_a', 'quoted')).toHaveLength(1);
  });
});

describe('workers on the board', () => {
  it('shows the newest state of each worker until it is too old or removed', async () => {
    const state = (workerId: string, at: string) => ({
      workerId,
      pid: 1,
      startedAt: at,
      at,
      version: '0',
      circuits: { tavily: 'open' as const },
      metrics: null,
    });
    const now = new Date().toISOString();
    await store.board.report(state('w1', new Date(Date.now() - 60_000).toISOString()));
    await store.board.report(state('w2', new Date(Date.now() - 60_000).toISOString()));
    await store.board.report(state('w2', now));
    expect(await store.board.list({ maxAgeMs: 15_000 })).toEqual([state('w2', now)]);
    await store.board.remove('w2');
    expect(await store.board.list({ maxAgeMs: 15_000 })).toEqual([]);
  });
});

describe('several processes on one file', () => {
  const started: ChildProcess[] = [];
  const startWriter = (name: string, count: number): ChildProcess => {
    const child = spawn(process.execPath, ['--import', 'tsx', WRITER, file, name, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    return child;
  };
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });
  const linesOf = (child: ChildProcess) => createInterface({ input: child.stdout! });
  const savedIds = (lines: readonly string[]): string[] =>
    lines.filter((line) => line.startsWith('saved ')).map((line) => line.slice('saved '.length));

  it('makes one identity, whoever comes first, and it stays', async () => {
    store.close();
    file = join(folder, 'new.db');
    const lines = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        for await (const line of linesOf(startWriter(name, 0))) return line;
        return 'nothing';
      }),
    );
    store = openStore(file);
    const { storeId, installationSecret } = store.identity();
    expect(storeId).toMatch(/^[0-9a-f]{12}$/);
    expect(installationSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(lines)).toEqual(new Set([`store ${storeId} ${installationSecret}`]));
  });

  it('loses nothing that a writer acknowledged before it was killed, while another goes on', async () => {
    const killed = startWriter('killed', 100_000);
    const steady = startWriter('steady', 60);
    const steadyLines: string[] = [];
    const steadyDone = (async () => {
      for await (const line of linesOf(steady)) steadyLines.push(line);
    })();
    const killedLines: string[] = [];
    for await (const line of linesOf(killed)) {
      killedLines.push(line);
      if (savedIds(killedLines).length === 40) killed.kill('SIGKILL');
    }
    await steadyDone;
    if (steady.exitCode === null) await once(steady, 'exit');
    expect(steady.exitCode).toBe(0);
    const ids = [...savedIds(killedLines), ...savedIds(steadyLines)];
    expect(ids.length).toBeGreaterThanOrEqual(100);
    for (const id of ids) {
      expect(await store.pages.get(id)).not.toBeNull();
      expect(await store.chunks.countOfPage(id)).toBe(1);
    }
    expect(await store.pages.deleteRun('run_steady')).toBe(60);
  });
});
