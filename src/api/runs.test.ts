import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { AcceptedSchema, RunListSchema, RunViewSchema } from '../contracts/schemas/run-view.js';
import type { RunSource } from '../contracts/run.js';
import { EXAMPLE_RUN } from './openapi-examples.js';
import { randomRunId } from './run-ids.js';
import { startTestApi, type TestApi } from './testing/api-server.js';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function startRun(question = 'What is a loom?', source: RunSource = 'http'): Promise<string> {
  const runId = randomRunId();
  const input = {
    question,
    kind: 'auto',
    source,
    url: null,
    inputs: {},
    maxPages: 5,
    language: null,
    domains: { include: [], exclude: [] },
    today: '2026-11-30',
    maxDurationMs: 300_000,
  } as const;
  await api.runs.start(runId, input, { question, kind: 'auto', source, url: null, max_pages: 5, body_hash: 'x' });
  return runId;
}

const get = (path: string) => request(api.server).get(path);
const post = (path: string) => request(api.server).post(path);

describe('GET /runs/{id}', () => {
  it('gives everything known of a run', async () => {
    const id = await startRun();
    api.runs.change(id, { ...EXAMPLE_RUN, run_id: id });
    const reply = await get(`/runs/${id}`).expect(200);
    expect(RunViewSchema.parse(reply.body)).toEqual(reply.body);
    expect(reply.body).toMatchObject({ run_id: id, answer_text: EXAMPLE_RUN.answer_text });
    expect(reply.headers['vary']).toContain('Accept');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each([
    'run_00000000000000000000000000000000',
    'run_1',
    'upkeep:0123456789ab',
    '..%2Fhealth',
    '%00',
    'x'.repeat(3_000),
  ])('knows no run %s', async (id) => {
    const reply = await get(`/runs/${id}`).expect(404);
    expect(reply.body).toMatchObject({ status: 404, code: 'run_not_found' });
  });

  it('answers 400 to an address that cannot be decoded', async () => {
    expect((await get('/runs/%E0%A4%A').expect(400)).body).toMatchObject({ code: 'request_failed' });
  });
});

describe('GET /runs', () => {
  it('lists runs in pages', async () => {
    for (let i = 0; i < 5; i += 1) await startRun(`question ${i}`, 'cli');
    const first = await get('/runs?source=cli&limit=3').expect(200);
    const { runs, next_cursor } = RunListSchema.parse(first.body);
    expect(RunListSchema.parse(first.body)).toEqual(first.body);
    expect(runs.map(({ question }) => question)).toEqual(['question 0', 'question 1', 'question 2']);
    const second = await get(`/runs?source=cli&limit=3&cursor=${next_cursor}`).expect(200);
    expect(RunListSchema.parse(second.body)).toMatchObject({ next_cursor: null, runs: [{}, {}] });
  });

  it('filters by several statuses, kind and time', async () => {
    const id = await startRun('paused one', 'page');
    await api.runs.pause(id);
    const both = await get('/runs?status=paused,awaiting_human_input&source=page').expect(200);
    expect(RunListSchema.parse(both.body).runs.map(({ run_id }) => run_id)).toEqual([id]);
    const repeated = await get('/runs?status=failed&status=paused&source=page').expect(200);
    expect(RunListSchema.parse(repeated.body).runs).toHaveLength(1);
    const later = await get('/runs?source=page&created_after=2099-01-01').expect(200);
    expect(RunListSchema.parse(later.body).runs).toEqual([]);
    const earlier = await get('/runs?source=page&created_before=2099-01-01T00:00:00%2B02:00').expect(200);
    expect(RunListSchema.parse(earlier.body).runs).toHaveLength(1);
    expect(RunListSchema.parse((await get('/runs?kind=action').expect(200)).body).runs).toEqual([]);
  });

  it.each([
    ['status=done', 'status.0'],
    ['kind=poem', 'kind'],
    ['source=fax', 'source'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['created_after=yesterday', 'created_after'],
    ['created_after=2026-13-45', 'created_after'],
    ['sort=up', 'sort'],
    ['__proto__=1', '__proto__'],
  ])('refuses %s and names it', async (query, field) => {
    const reply = await get(`/runs?${query}`).expect(400);
    expect(reply.body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });

  it('refuses a cursor that it did not give before Temporal sees it', async () => {
    await startRun('one', 'omi');
    await startRun('two', 'omi');
    const page = RunListSchema.parse((await get('/runs?source=omi&limit=1').expect(200)).body);
    const cursor = page.next_cursor ?? '';
    await get(`/runs?source=omi&limit=1&cursor=${cursor}`).expect(200);
    for (const other of ['elsewhere', '1', '.', `${cursor}0`, cursor.slice(1), cursor.replace('.', '')])
      expect((await get(`/runs?cursor=${other}`).expect(400)).body).toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('POST /runs/{id}/pause, /continue, /cancel', () => {
  it('passes each on to the run', async () => {
    const id = await startRun();
    for (const [command, status] of [
      ['pause', 'paused'],
      ['continue', 'running'],
      ['cancel', 'cancelled'],
    ] as const) {
      const reply = await post(`/runs/${id}/${command}`).expect(202);
      expect(AcceptedSchema.parse(reply.body)).toEqual(reply.body);
      expect(reply.body).toMatchObject({ run_id: id, accepted: command });
      expect((await api.runs.view(id)).overall_status).toBe(status);
    }
  });

  it('says 409 once the run has ended, and 404 for a run that never was', async () => {
    const id = await startRun();
    api.runs.end(id);
    for (const command of ['pause', 'continue', 'cancel']) {
      expect((await post(`/runs/${id}/${command}`).expect(409)).body).toMatchObject({ code: 'run_ended' });
      expect((await post(`/runs/${randomRunId()}/${command}`).expect(404)).body).toMatchObject({
        code: 'run_not_found',
      });
    }
  });

  it('takes an empty object and nothing else as a body', async () => {
    const id = await startRun();
    await post(`/runs/${id}/pause`).send({}).expect(202);
    const reply = await post(`/runs/${id}/pause`).send({ reason: 'lunch' }).expect(400);
    expect(reply.body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'reason' }] });
    expect((await post(`/runs/${id}/pause`).type('text').send('now').expect(415)).body).toMatchObject({ status: 415 });
  });
});

describe('other methods and addresses', () => {
  it.each([
    ['delete', '/runs', 'GET, HEAD, OPTIONS'],
    ['get', '/trigger', 'OPTIONS, POST'],
    ['put', '/session', 'DELETE, OPTIONS, POST'],
    ['patch', '/runs/run_1/pause', 'OPTIONS, POST'],
  ] as const)('%s %s is answered with what is allowed', async (method, path, allow) => {
    const reply = await request(api.server)[method](path).expect(405);
    expect(reply.headers['allow']).toBe(allow);
    expect(reply.body).toMatchObject({ code: 'method_not_allowed' });
  });

  it('answers OPTIONS without granting anything to other origins', async () => {
    const reply = await request(api.server).options('/trigger').expect(204);
    expect(reply.headers['allow']).toBe('OPTIONS, POST');
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('says 404 in problem details for an address that is none', async () => {
    const reply = await get('/nowhere').expect(404);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.body).toMatchObject({ type: 'urn:synthetic-api:problem:not_found', status: 404, code: 'not_found' });
    expect((reply.body as { request_id: string }).request_id).toBe(reply.headers['x-request-id']);
  });
});
