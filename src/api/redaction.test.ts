/** A canary is planted in every field of a run: none may sing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { RunView } from '../contracts/run.js';
import { EXAMPLE_RUN } from './openapi-examples.js';
import { API_KEY, startTestApi, type TestApi } from './testing/api-server.js';

const TAVILY_KEY = 'a configured key without any shape';
// Put together here, so that no scanner takes this file for a leak.
const CANARIES = [
  API_KEY,
  TAVILY_KEY,
  '5e'.repeat(32),
  'sk-' + 'ant-api03-canarycanarycanary1',
  'tvly-' + 'canary-0123456789',
  'ghp_' + 'canarycanarycanarycanary0123456789',
  'AKIA' + 'CANARY7CANARY7CA',
  'eyJ' + 'hbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl',
  '4111 1111 1111 1111',
  '378282246310005',
];

/** Every text within a value, replaced. */
function plant(value: unknown, canary: string): unknown {
  if (typeof value === 'string') return `${value} ${canary}.`;
  if (Array.isArray(value)) return value.map((part) => plant(part, canary));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plant(part, canary)]));
}

/** A run view in which nothing is null or empty, so that every field is there to be planted in. */
const FULL: Record<keyof RunView, unknown> = {
  ...EXAMPLE_RUN,
  url: 'https://example.org/',
  reason: { code: 'c', message: 'm' },
  answered_by: { mode: 'model', model: 'm' },
  pending_input: { gate_id: 'g', kind: 'email', fields: ['email'], prompt: 'p', url: 'u', expires_at: 't' },
  action: 'a',
  warnings: ['w'],
};

describe('secrets', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ env: { API_KEY, TAVILY_API_KEY: TAVILY_KEY, TRIGGERS_PER_MINUTE: '1000' } });
  });
  afterAll(() => api.close());

  const authorised = <T extends request.Test>(call: T): T => call.set('Authorization', `Bearer ${API_KEY}`);

  it.each(CANARIES)('%s leaves by no field of a run, a list or an event', async (canary) => {
    const begun = await authorised(
      request(api.server)
        .post('/trigger')
        .send({ question: `about ${canary}` }),
    ).expect(202);
    const runId = (begun.body as { run_id: string }).run_id;
    const planted = plant(FULL, canary) as RunView;
    api.runs.change(runId, { ...planted, run_id: runId, overall_status: 'running' });
    api.runs.end(runId, 'succeeded', canary);
    const replies = [
      await authorised(request(api.server).get(`/runs/${runId}`)).expect(200),
      await authorised(request(api.server).get('/runs')).expect(200),
      await authorised(request(api.server).get(`/runs/${runId}/events`)).expect(200),
    ];
    for (const { text } of replies) {
      expect(text).toContain('[redacted]');
      expect(text).not.toContain(canary);
    }
    // The rest of the run is still there.
    expect(replies[0]?.body).toMatchObject({
      sources: [{ n: 1, title: 'Eiffel Tower [redacted].' }],
      last_event_id: 3,
    });
  });

  it('are not sent back by an error that names what was wrong', async () => {
    const [canary = ''] = CANARIES.slice(3);
    const call = request(api.server)
      .post('/trigger')
      .send({ question: 'x', [canary]: canary, kind: canary });
    const reply = await authorised(call).expect(400);
    expect(reply.text).not.toContain(canary);
  });
});
