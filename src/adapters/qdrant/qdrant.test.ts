import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '../../contracts/errors.js';
import { loadConfig } from '../../config.js';
import { openStore } from '../libsql/store.js';
import { describeChunkIndex, type OpenedStore } from '../testing/chunk-index-contract.js';
import { createQdrantChunkIndex, pointId } from './chunk-index.js';
import { createQdrantRest, QdrantRefusedError, type QdrantRest } from './qdrant-rest.js';
import { startQdrantStandIn, type QdrantStandIn } from './testing/qdrant-stand-in.js';

const folder = mkdtempSync(join(tmpdir(), 'qdrant-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { url: realUrl, apiKey } = loadConfig().qdrant;

/** Pages in the embedded store, their passages in a Qdrant that holds nothing else of ours. */
async function openOn(rest: QdrantRest, close: () => Promise<unknown>, prefix = ''): Promise<OpenedStore> {
  const store = openStore(join(folder, `${randomBytes(6).toString('hex')}.db`));
  const { pages } = store;
  const chunks = createQdrantChunkIndex({ rest, pagesOfRun: (runId) => pages.pageRefsOfRun(runId), prefix });
  return {
    pages,
    chunks,
    close: async () => {
      await close();
      store.close();
    },
  };
}

async function removeCollections(rest: QdrantRest, prefix: string): Promise<void> {
  const { collections } = await rest.ask((client) => client.getCollections());
  for (const { name } of collections)
    if (name.startsWith(prefix)) await rest.ask((client) => client.deleteCollection(name));
}

if (realUrl === undefined) {
  describeChunkIndex('Qdrant (a stand-in that answers as recorded: set QDRANT_URL for a real server)', async () => {
    const standIn = await startQdrantStandIn();
    const rest = createQdrantRest({ url: standIn.origin, apiKey: undefined });
    return openOn(rest, () => standIn.close());
  });
} else {
  describeChunkIndex('Qdrant (a real server)', async () => {
    const rest = createQdrantRest({ url: realUrl, apiKey });
    const prefix = `test_${randomBytes(6).toString('hex')}_`;
    return openOn(rest, () => removeCollections(rest, prefix), prefix);
  });
}

describe('passages in Qdrant', () => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  async function start(): Promise<{ standIn: QdrantStandIn; store: OpenedStore; rest: QdrantRest }> {
    const standIn = await startQdrantStandIn();
    const rest = createQdrantRest({ url: `${standIn.origin}/`, apiKey: 'a-key', timeoutMs: 500 });
    const store = await openOn(rest, () => standIn.close());
    opened.push(store);
    return { standIn, store, rest };
  }
  const text = 'A passage.';
  const page = { pageId: 'p', url: 'https://example.org/', title: 'T', language: 'en' };
  const chunks = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ pageId: 'p', index, start: 0, end: text.length, text }));

  it('are sent in batches of 64, and again without a trace', async () => {
    const { standIn, store } = await start();
    await store.chunks.upsert(page, chunks(150));
    await store.chunks.upsert(page, chunks(150));
    expect(standIn.batches).toEqual([64, 64, 22, 64, 64, 22]);
    expect(await store.chunks.countOfPage('p')).toBe(150);
  });

  it('of a page whose writer was cut off count as none, so that it is indexed again', async () => {
    const { standIn, store, rest } = await start();
    await store.chunks.upsert(page, chunks(150));
    const last = { must: [{ has_id: [pointId({ pageId: 'p', index: 149 })] }] };
    await rest.ask((client) => client.delete('web_pages', { filter: last, wait: true }));
    expect(await store.chunks.countOfPage('p')).toBe(0);
    await store.chunks.upsert(page, chunks(150));
    expect(await store.chunks.countOfPage('p')).toBe(150);
    expect(standIn.failure).toBeNull();
  });

  it('hold what they were read for', async () => {
    const { store, rest } = await start();
    await store.chunks.upsert(page, chunks(1), { runId: 'run_a', question: 'What is it?' });
    const ids = [pointId({ pageId: 'p', index: 0 })];
    const [point] = await rest.ask((client) => client.retrieve('web_pages', { ids, with_payload: true }));
    expect(point?.payload).toMatchObject({
      ...{ url: page.url, title: 'T', text, question: 'What is it?' },
      ...{ run_id: 'run_a', page_id: 'p', start: 0, end: text.length },
    });
  });

  it.each([500, 503, 429])('say that the store may be back soon when the server says %i', async (status) => {
    const { standIn, store } = await start();
    standIn.failure = status;
    await expect(store.chunks.countOfPage('p')).rejects.toThrow(StoreUnavailableError);
    standIn.failure = null;
    expect(await store.chunks.countOfPage('p')).toBe(0);
  });

  it('say so when the server is not there, and when it refuses', async () => {
    const absent = createQdrantRest({ url: 'http://127.0.0.1:9', apiKey: undefined });
    await expect(absent.ask((client) => client.getAliases())).rejects.toThrow(/127.0.0.1:9 could not be reached/);
    const { rest } = await start();
    await expect(rest.ask((client) => client.getCollection('nope'))).rejects.toThrow(QdrantRefusedError);
    await expect(rest.ask((client) => client.getCollection('nope'))).rejects.toThrow(
      /404: Not found: Collection `nope`/,
    );
  });

  it('have ids that are UUIDs, each its own', () => {
    const ids = [0, 1].map((index) => pointId({ pageId: 'p', index }));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(2);
  });
});

const sharedDir = resolve(import.meta.dirname, '../../..', process.env['SHARED_DIR'] ?? '../shared');
const recorded = join(sharedDir, 'data', 'qdrant', 'exchanges.jsonl');
if (!existsSync(recorded)) console.warn(`no recorded exchanges in ${sharedDir}: the stand-in is not held against them`);

interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly request?: Record<string, unknown>;
  readonly status: number;
  readonly response: { readonly result?: unknown; readonly status?: { readonly error?: string } };
}

/** What the product never asks: fused and grouped queries, order, facets, insertions only, payload changes. */
const NOT_ASKED = /prefetch|order_by|group_by|facet|update_mode|"range"|operations|"value": ?"p1"/;
/** Made anew by each server. */
const PASSING = new Set(['operation_id', 'version', 'time', 'score']);
const lasting = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (name, held: unknown) => {
      if (PASSING.has(name)) return undefined;
      return typeof held === 'number' ? Math.round(held * 1e5) / 1e5 : held;
    }),
  );

(existsSync(recorded) ? describe : describe.skip)('the stand-in for Qdrant', () => {
  let standIn: QdrantStandIn;
  beforeEach(async () => {
    standIn = await startQdrantStandIn();
  });
  afterEach(() => standIn.close());

  it('answers as a real server has answered, call for call', async () => {
    const exchanges = readFileSync(recorded, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange)
      .filter(({ method, path }) => path !== '/' && !(method === 'GET' && !path.endsWith('exists')))
      .filter((exchange) => !NOT_ASKED.test(JSON.stringify([exchange.path, exchange.request])));
    expect(exchanges.length).toBeGreaterThan(18);
    for (const { method, path, request, status, response } of exchanges) {
      const answer = await fetch(`${standIn.origin}${path}`, {
        method,
        ...(request === undefined ? {} : { body: JSON.stringify(request) }),
      });
      const { result, status: said } = (await answer.json()) as Exchange['response'];
      const what = `${method} ${path} ${JSON.stringify(request)}`;
      expect([what, answer.status, said?.error]).toEqual([what, status, response.status?.error]);
      expect([what, lasting(result)]).toEqual([what, lasting(response.result)]);
    }
  });
});
