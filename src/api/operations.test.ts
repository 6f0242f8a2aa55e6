import { afterEach, describe, expect, it } from '@jest/globals';
import { Counter, Registry } from 'prom-client';
import { readFileSync } from 'node:fs';
import request from 'supertest';
import { ReadySchema, type Ready } from '../contracts/schemas/replies.js';
import type { WorkerState } from '../ports/worker-board.js';
import type { ApiDeps } from './deps.js';
import { API_KEY, startTestApi, type TestApi } from './testing/api-server.js';
import { HEALTHY_REPORT } from './testing/memory-runs.js';

const started: TestApi[] = [];
async function start(env: Readonly<Record<string, string>> = {}, deps: Partial<ApiDeps> = {}): Promise<TestApi> {
  const api = await startTestApi({ env, deps });
  started.push(api);
  return api;
}
afterEach(async () => {
  for (const api of started.splice(0)) await api.close();
});

function worker(state: Partial<WorkerState>): WorkerState {
  const now = new Date().toISOString();
  return { workerId: 'w', pid: 1, startedAt: now, at: now, version: '1', circuits: {}, metrics: [], ...state };
}

async function ready(api: TestApi, status: number): Promise<Ready> {
  const reply = await request(api.server).get('/ready').expect(status);
  expect(ReadySchema.parse(reply.body)).toEqual(reply.body);
  return ReadySchema.parse(reply.body);
}
const statusOf = ({ checks }: Ready, name: string) => checks.find((check) => check.name === name)?.status;

describe('GET /health', () => {
  it('says that the process lives, whatever else is broken', async () => {
    const api = await start();
    api.runs.failure = new Error('all is lost');
    expect((await request(api.server).get('/health').expect(200)).body).toEqual({ status: 'ok' });
  });
});

describe('GET /ready', () => {
  it('has a line for each dependency', async () => {
    const api = await start({ SEARCH_ENGINES: 'tavily,wikipedia' }, { chromium: '/usr/bin/chromium' });
    const report = await ready(api, 200);
    expect(report.checks.map(({ name }) => name)).toEqual([
      'temporal',
      'pollers',
      'store',
      'browser',
      'search',
      'model',
      'embedder',
    ]);
    expect(report.status).toBe('ready');
    expect(report.checks.find(({ name }) => name === 'search')?.detail).toBe(
      'wikipedia; set TAVILY_API_KEY for the whole web',
    );
  });

  it('is ready without keys, a browser and a model', async () => {
    const report = await ready(await start({ SEARCH_ENGINES: 'tavily', EMBEDDER: 'none' }, { chromium: null }), 200);
    expect(['search', 'browser', 'model', 'embedder'].map((name) => statusOf(report, name))).toEqual(
      Array.from({ length: 4 }, () => 'missing'),
    );
  });

  it('says of the embedder what a worker says of its own', async () => {
    const detail = 'its weights are being fetched: full text alone until then';
    const api = await start();
    expect(statusOf(await ready(api, 200), 'embedder')).toBe('unknown');
    api.workers.push(worker({ embedder: { state: 'ready', detail: 'minilm, on this machine' } }));
    expect(statusOf(await ready(api, 200), 'embedder')).toBe('ok');
    api.workers.push(worker({ workerId: 'v', embedder: { state: 'fetching', detail } }));
    const { checks } = await ready(api, 200);
    expect(checks.find(({ name }) => name === 'embedder')).toMatchObject({ status: 'warning', detail });
  });

  it('names the models in the order in which they are asked', async () => {
    const report = await ready(
      await start({ ANTHROPIC_API_KEY: 'a-key-of-the-model', MODEL: 'first', FALLBACK_MODEL: 'second' }),
      200,
    );
    expect(report.checks.find(({ name }) => name === 'model')).toMatchObject({
      status: 'ok',
      detail: 'first, then second',
    });
  });

  it('is not ready without Temporal, without pollers, and without the store', async () => {
    const api = await start();
    api.runs.failure = new Error('refused');
    expect(statusOf(await ready(api, 503), 'temporal')).toBe('missing');
    api.runs.failure = null;
    api.runs.temporal = { ...HEALTHY_REPORT, activityPollers: 0 };
    expect(statusOf(await ready(api, 503), 'pollers')).toBe('missing');
    api.runs.temporal = { ...HEALTHY_REPORT, reachable: false };
    expect(statusOf(await ready(api, 503), 'pollers')).toBe('unknown');
    const locked = await start({}, { store: { get: () => Promise.reject(new Error('locked')) } });
    expect(statusOf(await ready(locked, 503), 'store')).toBe('missing');
  });

  it('is ready while search attributes are missing, and says so', async () => {
    const api = await start();
    api.runs.temporal = { ...HEALTHY_REPORT, missingSearchAttributes: ['RunStatus'] };
    expect(statusOf(await ready(api, 200), 'temporal')).toBe('warning');
  });

  it('shows the circuits that are not closed, the worst over all workers', async () => {
    const api = await start();
    api.workers.push(
      worker({ circuits: { tavily: 'half_open', wikipedia: 'closed', 'a.example': 'open' } }),
      worker({ workerId: 'v', circuits: { tavily: 'open', 'a.example': 'half_open' } }),
    );
    expect((await ready(api, 200)).circuits).toEqual({ tavily: 'open', 'a.example': 'open' });
  });

  it('gives addresses only to those who have the key', async () => {
    const temporalUi = () => 'http://127.0.0.1:8233';
    const api = await start({ API_KEY }, { temporalUi });
    expect((await ready(api, 200)).temporal_ui).toBeUndefined();
    const reply = await request(api.server).get('/ready').set('Authorization', `Bearer ${API_KEY}`).expect(200);
    expect(reply.body).toMatchObject({ temporal_ui: temporalUi() });
    expect((await ready(await start({}, { temporalUi }), 200)).temporal_ui).toBe(temporalUi());
  });
});

describe('GET /metrics', () => {
  const lines = async (api: TestApi): Promise<string[]> => {
    const reply = await request(api.server).get('/metrics').expect(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    return reply.text.split('\n');
  };

  it('counts requests by route template and never by address', async () => {
    const api = await start();
    await request(api.server).get('/runs/run_00000000000000000000000000000000').expect(404);
    await request(api.server).get('/secret/path').expect(404);
    const text = (await lines(api)).join('\n');
    expect(text).toContain('synthetic_http_requests_total{method="GET",route="/runs/:id",status="404"} 1');
    expect(text).toContain('synthetic_http_requests_total{method="GET",route="unmatched",status="404"} 1');
    expect(text).not.toMatch(/run_0|secret/);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
    expect(text).toContain('synthetic_build_info{version="0.0.0-test"} 1');
  });

  it('counts the runs started here by how they ended', async () => {
    const api = await start();
    const ids: string[] = [];
    for (const client of ['page', 'cli', 'cli']) {
      const reply = await request(api.server)
        .post('/trigger')
        .set('X-Synthetic-Client', client)
        .send({ question: 'x' });
      ids.push((reply.body as { run_id: string }).run_id);
    }
    api.runs.end(ids[0] ?? '', 'succeeded');
    api.runs.end(ids[1] ?? '', 'partial');
    await request(api.server).get(`/runs/${ids[0]}`).expect(200);
    for (const text of [await lines(api), await lines(api)]) {
      expect(text).toContain('synthetic_api_runs_started_total{source="cli"} 2');
      expect(text).toContain('synthetic_api_runs_ended_total{outcome="succeeded"} 1');
      expect(text).toContain('synthetic_api_runs_ended_total{outcome="partial"} 1');
    }
  });

  it('adds up what the workers count, and leaves out what is no metric', async () => {
    const api = await start();
    for (const pages of [2, 3]) {
      const register = new Registry();
      const counter = new Counter({
        name: 'synthetic_pages_total',
        help: 'Pages.',
        labelNames: ['outcome', 'how'],
        registers: [register],
      });
      counter.inc({ outcome: 'read', how: 'http' }, pages);
      const metrics = await register.getMetricsAsJSON();
      api.workers.push(worker({ workerId: String(pages), metrics: [...metrics, { name: 'no metric' }, null] }));
    }
    api.workers.push(worker({ workerId: 'x', metrics: 'nothing' }));
    const text = await lines(api);
    expect(text).toContain('synthetic_pages_total{outcome="read",how="http"} 5');
    expect(text).toContain('synthetic_workers 3');
  });

  it('counts the runs that wait for a person', async () => {
    const api = await start();
    const reply = await request(api.server).post('/trigger').send({ question: 'x' });
    api.runs.change((reply.body as { run_id: string }).run_id, { overall_status: 'awaiting_human_input' }, 'gate');
    expect(await lines(api)).toContain('synthetic_gates_waiting 1');
  });

  it('has every metric, with every label, that the dashboard and the alerts ask for', async () => {
    const api = await start();
    const reply = await request(api.server).post('/trigger').send({ question: 'x' });
    const id = (reply.body as { run_id: string }).run_id;
    api.runs.end(id, 'failed');
    await request(api.server).get(`/runs/${id}`).expect(200);
    const register = new Registry();
    const pages = new Counter({
      name: 'synthetic_pages_total',
      help: 'Pages.',
      labelNames: ['outcome'],
      registers: [register],
    });
    pages.inc({ outcome: 'read' });
    api.workers.push(worker({ metrics: await register.getMetricsAsJSON() }));
    const text = (await lines(api)).join('\n');
    const asked = ['dashboard.json', 'alerts.yml']
      .map((name) => readFileSync(new URL(`../../docs/grafana/${name}`, import.meta.url), 'utf8'))
      .join('\n');
    const names = new Set([...asked.matchAll(/\b(?:synthetic|nodejs)_[a-z0-9_]+/g)].map(([name]) => name));
    expect([...names].filter((name) => !text.includes(`\n${name}{`) && !text.includes(`\n${name} `))).toEqual([]);
    for (const [, name = '', label = ''] of asked.matchAll(/(synthetic_[a-z_]+)\{([a-z]+)[!=]/g))
      expect(text).toMatch(new RegExp(`${name}\\{[^}]*${label}=`));
  });

  it('gives its own metrics when Temporal and the store are away', async () => {
    const board = { report: async () => {}, list: () => Promise.reject(new Error('locked')), remove: async () => {} };
    const api = await start({}, { board });
    await request(api.server).post('/trigger').send({ question: 'x' }).expect(202);
    api.runs.failure = new Error('gone');
    expect((await lines(api)).join('\n')).toContain('synthetic_api_runs_started_total');
    expect(api.logged.join('')).toContain('metrics are incomplete');
  });
});

describe('the log', () => {
  it('holds a line for each request, with its template and nothing that was sent', async () => {
    const api = await start({ API_KEY });
    const reply = await request(api.server)
      .post('/trigger?token=in-the-address')
      .set('Authorization', `Bearer ${API_KEY}`)
      .send({ question: 'a private matter' })
      .expect(202);
    const id = (reply.body as { run_id: string }).run_id;
    await request(api.server).get(`/runs/${id}`).set('Authorization', `Bearer ${API_KEY}`).expect(200);
    const logged = api.logged.join('');
    expect(logged).toContain('"route":"/trigger","status":202');
    expect(logged).toContain('"route":"/runs/:id","status":200');
    expect(logged).toContain(String(reply.headers['x-request-id']));
    for (const sent of ['private matter', 'in-the-address', API_KEY, id]) expect(logged).not.toContain(sent);
  });
});
