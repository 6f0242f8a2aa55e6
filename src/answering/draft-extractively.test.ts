import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStore, type EmbeddedStore } from '../adapters/libsql/store.js';
import { pageContent } from '../adapters/libsql/testing/page-content.js';
import { PageGoneError, StoreUnavailableError } from '../contracts/errors.js';
import type { PageAttempt } from '../contracts/run.js';
import { chunkText } from '../domain/chunking.js';
import { createExtractiveDrafter } from './draft-extractively.js';

let folder: string;
let store: EmbeddedStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'draft-'));
  store = openStore(join(folder, 'store.db'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(runId: string, url: string, text: string): Promise<PageAttempt> {
  const page = await store.pages.save(pageContent({ canonicalUrl: url, text }), {
    runId,
    retrievedAt: '2026-11-30T12:00:00.000Z',
  });
  await store.chunks.upsert({ pageId: page.pageId, url, title: page.title ?? '', language: 'en' }, chunkText(page));
  const { pageId: page_id } = page;
  return {
    url,
    outcome: 'read',
    how: 'http',
    status: 200,
    reason: null,
    duration_ms: 1,
    page_id,
    title: null,
    words: 9,
  };
}

const draft = (runId: string, attempts: readonly PageAttempt[]) =>
  createExtractiveDrafter(store)({
    runId,
    question: 'How tall is the lighthouse?',
    language: 'en',
    today: '2026-11-30',
    attempts,
    searched: [],
  });

describe('a draft without a model', () => {
  it('quotes the pages of its own run, and no other’s', async () => {
    const own = await read('run_a', 'https://a.example/', 'The lighthouse is 41 metres tall. It was painted white.');
    await read('run_b', 'https://b.example/', 'The lighthouse is 99 metres tall.');
    const drafted = await draft('run_a', [own]);
    expect(drafted.sources.map(({ url }) => url)).toEqual(['https://a.example/']);
    expect(drafted.sentences[0]?.text).toContain('41 metres');
    expect(drafted.answer).not.toContain('99 metres');
    expect(drafted).toEqual(await draft('run_a', [own]));
  });

  it('asks for a page again that is gone from the store', async () => {
    const own = await read('run_a', 'https://a.example/', 'The lighthouse is 41 metres tall.');
    await store.pages.deleteRun('run_a');
    await expect(draft('run_a', [own])).rejects.toThrow(PageGoneError);
  });

  it('says that the store is not available when it is not', async () => {
    store.close();
    await expect(draft('run_a', [])).rejects.toThrow(StoreUnavailableError);
  });
});
