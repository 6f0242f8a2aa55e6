import { afterEach, describe, expect, it } from '@jest/globals';
import type { OmiAsk, OmiConversation, SpeechSegment } from '../contracts/omi.js';
import { TemporalUnavailableError } from '../contracts/errors.js';
import type { Wearers } from '../ports/wearers.js';
import { startTestApi, type TestApi } from './testing/api-server.js';

const SECRET = 'secret-of-the-webhook-1';
let api: TestApi;
let heard: { uid: string; segments: readonly SpeechSegment[] }[];
let conversations: { uid: string; conversation: OmiConversation }[];
let asked: { uid: string; ask: OmiAsk }[];
let down: boolean;

const wearers: Wearers = {
  hear: async (uid, { segments }) => {
    if (down) throw new TemporalUnavailableError('down');
    heard.push({ uid, segments });
  },
  hearConversation: async (uid, conversation) => void conversations.push({ uid, conversation }),
  ask: async (uid, ask) => void asked.push({ uid, ask }),
};

async function start(env: Record<string, string> = {}): Promise<void> {
  heard = [];
  conversations = [];
  asked = [];
  down = false;
  api = await startTestApi({ env: { OMI_WEBHOOK_SECRET: SECRET, ...env }, deps: { wearers } });
}
afterEach(() => api.close());

const segment = (text: string, more: object = {}) => ({
  id: text,
  text,
  speaker: 'SPEAKER_00',
  speaker_id: 0,
  is_user: true,
  person_id: null,
  start: 1,
  end: 2,
  translations: [],
  some_new_field: { of: '2027' },
  ...more,
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('POST /webhook/omi', () => {
  it.each([
    [
      'an object, uid in the address',
      '/webhook/omi/SECRET?uid=u1',
      { session_id: 'u1', segments: [segment('Hello.')] },
    ],
    ['a bare array, uid in the address', '/webhook/omi/SECRET?session_id=u1&uid=u1', [segment('Hello.')]],
    ['uid in the body', '/webhook/omi/SECRET', { uid: 'u1', segments: [segment('Hello.')] }],
    ['the session as uid', '/webhook/omi/SECRET', { session_id: 'u1', segments: [segment('Hello.')] }],
    ['the secret as token', '/webhook/omi?token=SECRET&uid=u1', [segment('Hello.')]],
    [
      'a token that a sender appended to',
      '/webhook/omi?token=SECRET?uid=u1',
      { uid: 'u1', segments: [segment('Hello.')] },
    ],
  ])('takes %s', async (_how, path, body) => {
    await start();
    const response = await post(path.replace('SECRET', SECRET), body);
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(heard).toEqual([{ uid: 'u1', segments: [{ id: 'Hello.', text: 'Hello.', start: 1, end: 2 }] }]);
  });

  it('takes a bearer, and JSON that is called something else', async () => {
    await start();
    const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'text/plain' };
    expect((await post('/webhook/omi?uid=u1', [segment('Hello.')], headers)).status).toBe(200);
  });

  it.each([
    ['none', '/webhook/omi?uid=u1'],
    ['a wrong one in the address', '/webhook/omi/wrong-secret-of-hook?uid=u1'],
    ['a wrong token', '/webhook/omi?uid=u1&token=wrong'],
  ])('refuses %s, all in the same words', async (_which, path) => {
    await start();
    const response = await post(path, [segment('Hello.')]);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'wrong_omi_secret']);
    expect(heard).toEqual([]);
  });

  it('needs no secret on a loopback address, and is closed without one elsewhere', async () => {
    await start({ OMI_WEBHOOK_SECRET: '' });
    expect((await post('/webhook/omi?uid=u1', [segment('Hello.')])).status).toBe(200);
    await api.close();
    await start({ OMI_WEBHOOK_SECRET: '', HOST: '0.0.0.0', API_KEY: 'a-key-of-sixteen-or-more' });
    const response = await post('/webhook/omi?uid=u1', [segment('Hello.')]);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'omi_not_configured']);
  });

  it('hears the wearer alone, and no silence', async () => {
    await start();
    const segments = [segment('Mine.'), segment('Theirs.', { is_user: false }), segment('  ')];
    await post(`/webhook/omi/${SECRET}?uid=u1`, { segments });
    expect(heard.map(({ segments: s }) => s.map(({ text }) => text))).toEqual([['Mine.']]);
  });

  it('copes with segments that lack what they should have', async () => {
    await start();
    const segments = [{ text: 'No id.', is_user: true }, null, 'text', { is_user: true }, { text: 7, is_user: true }];
    expect((await post(`/webhook/omi/${SECRET}?uid=u1`, { segments })).status).toBe(200);
    expect(heard[0]?.segments).toEqual([{ id: 'at 0.00', text: 'No id.', start: 0, end: 0 }]);
  });

  it('says 503 while Temporal does not accept, so that it is sent again', async () => {
    await start();
    down = true;
    const response = await post(`/webhook/omi/${SECRET}?uid=u1`, [segment('Hello.')]);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).not.toBeNull();
  });

  it.each([
    ['no JSON', 'hello', 400],
    ['half of it', '{"segments": [', 400],
    ['another shape', { hello: 1 }, 400],
    ['no wearer', { segments: [] }, 400],
    ['more than 2 MiB', JSON.stringify({ uid: 'u1', segments: [segment('x'.repeat(2_200_000))] }), 413],
  ])('says what is wrong with %s', async (_what, body, status) => {
    await start();
    expect((await post(`/webhook/omi/${SECRET}`, body)).status).toBe(status);
  });

  it('takes one megabyte of speech in parts that a signal can hold, losing none of it', async () => {
    await start();
    const segments = Array.from({ length: 100 }, (_, n) => segment(`${n} ${'word '.repeat(2_000)}`, { id: `s${n}` }));
    expect((await post(`/webhook/omi/${SECRET}?uid=u1`, { segments })).status).toBe(200);
    const sizes = heard.map(({ segments: part }) => JSON.stringify(part).length);
    expect(Math.max(...sizes)).toBeLessThan(400_000);
    expect(heard.flatMap(({ segments: part }) => part.map(({ id }) => id))).toEqual(segments.map(({ id }) => id));
  });

  it('sends what comes at once for one wearer together, and in order', async () => {
    await start();
    const deliveries = Array.from({ length: 50 }, (_, n) => [segment(`word ${n}`)]);
    const replies = await Promise.all(deliveries.map((body) => post(`/webhook/omi/${SECRET}?uid=u1`, body)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(heard.length).toBeLessThan(25);
    expect(heard.flatMap(({ segments }) => segments).length).toBe(50);
  });

  it('hands a conversation on once its words are there, and leaves a discarded one', async () => {
    await start();
    const conversation = {
      id: 'c1',
      discarded: false,
      structured: { title: 'A walk' },
      transcript_segments: [
        segment('Second.', { start: 9 }),
        segment('First.', { start: 1 }),
        segment('He.', { is_user: false }),
      ],
    };
    expect((await post(`/webhook/omi/${SECRET}?uid=u1`, conversation)).status).toBe(200);
    expect((await post(`/webhook/omi/${SECRET}?uid=u1`, { ...conversation, discarded: true })).status).toBe(200);
    expect(conversations).toEqual([{ uid: 'u1', conversation: { id: 'c1', text: 'First.\nSecond.' } }]);
  });

  it('has nothing to do with a day’s summary', async () => {
    await start();
    const body = { uid: 'u1', created_at: '2026-11-30', summary: "{'python': True}" };
    expect((await post(`/webhook/omi/${SECRET}?uid=u1`, body)).status).toBe(200);
    expect([heard, conversations, asked]).toEqual([[], [], []]);
  });
});

describe('Omi’s set-up', () => {
  it('is complete once the secret is right', async () => {
    await start();
    const response = await fetch(`${api.url}/webhook/omi/${SECRET}?uid=u1`);
    expect([response.status, await response.json()]).toEqual([200, { is_setup_completed: true }]);
    expect((await fetch(`${api.url}/webhook/omi/wrong?uid=u1`)).status).toBe(401);
  });

  it('describes a tool whose address holds the secret only for those who know it', async () => {
    await start({ PUBLIC_URL: 'https://answers.example' });
    const manifestOf = async (query: string) =>
      (await (await fetch(`${api.url}/.well-known/omi-tools.json${query}`)).json()) as {
        tools: { endpoint: string }[];
      };
    expect((await manifestOf('')).tools[0]?.endpoint).toBe('https://answers.example/webhook/omi-ask');
    const endpoint = (await manifestOf(`?token=${SECRET}`)).tools[0]?.endpoint ?? '';
    const token = /^https:\/\/answers\.example\/webhook\/omi-ask\/([0-9a-f]{40})$/.exec(endpoint)?.[1] ?? '';
    expect((await post(`/webhook/omi-ask/${token}`, { question: 'How high?', uid: 'u1' })).status).toBe(200);
    expect((await post(`/webhook/omi/${token}?uid=u1`, [segment('Hello.')])).status).toBe(401);
    expect((await manifestOf('?token=wrong')).tools[0]?.endpoint).toBe('https://answers.example/webhook/omi-ask');
  });
});

describe('the chat tool', () => {
  const call = {
    question: 'How high is the light?',
    uid: 'u1',
    app_id: 'a',
    tool_name: 'ask_the_web',
    geolocation: {},
  };

  it('starts one run however often it is called within a minute, and says so at once', async () => {
    await start({ PUBLIC_URL: 'https://answers.example' });
    const replies = await Promise.all([1, 2].map(() => post(`/webhook/omi-ask/${SECRET}`, call)));
    const bodies = (await Promise.all(replies.map((reply) => reply.json()))) as { result: string; run_id: string }[];
    expect(bodies[0]?.run_id).toMatch(/^run_[0-9a-f]{32}$/);
    expect(bodies[0]?.result).toContain(`https://answers.example/runs/${bodies[0]?.run_id}`);
    expect(new Set(asked.map(({ ask }) => ask.runId)).size).toBe(1);
  });

  it('says what is missing', async () => {
    await start();
    expect((await post(`/webhook/omi-ask/${SECRET}`, { uid: 'u1' })).status).toBe(400);
    expect((await post(`/webhook/omi-ask/${SECRET}`, { question: 'How?' })).status).toBe(400);
    expect((await post('/webhook/omi-ask', call)).status).toBe(401);
  });
});

it('keeps the secret out of the log', async () => {
  await start();
  await post(`/webhook/omi/${SECRET}?uid=u1`, [segment('Hello.')]);
  await post(`/webhook/omi/${SECRET}?uid=u1`, 'broken');
  expect(api.logged.length).toBeGreaterThan(0);
  expect(api.logged.join('')).not.toContain(SECRET);
});
