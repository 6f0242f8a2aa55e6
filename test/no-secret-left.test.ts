/**
 * Drives passwords, codes and private addresses through every way in which a sign-in can go, on the product's real
 * processes, and then looks for them in everything that is left: histories, databases, logs, files, requests, answers.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import type { OfferedKey, PendingInput, Secret } from '../src/contracts/gates.js';
import type { RunView } from '../src/contracts/run.js';
import { sealSecret } from '../src/sealing/seal.js';
import {
  ARTICLE_QUESTION,
  demoSettings,
  MEMBERS_QUESTION,
  startDemoSite,
  type DemoSite,
} from './support/demo-system.js';
import {
  killAll,
  processesOf,
  processesRunning,
  sleep,
  startProduct,
  whenReady,
  type Product,
} from './support/product.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { formsOf, searchBytes, searchFolder, searchProcesses, type Hit } from './support/secret-search.js';

/** Every encoding changes it: quotes, a slash, an ampersand, letters beyond ASCII, a space. */
const PASSWORD = 'Kanari"e/ü&7 π=9\\x';
const CODE = 'Kode"ø/&31 µ';
const PRIVATE_EMAIL = 'kanarienvogel&7@leak-search.example';
const ACCOUNT = { email: 'demo@example.com', password: PASSWORD, code: CODE };
/** Planted on purpose: what finds nothing has to find this. */
const CONTROL = 'Kontrolle"ß/&42 λ';

const chromium = findChromium(undefined);
if (chromium === null) console.warn('no Chromium: nobody signs in, so there is no leak to look for');
const describeWithBrowser = chromium === null ? describe.skip : describe;

let site: DemoSite;
let model: ScriptedModel;
const folder = mkdtempSync(join(tmpdir(), 'synthetic-leaks-'));
/** all that the API said, and what was seen of processes and histories, as bytes with their place */
const seen: { readonly where: string; readonly bytes: Buffer }[] = [];
const processHits: Hit[] = [];
let product: Product;

const secrets = [PASSWORD, CODE, PRIVATE_EMAIL];
const allForms = new Map(
  secrets.flatMap((secret, n) => [...formsOf(secret)].map(([form, bytes]) => [`${n} ${form}`, bytes])),
);

async function call<T>(path: string, body?: unknown, raw?: string): Promise<{ status: number; value: T }> {
  const init =
    body === undefined && raw === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: raw ?? JSON.stringify(body) };
  const response = await fetch(product.api + path, init);
  const text = await response.text();
  seen.push({ where: `API ${path}`, bytes: Buffer.from(text, 'utf8') });
  processHits.push(...searchProcesses(processesOf(folder), allForms));
  if (response.status === 500) console.error(logOf(text));
  return { status: response.status, value: (text === '' ? null : JSON.parse(text)) as T };
}

/** What the log says of a request that broke something: the reply only names it. */
function logOf(problem: string): string {
  const { request_id: id } = JSON.parse(problem) as { request_id: string };
  const lines = product.output().split('\n');
  return lines.filter((line) => line.includes(id)).join('\n');
}

async function start(env: Record<string, string> = {}): Promise<void> {
  product = await startProduct({
    dataDir: folder,
    env: {
      ...demoSettings(site),
      LOG_LEVEL: 'debug',
      ANSWERS_PER_MINUTE: '10000',
      TRIGGERS_PER_MINUTE: '10000',
      ANTHROPIC_BASE_URL: model.url,
      EMBEDDER: 'none',
      ...env,
    },
  });
  await whenReady(product);
}

async function ask(path: '/members' | '/article', question = MEMBERS_QUESTION): Promise<string> {
  const { value } = await call<{ run_id: string }>('/trigger', { question, url: site.origin + path });
  return value.run_id;
}

async function viewWhen(runId: string, until: (view: RunView) => boolean): Promise<RunView> {
  for (;;) {
    const { value } = await call<RunView>(`/runs/${runId}`).catch(() => ({ value: null }));
    if (value !== null && until(value)) return value;
    await sleep(150);
  }
}
const ended = ({ finished_at }: RunView): boolean => finished_at !== null;

async function gateOf(runId: string, before?: string): Promise<PendingInput> {
  const isNew = ({ pending_input: gate, finished_at }: RunView): boolean =>
    finished_at !== null || (gate !== null && gate.gate_id !== before);
  const { pending_input: gate } = await viewWhen(runId, isNew);
  if (gate === null) throw new Error(`run ${runId} ended without asking`);
  return gate;
}

/** As curl would: in clear to this machine's API, which seals it. */
async function answerPlainly(runId: string, secret: Secret & { private?: boolean }, before?: string): Promise<string> {
  const { gate_id } = await gateOf(runId, before);
  const { status } = await call(`/runs/${runId}/resume`, { gate_id, ...secret });
  expect(status).toBe(202);
  return gate_id;
}

/** As page and command line do. */
async function keyOf(runId: string, gateId: string): Promise<OfferedKey> {
  return (await call<OfferedKey>(`/runs/${runId}/key`, { gate_id: gateId })).value;
}

const signing = ({ steps, finished_at }: RunView): boolean =>
  finished_at !== null || steps.some(({ name, status }) => name === 'signIn' && status !== 'succeeded');
const cancel = (runId: string): Promise<unknown> => call(`/runs/${runId}/cancel`, {});

const killWorkers = (): void => killAll(processesRunning(folder, 'worker.js'));

/** Everything that Temporal's own interface gives of every workflow. */
async function keepHistories(): Promise<void> {
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as { temporal_address: string };
  const connection = await Connection.connect({ address: run.temporal_address });
  const { workflow } = new Client({ connection });
  for await (const { workflowId } of workflow.list()) {
    const history = await workflow.getHandle(workflowId).fetchHistory();
    keepBytes(`history of ${workflowId}`, history);
    keepBytes(`description of ${workflowId}`, (await workflow.getHandle(workflowId).describe()).raw);
  }
  await connection.close();
}

function keepBytes(where: string, value: unknown): void {
  if (value instanceof Uint8Array) seen.push({ where, bytes: Buffer.from(value) });
  else if (typeof value === 'string') seen.push({ where, bytes: Buffer.from(value, 'utf8') });
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) keepBytes(where, part);
}

/** Of a run that has ended: the stream ends with it. */
async function keepEvents(runId: string): Promise<void> {
  const text = await (await fetch(`${product.api}/runs/${runId}/events`)).text();
  seen.push({ where: `events of ${runId}`, bytes: Buffer.from(text, 'utf8') });
}

async function stopAndKeep(): Promise<void> {
  await keepHistories();
  await product.stop();
  seen.push({ where: 'what was printed', bytes: Buffer.from(product.output(), 'utf8') });
}

const hitsIn = (forms: ReadonlyMap<string, Buffer>): Hit[] => [
  ...seen.flatMap(({ where, bytes }) => searchBytes(where, bytes, forms)),
  ...model.requests.flatMap(({ body, headers }) =>
    searchBytes('model request', Buffer.from(body + JSON.stringify(headers)), forms),
  ),
];

describeWithBrowser('a password, a code, a private address', () => {
  beforeAll(async () => {
    execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/ensure-built.mjs')], { stdio: 'ignore' });
    site = await startDemoSite({ account: ACCOUNT });
    model = await startScriptedModel();
    await start();
  }, 240_000);
  afterAll(async () => {
    product?.discard();
    site?.close();
    await model?.close();
  });

  it('opens what it is for', async () => {
    const runId = await ask('/members');
    await answerPlainly(runId, { email: ACCOUNT.email, password: PASSWORD });
    const view = await viewWhen(runId, ended);
    expect(view.answer).toContain('Halden & Sons');
    await keepEvents(runId);
    const reading = await ask('/article', ARTICLE_QUESTION);
    await answerPlainly(reading, { email: PRIVATE_EMAIL, private: true });
    expect((await viewWhen(reading, ended)).answer).toContain('61 days');
  }, 120_000);

  it('is wrong, or followed by a second factor', async () => {
    const wrong = await ask('/members');
    const gate = await answerPlainly(wrong, { email: ACCOUNT.email, password: `${PASSWORD}!` });
    await gateOf(wrong, gate);
    await cancel(wrong);
    await viewWhen(wrong, ended);
    await keepEvents(wrong);
    await site.turn({ second_factor: true });
    const runId = await ask('/members');
    const login = await answerPlainly(runId, { email: ACCOUNT.email, password: PASSWORD });
    const mistyped = await answerPlainly(runId, { code: `${CODE}!` }, login);
    await answerPlainly(runId, { code: CODE }, mistyped);
    expect((await viewWhen(runId, ended)).answer).toContain('Halden & Sons');
    await site.turn({ second_factor: false });
  }, 120_000);

  it('is sent where it does not belong', async () => {
    const body = { question: MEMBERS_QUESTION, inputs: { password: PASSWORD } };
    expect((await call('/trigger', body)).status).toBe(400);
    expect(
      (await call('/trigger', undefined, `{"question": "x", "password": ${JSON.stringify(PASSWORD)}`)).status,
    ).toBe(400);
    const runId = await ask('/members');
    const { gate_id } = await gateOf(runId);
    for (const wrong of [
      { password: PASSWORD, surplus: PASSWORD },
      { values: { password: PASSWORD }, approve: 7 },
    ])
      expect((await call(`/runs/${runId}/resume`, { gate_id, ...wrong })).status).toBe(400);
    expect((await call(`/runs/${runId}/resume`, { gate_id: 'gate_other', password: PASSWORD })).status).toBe(409);
    await cancel(runId);
  }, 60_000);

  it('belongs to a run that is cancelled while it signs in, and to a key that died with its worker', async () => {
    await site.turn({ reply_delay_ms: 3_600_000 });
    const cancelled = await ask('/members');
    await answerPlainly(cancelled, { email: ACCOUNT.email, password: PASSWORD });
    await viewWhen(cancelled, signing);
    await cancel(cancelled);
    expect((await viewWhen(cancelled, ended)).overall_status).toBe('cancelled');
    await site.turn({ reply_delay_ms: 0 });
    const runId = await ask('/members');
    const { gate_id } = await gateOf(runId);
    const sealed = await sealSecret(await keyOf(runId, gate_id), { email: ACCOUNT.email, password: PASSWORD });
    killWorkers();
    await whenReady(product);
    expect((await call(`/runs/${runId}/resume`, { gate_id, sealed })).status).toBe(202);
    expect((await gateOf(runId, gate_id)).prompt).toContain('key');
    await cancel(runId);
  }, 180_000);

  it('gets no answer in time', async () => {
    await site.turn({ reply_delay_ms: 3_600_000 });
    const runId = await ask('/members');
    const gate = await answerPlainly(runId, { email: ACCOUNT.email, password: PASSWORD });
    expect((await gateOf(runId, gate)).prompt).toContain('did not work');
    await site.turn({ reply_delay_ms: 0 });
    await cancel(runId);
    await stopAndKeep();
  }, 240_000);

  it.each(['before:signIn', 'in:signIn', 'after:signIn'])(
    'is on its way when the worker dies (%s)',
    async (point) => {
      await start({ FAULT_POINT: point });
      const runId = await ask('/members');
      const gate = await answerPlainly(runId, { email: ACCOUNT.email, password: PASSWORD });
      expect(await gateOf(runId, gate)).toMatchObject({ kind: 'login' });
      await answerPlainly(runId, { email: ACCOUNT.email, password: PASSWORD }, gate);
      expect((await viewWhen(runId, ended)).answer).toContain('Halden & Sons');
      await stopAndKeep();
    },
    240_000,
  );

  it('is being typed when everything is killed for good', async () => {
    await start();
    // The control: planted in a run, so that it takes the ways that everything takes.
    const control = await ask('/members', `${MEMBERS_QUESTION} ${CONTROL}`);
    await gateOf(control);
    await site.turn({ reply_delay_ms: 3_600_000 });
    const runId = await ask('/members');
    await answerPlainly(runId, { email: ACCOUNT.email, password: PASSWORD });
    await viewWhen(runId, signing);
    await keepHistories();
    killAll(processesOf(folder));
    seen.push({ where: 'what was printed', bytes: Buffer.from(product.output(), 'utf8') });
  }, 240_000);

  it('is left nowhere', () => {
    const { files, hits } = searchFolder(folder, allForms);
    expect(files).toBeGreaterThan(10);
    expect(seen.filter(({ where }) => where.startsWith('history')).length).toBeGreaterThan(20);
    expect(model.requests.length).toBeGreaterThan(3);
    expect([...hits, ...hitsIn(allForms), ...processHits]).toEqual([]);
  });

  it('would have been found: what was planted is', () => {
    const forms = formsOf(CONTROL);
    const places = new Set(hitsIn(forms).map(({ where }) => where.split(' ')[0]));
    expect(places).toEqual(new Set(['API', 'history', 'model', 'description']));
    const written = searchFolder(folder, forms).hits.map(({ where }) => where);
    expect(written.some((name) => name.includes('temporal'))).toBe(true);
    const planted = join(folder, 'planted');
    mkdirSync(planted);
    [...forms].forEach(([, bytes], n) =>
      writeFileSync(join(planted, String(n)), Buffer.concat([bytes, Buffer.from('.')])),
    );
    const found = searchFolder(planted, forms).hits.map(({ form }) => form);
    expect(new Set(found)).toEqual(new Set(forms.keys()));
    const pid = process.pid;
    const own = formsOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] ?? '');
    expect(searchProcesses([pid], own)).not.toEqual([]);
  });
});
