import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdempotencyConflictError } from '../src/contracts/errors.js';
import { upkeepScheduleId } from '../src/contracts/messages.js';
import type { RunInput, RunMemo } from '../src/contracts/run.js';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { FACT, PAGES, QUESTION } from './support/pages.js';
import { startSystem, type System } from './support/system.js';

/** RUN_RETENTION_HOURS=0.01, and a little */
const RETENTION_MS = 38_000;
let web: OfflineWeb;
let system: System;

beforeAll(async () => {
  web = await startOfflineWeb(PAGES);
  system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    RUN_RETENTION_HOURS: '0.01',
  });
  await system.startWorker();
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await web?.close();
});

const pagesOf = (runId: string) => system.core.store.pages.pagesOfRun(runId);
const sweepNow = () => system.core.client.schedule.getHandle(upkeepScheduleId(system.core.identity.storeId)).trigger();

async function eventually(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((done) => setTimeout(done, 100));
}

describe('upkeep', () => {
  it('removes a run that ended long ago with its pages, and leaves a paused run all it has', async () => {
    const ended = await system.ask('How many hours does the dough of salt bread rise?', {
      url: 'http://bread.skerrow.com/salt-bread',
    });
    await system.viewWhen(ended);
    web.latencyMs = 400;
    const waiting = await system.ask(QUESTION);
    await system.viewWhen(waiting, ({ sources_succeeded: read }) => read > 0);
    await system.core.runs.pause(waiting);
    web.latencyMs = 0;
    const before = (await pagesOf(waiting)).length;
    expect(before).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, RETENTION_MS));
    await eventually(async () => {
      await sweepNow();
      return (await system.core.runs.isOpen(ended)) === null;
    });
    expect(await pagesOf(ended)).toEqual([]);
    expect((await pagesOf(waiting)).length).toBeGreaterThanOrEqual(before);
    await system.core.runs.continue(waiting);
    expect((await system.viewWhen(waiting)).answer).toContain(FACT);
  }, 180_000);

  it('that runs while a page is still needed costs the run one more read, no more', async () => {
    web.latencyMs = 300;
    const runId = await system.ask(QUESTION, { maxPages: 2 });
    await system.viewWhen(runId, ({ steps }) =>
      steps.some(({ name, status }) => name === 'indexPage' && status === 'succeeded'),
    );
    await system.core.store.pages.deleteRun(runId);
    web.latencyMs = 0;
    const view = await system.viewWhen(runId);
    expect(view.overall_status).not.toBe('failed');
    expect(view.answer).toBeTruthy();
  });

  it('that takes all pages of a run costs it each of them once more', async () => {
    const runId = await system.ask(QUESTION, { maxPages: 3 });
    const { sources_succeeded: read } = await system.viewWhen(runId, ({ steps }) =>
      steps.some(({ name }) => name === 'embedChunks' || name === 'draftAnswer'),
    );
    await system.core.store.pages.deleteRun(runId);
    const view = await system.viewWhen(runId);
    expect(view.overall_status).not.toBe('failed');
    expect(view.sources_succeeded).toBe(read);
  });
});

describe('the id of a run', () => {
  const input = (question: string): RunInput => ({
    question,
    kind: 'question',
    source: 'http',
    url: null,
    inputs: {},
    maxPages: 1,
    language: 'en',
    domains: { include: [], exclude: [] },
    today: '2026-11-30',
    maxDurationMs: 60_000,
  });
  const memo = (body_hash: string): RunMemo => ({
    question: 'q',
    kind: 'question',
    source: 'http',
    url: null,
    max_pages: 1,
    body_hash,
  });

  it('finds the same run again, open or closed, and refuses another body', async () => {
    const runId = `run_${'ab'.repeat(16)}`;
    expect(await system.core.runs.start(runId, input(QUESTION), memo('one'))).toMatchObject({ created: true });
    expect(await system.core.runs.start(runId, input(QUESTION), memo('one'))).toMatchObject({ runId, created: false });
    await system.viewWhen(runId);
    expect(await system.core.runs.start(runId, input(QUESTION), memo('one'))).toMatchObject({
      created: false,
      status: 'succeeded',
    });
    await expect(system.core.runs.start(runId, input('other'), memo('two'))).rejects.toThrow(IdempotencyConflictError);
  });

  it('is started once however many ask at the same moment', async () => {
    const runId = `run_${'cd'.repeat(16)}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => system.core.runs.start(runId, input(QUESTION), memo('one'))),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
  });
});

describe('a worker that is away', () => {
  it('costs a run nothing: a step that nobody took is asked for again', async () => {
    const away = await startSystem({
      OUTBOUND_PROXY: web.proxyUrl,
      TAVILY_BASE_URL: web.searchUrl,
      TAVILY_API_KEY: 'tvly-test-key',
      SEARCH_ENGINES: 'tavily',
    });
    try {
      const first = await away.startWorker();
      web.latencyMs = 1_500;
      const runId = await away.ask(QUESTION, { maxDurationMs: 75_000, maxPages: 1 });
      await away.viewWhen(runId, ({ steps }) => steps.some(({ name }) => name === 'readPage'));
      await first.stop();
      web.latencyMs = 0;
      await new Promise((done) => setTimeout(done, 50_000));
      await away.startWorker();
      const view = await away.viewWhen(runId);
      expect(view.overall_status).toBe('succeeded');
      expect(view.answer).toContain('Skerrow');
    } finally {
      web.latencyMs = 0;
      await away.stop();
    }
  }, 180_000);
});
