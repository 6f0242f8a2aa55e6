import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { RunEventMessage } from '../contracts/run.js';
import { RunEventSchema } from '../contracts/schemas/run-view.js';
import { readEvents, type SentEvent } from './testing/read-events.js';
import { startTestApi, type TestApi, type TestApiOptions } from './testing/api-server.js';

let api: TestApi;
let runId: string;

async function setUp(options: TestApiOptions = {}): Promise<void> {
  api = await startTestApi(options);
  const reply = await request(api.server).post('/trigger').send({ question: 'What is a loom?' });
  runId = (reply.body as { run_id: string }).run_id;
}
beforeEach(() => setUp());
afterEach(() => api.close());

const open = (headers: Record<string, string> = {}, query = '') =>
  fetch(`${api.url}/runs/${runId}/events${query}`, { headers });
const messageOf = ({ data }: SentEvent) => JSON.parse(data) as RunEventMessage;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('GET /runs/{id}/events', () => {
  it('sends each change as it comes and ends with the run', async () => {
    const reply = await open();
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reply.headers.get('cache-control')).toContain('no-store');
    const events = readEvents(reply);
    api.runs.change(runId, { kind: 'question' }, 'run');
    const first = await events.next();
    api.runs.change(runId, { warnings: ['careful\nthere'] }, 'warning');
    api.runs.end(runId);
    const rest = await events.rest();
    const all = [first, ...rest].flatMap((event) => (event === null ? [] : [event]));
    expect(all.map(({ event }) => event)).toEqual(['run', 'warning', 'end']);
    for (const sent of all) {
      const message = messageOf(sent);
      expect(RunEventSchema.parse(message)).toEqual(message);
      expect([sent.id, sent.event]).toEqual([String(message.id), message.event]);
    }
    expect(events.retryMs()).toBe(2_000);
    const view = all.reduce((seen, sent) => ({ ...seen, ...messageOf(sent).changed }), {});
    expect(view).toMatchObject({ kind: 'question', warnings: ['careful\nthere'], overall_status: 'succeeded' });
  });

  it('goes on after the last event that the client saw', async () => {
    const ids = [1, 2, 3].map(() => api.runs.change(runId, {}).id);
    api.runs.end(runId);
    for (const reply of [await open({ 'Last-Event-ID': String(ids[1]) }), await open({}, `?after=${ids[1]}`)]) {
      const rest = await readEvents(reply).rest();
      expect(rest.map(({ id }) => Number(id))).toEqual([ids[2], (ids[2] ?? 0) + 1]);
    }
    const both = await readEvents(await open({ 'Last-Event-ID': String(ids[2]) }, '?after=0')).rest();
    expect(both).toHaveLength(1);
  });

  it('tells a client that has seen the end not to come back', async () => {
    const { id } = api.runs.end(runId);
    expect((await open({ 'Last-Event-ID': String(id) })).status).toBe(204);
    expect((await readEvents(await open()).rest()).map(({ event }) => event)).toEqual(['end']);
  });

  it.each(['-1', 'x', '1.5', '99999999999'])('refuses the event id %s', async (id) => {
    expect((await open({ 'Last-Event-ID': id })).status).toBe(400);
    expect((await open({}, `?after=${id}`)).status).toBe(400);
  });

  it('says 404 for an unknown run before any stream begins', async () => {
    const reply = await fetch(`${api.url}/runs/run_${'0'.repeat(32)}/events`);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: 'run_not_found' });
  });

  it('lets go of the run when the client goes away', async () => {
    const gone = new AbortController();
    await fetch(`${api.url}/runs/${runId}/events`, { signal: gone.signal });
    await until(() => api.runs.openStreams === 1);
    gone.abort();
    await until(() => api.runs.openStreams === 0);
    expect(api.runs.openStreams).toBe(0);
  });

  it('ends open streams when the server stops, without an end of the run', async () => {
    const reply = await open();
    await until(() => api.runs.openStreams === 1);
    api.stop();
    expect(await readEvents(reply).rest()).toEqual([]);
  });

  it('ends the stream when Temporal goes away, so that the client comes back', async () => {
    const reply = await open();
    await until(() => api.runs.openStreams === 1);
    api.runs.failure = new Error('gone');
    expect(await readEvents(reply).rest()).toEqual([]);
    expect(api.logged.join('')).toContain('an event stream broke off');
  });

  it('takes secrets out of every event', async () => {
    api.runs.end(runId, 'succeeded', 'The key is sk-' + 'ant-api03-abcdefghijkl, the card 4111 1111 1111 1111.');
    const [event] = await readEvents(await open()).rest();
    expect(event && messageOf(event).changed.answer).toBe('The key is [redacted], the card [redacted].');
  });

  it('keeps the connection alive with comments', async () => {
    await api.close();
    await setUp({ deps: { heartbeatMs: 5 } });
    const events = readEvents(await open());
    await events.comment();
    api.runs.end(runId);
    expect(await events.rest()).toHaveLength(1);
    expect(events.comments()).toBeGreaterThan(0);
  });
});
