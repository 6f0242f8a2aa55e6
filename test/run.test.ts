import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import type { RunEventMessage, RunView } from '../src/contracts/run.js';
import { GET_RUN_QUERY } from '../src/contracts/messages.js';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { FACT, PAGES, QUESTION } from './support/pages.js';
import { startSystem, type System } from './support/system.js';

let web: OfflineWeb;
let system: System;

beforeAll(async () => {
  web = await startOfflineWeb(PAGES);
  system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    PAGE_FRESH_MINUTES: '0',
  });
  await system.startWorker();
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await web?.close();
});

/** What differs between what the workflow sees and what its history says: times, and attempts of activities. */
function withoutTimes(view: RunView) {
  return {
    ...view,
    last_event_id: 0,
    finished_at: view.finished_at === null ? null : 'then',
    steps: view.steps.map((step) => ({ ...step, started_at: null, finished_at: null, attempts: 0 })),
  };
}

describe('a question', () => {
  it('is searched, read, indexed and answered, each quote at its place in the stored page', async () => {
    const runId = await system.ask(QUESTION);
    const view = await system.viewWhen(runId);
    expect(view).toMatchObject({
      overall_status: 'succeeded',
      kind: 'question',
      language: 'en',
      answered_by: { mode: 'extractive', model: null },
    });
    expect(view.answer).toContain(FACT);
    expect(view.answer).toContain('Sources used');
    expect(view.answer_text).not.toMatch(/https?:|\[\d/);
    expect(view.sources_succeeded).toBe(view.sources_attempted);
    const stored = await system.core.store.pages.pagesOfRun(runId);
    for (const source of view.sources) {
      const page = stored.find(({ canonicalUrl }) => canonicalUrl === source.url || canonicalUrl === source.url);
      for (const quote of source.quotes) expect(page?.text.slice(quote.start, quote.end)).toBe(quote.text);
    }
    expect(view.sentences.every(({ citations }) => citations.length > 0)).toBe(true);
    expect(view.steps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['classify', 'searchWeb', 'readPage', 'indexPage', 'draftAnswer']),
    );
  });

  it('gives by the query getRun what the projection of its history gives', async () => {
    const runId = await system.ask(QUESTION);
    const projected = await system.viewWhen(runId);
    const queried = await system.core.client.workflow.getHandle(runId).query<RunView>(GET_RUN_QUERY);
    expect(withoutTimes(queried)).toEqual(withoutTimes(projected));
  });

  it('streams every change, and only what is new after Last-Event-ID', async () => {
    const runId = await system.ask(QUESTION);
    const { signal } = new AbortController();
    const messages: RunEventMessage[] = [];
    for await (const message of system.core.runs.events(runId, { after: 0, signal })) messages.push(message);
    expect(messages[0]?.event).toBe('run');
    expect(messages.at(-1)?.event).toBe('end');
    const folded = Object.assign({}, ...messages.map(({ changed }) => changed)) as RunView;
    const view = await system.viewWhen(runId);
    expect(folded.answer).toBe(view.answer);
    expect(folded.steps).toEqual(view.steps);
    const middle = messages[Math.floor(messages.length / 2)]?.id ?? 0;
    const rest: RunEventMessage[] = [];
    for await (const message of system.core.runs.events(runId, { after: middle, signal })) rest.push(message);
    expect(rest).toEqual(messages.filter(({ id }) => id > middle));
  });

  it('answers from the other pages when one fails, and says which and why', async () => {
    web.misbehave('http://coast.skerrow.com/lights', (_req, res) => void res.writeHead(404).end());
    const view = await system.viewWhen(await system.ask(QUESTION, { maxPages: 4 }));
    web.misbehave('http://coast.skerrow.com/lights', null);
    expect(view).toMatchObject({ overall_status: 'partial', reason: { code: 'partial_sources' } });
    expect(view.answer).toContain(FACT);
    expect(view.answer).toContain('Partial results');
    expect(view.attempts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url: 'http://coast.skerrow.com/lights', outcome: 'not_found', reason: 'http_404' }),
      ]),
    );
  });

  it('with an address is answered from that page, without a search', async () => {
    const before = web.searches.size;
    const view = await system.viewWhen(
      await system.ask('How many hours does the dough of salt bread rise?', {
        url: 'http://bread.skerrow.com/salt-bread',
      }),
    );
    expect(view.answer).toContain('19 hours');
    expect(view.attempts.map(({ url }) => url)).toEqual(['http://bread.skerrow.com/salt-bread']);
    expect(web.searches.size).toBe(before);
  });

  it('with an address that does not hold the answer goes on to search the web', async () => {
    const view = await system.viewWhen(await system.ask(QUESTION, { url: 'http://bread.skerrow.com/salt-bread' }));
    expect(view.attempts.length).toBeGreaterThan(1);
    expect(view.answer).toContain(FACT);
  });

  it('that nothing answers ends plainly, with what was tried', async () => {
    const view = await system.viewWhen(await system.ask('Zxqvy wvkkz?'));
    expect(view).toMatchObject({
      overall_status: 'partial',
      reason: { code: 'nothing_found' },
      sources_attempted: 0,
      sources_succeeded: 0,
      answered_by: { mode: 'code' },
    });
    expect(view.answer).not.toBe('');
  });

  it('fails by name when no search engine answers, quoting what the engine said', async () => {
    web.misbehaveSearch(
      (_req, res) =>
        void res.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":{"error":"Unauthorized"}}'),
    );
    const view = await system.viewWhen(await system.ask(QUESTION));
    web.misbehaveSearch(null);
    expect(view).toMatchObject({ overall_status: 'failed', reason: { code: 'search_unavailable' } });
    expect(view.answer).toContain('401');
    expect(view.answer).toContain('TAVILY_API_KEY');
  });
});

describe('an action', () => {
  it('that was never done before needs a model, and says so', async () => {
    const view = await system.viewWhen(await system.ask('Sign me up for the newsletter at http://island.skerrow.com/'));
    expect(view).toMatchObject({ kind: 'action', overall_status: 'failed', reason: { code: 'model_required' } });
    expect(view.attempts).toEqual([]);
  });
});

describe('pausing', () => {
  it('holds the run before its next step, as paused, until it is continued', async () => {
    const runId = await system.ask(QUESTION);
    await system.core.runs.pause(runId);
    const paused = await system.viewWhen(
      runId,
      ({ overall_status: status }) => status === 'paused' || status === 'succeeded',
    );
    expect(paused.overall_status).toBe('paused');
    const { runs } = await system.core.runs.list({ statuses: ['paused'], limit: 10 });
    expect(runs.map(({ run_id }) => run_id)).toContain(runId);
    await system.core.runs.continue(runId);
    expect((await system.viewWhen(runId)).overall_status).toBe('succeeded');
  });

  it("shows Temporal's own pause, and lets go of it too", async () => {
    web.latencyMs = 300;
    const runId = await system.ask(QUESTION);
    await system.core.client.workflowService.pauseWorkflowExecution({
      namespace: 'default',
      workflowId: runId,
      identity: 'operator',
      reason: 'test',
      requestId: 'r1',
    });
    expect((await system.core.runs.view(runId)).overall_status).toBe('paused');
    const { runs } = await system.core.runs.list({ statuses: ['paused'], limit: 10 });
    expect(runs.map(({ run_id }) => run_id)).toContain(runId);
    await system.core.runs.continue(runId);
    web.latencyMs = 0;
    expect((await system.viewWhen(runId)).overall_status).toBe('succeeded');
  });
});

describe('cancelling', () => {
  it('ends the run as cancelled, with an answer that says so', async () => {
    web.latencyMs = 500;
    const runId = await system.ask(QUESTION);
    await system.viewWhen(runId, ({ steps }) => steps.some(({ name }) => name === 'searchWeb'));
    await system.core.runs.cancel(runId);
    const view = await system.viewWhen(runId);
    web.latencyMs = 0;
    expect(view.overall_status).toBe('cancelled');
    expect(view.answer).toMatch(/cancelled/i);
    await expect(system.core.runs.cancel(runId)).rejects.toThrow(/already ended/);
  });

  it('shows a terminated run as cancelled, also in the list', async () => {
    const runId = await system.ask(QUESTION);
    await system.core.runs.pause(runId);
    await system.core.client.workflow.getHandle(runId).terminate('test');
    expect((await system.viewWhen(runId)).overall_status).toBe('cancelled');
    for (;;) {
      const { runs } = await system.core.runs.list({ statuses: ['cancelled'], limit: 100 });
      if (runs.some(({ run_id }) => run_id === runId)) break;
    }
  });
});

describe('20 different questions at once', () => {
  const subjects = Array.from({ length: 20 }, (_, n) => ({
    name: `Varn${String.fromCharCode(97 + n)}o`,
    height: 100 + n,
  }));
  const pages = subjects.map(({ name, height }) => ({
    url: `http://${name.toLowerCase()}.skerrow.com/`,
    title: `The tower of ${name}`,
    text: [
      `The tower of ${name} is ${height} metres high, as every child of ${name} knows, and it was built of local stone.`,
      `Whoever climbs it sees the whole valley of ${name}, its mill and its two bridges, and on a clear day the sea.`,
    ],
  }));

  it.each([1, 2])(
    'each have sources, attempts and an answer of their own, on %i worker(s)',
    async (workers) => {
      const towers = await startOfflineWeb(pages);
      const other = await startSystem({
        OUTBOUND_PROXY: towers.proxyUrl,
        TAVILY_BASE_URL: towers.searchUrl,
        TAVILY_API_KEY: 'tvly-test-key',
        SEARCH_ENGINES: 'tavily',
      });
      try {
        for (let n = 0; n < workers; n++) await other.startWorker();
        const ids = await Promise.all(
          subjects.map(({ name }) => other.ask(`How high is the tower of ${name}?`, { maxPages: 1 })),
        );
        const views = await Promise.all(ids.map((id) => other.viewWhen(id)));
        views.forEach((view, n) => {
          const { name, height } = subjects[n] ?? { name: '', height: 0 };
          expect(view.answer).toContain(`${height} metres`);
          expect(view.attempts.map(({ url }) => url)).toEqual([`http://${name.toLowerCase()}.skerrow.com/`]);
          expect(view.sources.every(({ url }) => url.includes(name.toLowerCase()))).toBe(true);
        });
        let listed: readonly { run_id: string }[] = [];
        while (listed.length < 20) ({ runs: listed } = await other.core.runs.list({ limit: 100 }));
        expect(new Set(listed.map(({ run_id }) => run_id))).toEqual(new Set(ids));
      } finally {
        await other.stop();
        await towers.close();
      }
    },
    180_000,
  );
});

describe('with the worker down', () => {
  it('every run is still shown and listed, and events still stream', async () => {
    const idle = await startSystem({ SEARCH_ENGINES: 'wikipedia' });
    try {
      const runId = await idle.ask(QUESTION);
      expect(await idle.core.runs.view(runId)).toMatchObject({ question: QUESTION, overall_status: 'running' });
      const stop = new AbortController();
      for await (const message of idle.core.runs.events(runId, { after: 0, signal: stop.signal })) {
        expect(message.changed.question).toBe(QUESTION);
        break;
      }
      await idle.core.client.workflow.getHandle(runId).terminate('test');
      expect((await idle.core.runs.view(runId)).overall_status).toBe('cancelled');
    } finally {
      await idle.stop();
      rmSync(idle.dataDir, { recursive: true, force: true });
    }
  });
});
