import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { omiWorkflowId } from '../src/contracts/omi.js';
import type { RunListItem } from '../src/contracts/run.js';
import { startApi, type RunningApi } from '../src/server.js';
import type { RunningWorker } from '../src/worker.js';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { ASKED, recordedStream, type Segment } from './support/omi-stream.js';
import { silent, startSystem, type System } from './support/system.js';

const SECRET = 'secret-of-the-webhook-1';
const PAGES = [
  {
    url: 'http://light.example/',
    title: 'The harbour light of Skerrow',
    text: ['The harbour light of Skerrow is 31 metres high and was built in 1884.'],
  },
];

interface Notification {
  readonly uid: string;
  readonly message: string;
  readonly bearer: string | undefined;
}

let web: OfflineWeb;
let system: System;
let worker: RunningWorker;
let api: RunningApi;
let omi: Server;
const notified: Notification[] = [];
/** how Omi answers the next notifications; then it takes them */
const refusals: { status: number; headers?: Record<string, string> }[] = [];

beforeAll(async () => {
  omi = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://omi');
    const refusal = refusals.shift();
    if (refusal !== undefined) return void res.writeHead(refusal.status, refusal.headers).end('{}');
    const { searchParams } = url;
    if (req.method !== 'POST' || url.pathname !== '/v2/integrations/app-1/notification')
      return void res.writeHead(404).end();
    notified.push({
      uid: searchParams.get('uid') ?? '',
      message: searchParams.get('message') ?? '',
      bearer: req.headers.authorization,
    });
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => omi.listen(0, '127.0.0.1', done));
  web = await startOfflineWeb(PAGES);
  system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    PORT: '0',
    OMI_WEBHOOK_SECRET: SECRET,
    OMI_APP_ID: 'app-1',
    OMI_API_KEY: 'sk_omi_key_for_tests',
    OMI_BASE_URL: `http://127.0.0.1:${(omi.address() as AddressInfo).port}`,
    PUBLIC_URL: 'https://answers.example',
  });
  worker = await system.startWorker();
  api = await startApi(system.core, silent);
}, 120_000);

afterAll(async () => {
  await api?.stop();
  await system?.stop();
  await web?.close();
  omi?.close();
});

const deliver = (uid: string, segments: readonly Segment[], path = `/webhook/omi/${SECRET}`): Promise<Response> =>
  fetch(`http://127.0.0.1:${api.port}${path}?uid=${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: uid, segments }),
  });

async function askedRuns(): Promise<readonly RunListItem[]> {
  const { runs } = await system.core.runs.list({ limit: 100, source: 'omi' });
  return [...runs].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

async function runsWhen(until: (questions: readonly string[]) => boolean): Promise<readonly RunListItem[]> {
  for (;;) {
    const runs = await askedRuns();
    if (until(runs.map(({ question }) => question))) return runs;
    await wait(200);
  }
}

const mine = (id: string, text: string, start: number): Segment => ({
  id,
  text,
  speaker: 'SPEAKER_00',
  is_user: true,
  start,
  end: start + 2,
});

describe('five minutes of a wearer’s day', () => {
  it('is 17 segments in 55 updates', () => {
    const stream = recordedStream();
    const ids = stream.flatMap(({ segments }) => segments.map(({ id }) => id));
    expect([new Set(ids).size, ids.length]).toEqual([17, 55]);
  });

  it('gives exactly the questions in it, told twice by two channels and over a restart of worker and API', async () => {
    const stream = recordedStream();
    for (const [n, { segments, pauseMs }] of stream.entries()) {
      const replies = await Promise.all([deliver('walker', segments), deliver('walker', segments)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      if (n === 24) {
        await worker.stop();
        await api.stop();
        api = await startApi(system.core, silent);
      }
      if (n === 30) worker = await system.startWorker();
      await wait(pauseMs);
    }
    await runsWhen((questions) => questions.includes(ASKED.at(-1)?.[1] ?? ''));
    await wait(6_000);
    expect((await askedRuns()).map(({ question }) => question)).toEqual(ASKED.map(([, question]) => question));
  }, 180_000);

  it('ends in a notification that says the answer and where it stands', async () => {
    const light = (await askedRuns()).find(({ question }) => question.startsWith('How high'));
    await system.viewWhen(light?.run_id ?? '');
    for (let n = 0; n < 100 && !notified.some(({ message }) => message.includes('31 metres')); n++) await wait(100);
    const notification = notified.find(({ message }) => message.includes('31 metres'));
    expect(notification).toMatchObject({ uid: 'walker', bearer: 'Bearer sk_omi_key_for_tests' });
    expect(notification?.message).toContain(`https://answers.example/runs/${light?.run_id}`);
  }, 60_000);

  it('is told again as a conversation and asks nothing anew', async () => {
    const before = (await askedRuns()).length;
    const said = recordedStream()
      .flatMap(({ segments }) => segments)
      .filter(({ is_user }) => is_user);
    const last = [...new Map(said.map((segment) => [segment.id, segment])).values()];
    const conversation = { id: 'c-1', discarded: false, transcript_segments: last };
    const post = () =>
      fetch(`http://127.0.0.1:${api.port}/webhook/omi/${SECRET}?uid=walker`, {
        method: 'POST',
        body: JSON.stringify(conversation),
      });
    expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
    await wait(3_000);
    expect((await askedRuns()).length).toBe(before);
  }, 60_000);
});

it('waits until Omi takes notifications again, and leaves what it never will', async () => {
  notified.length = 0;
  refusals.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 });
  await deliver('patient', [mine('a', 'Which year was the harbour light of Skerrow built?', 1)]);
  for (let n = 0; n < 300 && notified.length === 0; n++) await wait(100);
  expect(notified.map(({ uid }) => uid)).toEqual(['patient']);
  refusals.push({ status: 403 });
  await deliver('uninvited', [mine('a', 'Who built the harbour light of Skerrow?', 1)]);
  await runsWhen((questions) => questions.includes('Who built the harbour light of Skerrow?'));
  for (let n = 0; n < 300 && refusals.length > 0; n++) await wait(100);
  await wait(3_000);
  expect(notified.map(({ uid }) => uid)).toEqual(['patient']);
}, 90_000);

it('asks what the chat tool was asked, once, under the id that it was told', async () => {
  const call = () =>
    fetch(`http://127.0.0.1:${api.port}/webhook/omi-ask/${SECRET}`, {
      method: 'POST',
      body: JSON.stringify({ uid: 'chatter', question: 'How old is the harbour light of Skerrow?', app_id: 'app-1' }),
    });
  const told = (await (await call()).json()) as { run_id: string };
  await call();
  const view = await system.viewWhen(told.run_id).catch(async () => {
    await wait(2_000);
    return system.viewWhen(told.run_id);
  });
  expect(view).toMatchObject({ source: 'omi', question: 'How old is the harbour light of Skerrow?' });
  expect((await askedRuns()).filter(({ question }) => question.startsWith('How old')).length).toBe(1);
}, 60_000);

it('goes on in a new history when its own has grown, without losing a word', async () => {
  const { client, wearers, identity } = system.core;
  const executions = async () => {
    const ids = new Set<string>();
    for await (const { workflowId, runId } of client.workflow.list({ query: 'WorkflowType="omi"' }))
      if (workflowId.endsWith(identity.storeId)) ids.add(`${workflowId} ${runId}`);
    return ids.size;
  };
  const before = await executions();
  const words = 'What is the name of the keeper of the harbour light of Skerrow'.split(' ');
  for (let n = 0; n < 1_100; n++)
    await wearers.hear('talker', {
      segments: [
        {
          id: `t${n}`,
          text: n < 1_100 - words.length ? 'hm' : (words[n - 1_100 + words.length] ?? ''),
          start: n,
          end: n + 1,
        },
      ],
    });
  const runs = await runsWhen((questions) => questions.some((question) => question.includes('the keeper')));
  expect(runs.filter(({ question }) => question.endsWith(words.join(' '))).length).toBe(1);
  expect(await executions()).toBeGreaterThanOrEqual(before + 2);
}, 120_000);

it('holds the name of no wearer in the name of a workflow', () => {
  expect(omiWorkflowId('hash', 'store')).toBe('omi:hash:store');
});
