import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createOneTimeKeys } from '../adapters/one-time-keys/one-time-keys.js';
import type { GateKind, PendingInput } from '../contracts/gates.js';
import { AnsweredSchema, OfferedKeySchema } from '../contracts/schemas/gates.js';
import { sealSecret } from '../sealing/seal.js';
import { randomRunId } from './run-ids.js';
import { startTestApi, type TestApi } from './testing/api-server.js';

const CANARY = 'a-password-nobody-may-see';
const keys = createOneTimeKeys();
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ env: { ANSWERS_PER_MINUTE: '100000', TRUST_PROXY: '1' } });
  api.runs.keys = keys;
});
afterAll(() => api.close());

const url = 'https://members.example/briefing';

async function waiting(kind: GateKind, more: Partial<PendingInput> = {}) {
  const runId = randomRunId();
  const input = { question: 'x', kind: 'auto', source: 'http', url: null, inputs: {}, maxPages: 1 } as const;
  const rest = { language: null, domains: { include: [], exclude: [] }, today: '2026-11-30', maxDurationMs: 1 };
  await api.runs.start(
    runId,
    { ...input, ...rest },
    { question: 'x', kind: 'auto', source: 'http', url: null, max_pages: 1, body_hash: runId },
  );
  const gate: PendingInput = {
    gate_id: `gate_${runId}`,
    kind,
    fields: [],
    prompt: 'Please.',
    url,
    expires_at: '2026-12-03T12:00:00.000Z',
    options: [],
    effect: null,
    ...more,
  };
  api.runs.change(runId, { overall_status: 'awaiting_human_input', pending_input: gate }, 'gate');
  return { runId, gate_id: gate.gate_id };
}

const resume = (runId: string, body: object) => request(api.server).post(`/runs/${runId}/resume`).send(body);
const codeOf = (body: unknown) => (body as { code: string }).code;

describe('POST /runs/{id}/resume', () => {
  it('passes an answer on and says what became of it', async () => {
    const { runId, gate_id } = await waiting('approval');
    const body = { gate_id, answer_id: 'mine', approve: true };
    const first = await resume(runId, body).expect(202);
    expect(AnsweredSchema.parse(first.body)).toMatchObject({ run_id: runId, answer_id: 'mine', outcome: 'accepted' });
    expect((await resume(runId, body).expect(202)).body).toMatchObject({ outcome: 'repeated' });
    expect(api.runs.answers.at(-1)).toEqual(body);
  });

  it('gives an answer an id where its sender has none', async () => {
    const { runId } = await waiting('email');
    const body: unknown = (await resume(runId, { email: 'a@example.com' }).expect(202)).body;
    expect((body as { answer_id: string }).answer_id).not.toBe('');
  });

  it('says unconfirmed when no worker replies', async () => {
    const { runId } = await waiting('email');
    api.runs.unconfirmed = true;
    const body: unknown = (await resume(runId, { email: 'a@example.com' }).expect(202)).body;
    api.runs.unconfirmed = false;
    expect(body).toMatchObject({ outcome: 'unconfirmed' });
  });

  it.each([
    [{ email: 'nonsense' }, 400, 'invalid_request'],
    [{ surplus: 1 }, 400, 'invalid_request'],
    [{ values: { a: 1 } }, 400, 'invalid_request'],
    [{ approve: true }, 400, 'answer_invalid'],
    [{}, 400, 'answer_invalid'],
    [{ email: 'a@example.com', approve: true }, 400, 'answer_invalid'],
    [{ gate_id: 'gate_of_another', email: 'a@example.com' }, 409, 'gate_unknown'],
  ])('refuses %j with %i', async (body, status, code) => {
    const { runId } = await waiting('email');
    const reply = await resume(runId, body).expect(status);
    expect(codeOf(reply.body)).toBe(code);
    expect((await api.runs.view(runId)).overall_status).toBe('awaiting_human_input');
  });

  it('tells an unknown run, one that does not wait, an answered gate and an ended run apart', async () => {
    expect(codeOf((await resume(randomRunId(), { email: 'a@example.com' }).expect(404)).body)).toBe('run_not_found');
    const { runId, gate_id } = await waiting('email');
    await resume(runId, { gate_id, email: 'a@example.com' }).expect(202);
    expect(codeOf((await resume(runId, { email: 'b@example.com' }).expect(409)).body)).toBe('not_waiting');
    expect(codeOf((await resume(runId, { gate_id, email: 'b@example.com' }).expect(409)).body)).toBe('gate_answered');
    api.runs.end(runId);
    expect(codeOf((await resume(runId, { gate_id, email: 'b@example.com' }).expect(409)).body)).toBe('run_ended');
  });

  it.each([
    ['email', { password: CANARY }],
    ['email', { email: 'a@example.com', password: CANARY }],
    ['email', { code: '123456' }],
    ['login', { email: 'a@example.com', private: true }],
    ['code', { password: CANARY }],
  ] as const)('refuses what a gate of kind %s does not take, and leaves it open', async (kind, given) => {
    const { runId, gate_id } = await waiting(kind);
    const before = api.runs.answers.length;
    const reply = await resume(runId, { gate_id, ...given }).expect(400);
    expect(codeOf(reply.body)).toBe('answer_invalid');
    expect(reply.text).not.toContain(CANARY);
    expect(api.runs.answers.length).toBe(before);
    expect((await api.runs.view(runId)).pending_input?.gate_id).toBe(gate_id);
  });

  it('bounds how often', async () => {
    const slow = await startTestApi({ env: { ANSWERS_PER_MINUTE: '1' }, runs: api.runs });
    const { runId } = await waiting('email');
    const send = () => request(slow.server).post(`/runs/${runId}/resume`).send({ approve: true });
    await send().expect(400);
    expect((await send().expect(429)).headers['retry-after']).toBeDefined();
    await slow.close();
  });
});

describe('a password', () => {
  it('is sealed on arrival: only what nobody else can read goes on', async () => {
    const { runId, gate_id } = await waiting('login');
    await resume(runId, { gate_id, email: 'a@example.com', password: CANARY }).expect(202);
    const answer = api.runs.answers.at(-1);
    expect(Object.keys(answer ?? {}).sort()).toEqual(['answer_id', 'gate_id', 'sealed']);
    const opened = await keys.open(answer?.sealed ?? '', { runId, gateId: gate_id, origin: 'https://members.example' });
    expect(opened).toEqual({ email: 'a@example.com', password: CANARY });
    expect(api.logged.join('')).not.toContain(CANARY);
  });

  it('sent again after it was taken counts once', async () => {
    const { runId, gate_id } = await waiting('login');
    const body = { gate_id, answer_id: 'mine', email: 'a@example.com', password: CANARY };
    await resume(runId, body).expect(202);
    expect((await resume(runId, body).expect(202)).body).toMatchObject({ outcome: 'repeated' });
  });

  it.each([
    ['with a private email', { email: 'a@example.com', private: true }, 'email'],
    ['with a code', { code: '246810' }, 'code'],
  ] as const)('goes the same way as %s', async (_name, body, kind) => {
    const { runId, gate_id } = await waiting(kind);
    await resume(runId, { gate_id, ...body }).expect(202);
    expect(JSON.stringify(api.runs.answers.at(-1))).not.toMatch(/a@example\.com|246810/);
  });

  it('is sealed by its sender to a key that is asked for', async () => {
    const { runId, gate_id } = await waiting('login');
    const body: unknown = (await request(api.server).post(`/runs/${runId}/key`).send({ gate_id }).expect(200)).body;
    const sealed = await sealSecret(OfferedKeySchema.parse(body), { email: 'a@example.com', password: CANARY });
    await resume(runId, { gate_id, sealed }).expect(202);
    expect(api.runs.answers.at(-1)).toMatchObject({ gate_id, sealed });
  });

  it.each([
    ['password', { password: CANARY }],
    ['sealed', { sealed: 'v1.k.e.c' }],
    ['code', { code: '1' }],
  ])('is not taken through a proxy without TLS (%s)', async (_name, secret) => {
    const { runId, gate_id } = await waiting('login');
    const send = (protocol: string) =>
      resume(runId, { gate_id, ...secret })
        .set('X-Forwarded-Proto', protocol)
        .set('X-Forwarded-For', '203.0.113.7');
    const reply = await send('http').expect(403);
    expect(codeOf(reply.body)).toBe('insecure_channel');
    expect((await send('https')).status).not.toBe(403);
  });

  it('is refused where no browser worker makes a key, and no word of it comes back', async () => {
    const { runId, gate_id } = await waiting('login');
    api.runs.keys = null;
    const reply = await resume(runId, { gate_id, email: 'a@example.com', password: CANARY }).expect(503);
    api.runs.keys = keys;
    expect(codeOf(reply.body)).toBe('key_unavailable');
    expect(JSON.stringify(reply.body) + api.logged.join('')).not.toContain(CANARY);
  });

  it.each([
    ['a field too many', (canary: string) => JSON.stringify({ password: canary, surplus: canary })],
    ['a wrong type', (canary: string) => JSON.stringify({ password: [canary] })],
    ['broken JSON', (canary: string) => `{"password": "${canary}"`],
  ])('with %s is refused without a word of it', async (_name, body) => {
    const { runId } = await waiting('login');
    const reply = await request(api.server)
      .post(`/runs/${runId}/resume`)
      .set('Content-Type', 'application/json')
      .send(body(CANARY))
      .expect(400);
    expect(JSON.stringify(reply.body) + api.logged.join('')).not.toContain(CANARY);
  });
});
