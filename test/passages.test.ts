/** Passages and their vectors through the whole system: in Qdrant, without it, and with another embedder than before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pageContent } from '../src/adapters/libsql/testing/page-content.js';
import { startQdrantStandIn, type QdrantStandIn } from '../src/adapters/qdrant/testing/qdrant-stand-in.js';
import { composeCli, composeCore } from '../src/compose.js';
import { parseConfig } from '../src/config.js';
import { EmbedderMismatchError } from '../src/contracts/errors.js';
import { startWorker } from '../src/worker.js';
import { startOfflineWeb } from './support/offline-web.js';
import { FACT, PAGES, QUESTION } from './support/pages.js';
import { silent, startSystem, type System } from './support/system.js';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
}, 60_000);

async function start(settings: Record<string, string> = {}): Promise<System> {
  const web = await startOfflineWeb(PAGES);
  opened.push(web);
  const system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    ...settings,
  });
  opened.push({ close: () => system.stop() });
  return system;
}
async function startOnQdrant(): Promise<{ standIn: QdrantStandIn; system: System }> {
  const standIn = await startQdrantStandIn();
  opened.push(standIn);
  return { standIn, system: await start({ QDRANT_URL: standIn.origin }) };
}
const ask = async (system: System) => system.viewWhen(await system.ask(QUESTION));

describe('a question with its passages in Qdrant (a stand-in that answers as recorded)', () => {
  it('is answered from there, embedded by the same step', async () => {
    const { standIn, system } = await startOnQdrant();
    await system.startWorker();
    const view = await ask(system);
    expect(view.overall_status).toBe('succeeded');
    expect(view.answer).toContain(FACT);
    expect(view.steps.find(({ name }) => name === 'embedChunks')?.detail).toMatch(/^\d+ passages? embedded by hash/);
    expect(standIn.calls).toContain('POST /collections/web_pages/points/query');
    const [page] = await system.core.store.pages.pagesOfRun(view.run_id);
    expect(await system.core.store.chunks.countOfPage(page!.pageId)).toBe(0);
    expect(await system.core.chunks.countOfPage(page!.pageId)).toBeGreaterThan(0);
  }, 120_000);

  it('is answered from the pages at hand while the server fails', async () => {
    const { standIn, system } = await startOnQdrant();
    await system.startWorker();
    standIn.failure = 503;
    const view = await ask(system);
    expect(view.answer).toContain(FACT);
    expect(view.answered_by.mode).toBe('extractive');
    expect(view.warnings.join('\n')).toMatch(/could not be indexed: Qdrant at .* said 503/);
  }, 120_000);
});

describe('synthetic reindex', () => {
  it('puts the passages of every stored page into a Qdrant that is new', async () => {
    const standIn = await startQdrantStandIn();
    opened.push(standIn);
    const folder = mkdtempSync(join(tmpdir(), 'reindex-'));
    opened.push({ close: () => rmSync(folder, { recursive: true, force: true }) });
    const config = parseConfig({ DATA_DIR: folder, QDRANT_URL: standIn.origin, EMBEDDER: 'hash' });
    const core = composeCore(config);
    opened.push(core);
    const content = pageContent({ text: 'The lighthouse is 31 metres high.' });
    const { pageId } = await core.store.pages.save(content, {
      runId: 'run_a',
      retrievedAt: '2026-11-30T12:00:00.000Z',
    });
    expect(await core.chunks.countOfPage(pageId)).toBe(0);
    const { space } = await composeCli(config).reindex(() => undefined);
    expect(space).toBe('hash-words__256');
    const found = await core.chunks.searchText({ runId: 'run_a', text: 'lighthouse', language: 'en', limit: 3 });
    expect(found.map(({ text }) => text)).toEqual(['The lighthouse is 31 metres high.']);
    await core.chunks.useSpace(space);
  });
});

describe('a worker with another embedder than the stored vectors have', () => {
  it('does not start, and says what to do', async () => {
    const system = await start();
    const worker = await system.startWorker();
    expect((await ask(system)).steps.find(({ name }) => name === 'embedChunks')?.status).toBe('succeeded');
    await worker.stop();
    const core = composeCore(
      parseConfig({
        DATA_DIR: system.dataDir,
        TEMPORAL_ADDRESS: system.temporal.address,
        TEMPORAL_IGNORE_CONFIG_FILE: 'true',
        EMBEDDER: 'local',
      }),
    );
    const bundle = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };
    const starting = startWorker(core, silent, bundle);
    await expect(starting).rejects.toThrow(EmbedderMismatchError);
    await expect(starting).rejects.toThrow(/hash-words__256.*minilm.*synthetic reindex/);
    await core.close();
  }, 120_000);
});
