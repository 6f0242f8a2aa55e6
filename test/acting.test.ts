/** Actions through the whole system: Temporal, the worker, Chromium, the demo target; only the model is scripted. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoTarget } from '../fixtures/demo-target/site.js';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { GET_RUN_QUERY } from '../src/contracts/messages.js';
import type { ActionStep, RunInput, RunView } from '../src/contracts/run.js';
import { decides, decidesInTurn, isDecision, signsUp } from './support/acting-model.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSystem, type System } from './support/system.js';

const describeIf = findChromium() === null ? describe.skip : describe;

let target: Server;
let origin: string;
let model: ScriptedModel;
let system: System;

beforeAll(async () => {
  target = createServer(createDemoTarget());
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  model = await startScriptedModel();
  system = await startSystem({
    ALLOWED_PRIVATE_HOSTS: new URL(origin).host,
    ANTHROPIC_BASE_URL: model.url,
    SEARCH_ENGINES: 'wikipedia',
    MODEL: 'scripted',
  });
  await system.startWorker();
}, 180_000);
afterAll(async () => {
  await system?.stop();
  await model?.close();
  target?.closeAllConnections();
  target?.close();
});
/** What one test taught is not for the next. */
async function forgetAll(): Promise<void> {
  for (const { memoryId } of await system.core.store.memories.list()) await system.core.store.memories.forget(memoryId);
}
afterEach(async () => {
  model.reset();
  await fetch(`${origin}/reset`, { method: 'POST' });
});

const counts = async (): Promise<Record<string, number>> =>
  ((await (await fetch(`${origin}/_log`)).json()) as { counts: Record<string, number> }).counts;
const switches = (body: object) =>
  fetch(`${origin}/_switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const withoutTime = ({ at: _at, ...step }: ActionStep) => step;
async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((next) => setTimeout(next, 30));
}

const act = (task: string, input: Partial<RunInput> = {}) =>
  system.ask(task, { kind: 'action', url: `${origin}/`, inputs: { email: 'ada@example.com' }, ...input });

describeIf('an action', () => {
  afterEach(forgetAll);

  it('signs up for the newsletter, once, and says what the page said', async () => {
    model.behaves(decides(signsUp));
    const view = await system.viewWhen(await act('Sign me up for the newsletter'));
    expect(view).toMatchObject({ overall_status: 'succeeded', kind: 'action', reason: null });
    expect(view.answer).toContain('The Friday letter is on its way to you.');
    expect(await counts()).toMatchObject({ newsletter: 1, purchase: 0 });
    expect(JSON.stringify(model.requests)).not.toContain('ada@example.com');
  });

  it('that was spoken opens nothing before somebody approves it elsewhere', async () => {
    model.behaves(decides(signsUp));
    const asked = ({ pending_input: gate }: RunView) => gate !== null;
    const refused = await act('Sign me up for the newsletter', { source: 'omi' });
    const { pending_input: gate, steps } = await system.viewWhen(refused, asked);
    expect(gate).toMatchObject({ kind: 'approval', effect: { task: 'Sign me up for the newsletter' } });
    expect(steps.map(({ name }) => name)).not.toContain('openSession');
    await system.core.runs.answer(refused, { gate_id: gate?.gate_id ?? '', answer_id: 'no', approve: false });
    expect(await system.viewWhen(refused)).toMatchObject({
      overall_status: 'blocked',
      reason: { code: 'approval_denied' },
    });
    expect(await counts()).toMatchObject({ newsletter: 0 });

    const approved = await act('Sign me up for the newsletter', { source: 'omi' });
    const { pending_input: second } = await system.viewWhen(approved, asked);
    await system.core.runs.answer(approved, { gate_id: second?.gate_id ?? '', answer_id: 'yes', approve: true });
    expect(await system.viewWhen(approved)).toMatchObject({ overall_status: 'succeeded' });
    expect(await counts()).toMatchObject({ newsletter: 1 });
  });

  it('never buys, whatever the model decides', async () => {
    model.behaves(
      decidesInTurn((page) => ({
        action: 'click',
        ref: page.ref('Complete Purchase', 'button'),
        target: 'Continue',
        reason: 'the next step',
      })),
    );
    const view = await system.viewWhen(await act('Get me the archive'));
    expect(view).toMatchObject({ overall_status: 'blocked', reason: { code: 'payment_refused' } });
    expect(await counts()).toMatchObject({ purchase: 0 });
  });

  it('finds its way in the other design, and reads on behind the wall of the article', async () => {
    await switches({ design: 'modern' });
    model.behaves(decides(signsUp));
    expect(await system.viewWhen(await act('Sign me up for the newsletter'))).toMatchObject({
      overall_status: 'succeeded',
    });
    expect(await counts()).toMatchObject({ newsletter: 1 });
  });

  it('waits for an answer that is slow, and presses once', async () => {
    await switches({ reply_delay_ms: 3_000 });
    model.behaves(decides(signsUp));
    expect(await system.viewWhen(await act('Sign me up for the newsletter'))).toMatchObject({
      overall_status: 'succeeded',
    });
    expect(await counts()).toMatchObject({ newsletter: 1 });
  });

  it('shows each step with its screenshot, and the same by query', async () => {
    model.behaves(decides(signsUp));
    const runId = await act('Sign me up for the newsletter');
    const view = await system.viewWhen(runId);
    const [typed, clicked, concluded] = view.action?.steps ?? [];
    expect(typed).toMatchObject({
      n: 1,
      action: 'type',
      element: 'textbox "Email address"',
      found: 'ref',
      outcome: 'done',
    });
    expect(clicked).toMatchObject({ action: 'click', element: 'button "Sign up"', outcome: 'done' });
    expect(concluded).toMatchObject({ n: 3, action: 'done', url: `${origin}/newsletter/thanks`, status: 200 });
    expect(view.action).toMatchObject({ mode: 'live', model_calls: 3, outcome: { status: 'succeeded', code: null } });
    expect(typed?.screenshot).toBe(`/runs/${runId}/screenshots/1`);
    expect((await system.core.artifacts.load(runId, '1.jpg'))?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const queried = await system.core.client.workflow.getHandle(runId).query<RunView>(GET_RUN_QUERY);
    expect({ ...queried.action, steps: queried.action?.steps.map(withoutTime) }).toEqual({
      ...view.action,
      steps: view.action?.steps.map(withoutTime),
    });
  });

  it('asks for a value that is missing, and never makes one up', async () => {
    model.behaves(decides(signsUp));
    const runId = await act('Sign me up for the newsletter', { inputs: {} });
    const { pending_input: gate } = await system.viewWhen(
      runId,
      (view) => view.pending_input !== null || view.finished_at !== null,
    );
    expect(gate).toMatchObject({ kind: 'values', fields: ['email'] });
    await system.core.runs.answer(runId, {
      answer_id: 'a1',
      gate_id: gate?.gate_id ?? '',
      values: { email: 'ada@example.com' },
    });
    expect(await system.viewWhen(runId)).toMatchObject({ overall_status: 'succeeded' });
    expect(await counts()).toMatchObject({ newsletter: 1 });
  });

  it('stops at once when it is cancelled, with its browser closed', async () => {
    await switches({ reply_delay_ms: 20_000 });
    model.behaves(decides(signsUp));
    const runId = await act('Sign me up for the newsletter');
    await until(async () => (await counts())['newsletter'] === 1);
    await system.core.runs.cancel(runId);
    const view = await system.viewWhen(runId);
    expect(view.overall_status).toBe('cancelled');
    expect(view.steps.findLast(({ name }) => name === 'closeSession')?.status).toBe('succeeded');
    expect(await counts()).toMatchObject({ newsletter: 1 });
  });

  it.each([
    [
      'claims success that the page does not show',
      { action: 'done', evidence: 'You are signed up', reason: 'x' },
      'partial',
      'unconfirmed',
    ],
    [
      'shows what was there before',
      { action: 'done', evidence: 'News from the sound', reason: 'x' },
      'partial',
      'unconfirmed',
    ],
    ['refuses', { action: 'refuse', reason: 'that is a purchase' }, 'blocked', 'refused'],
    ['gives up', { action: 'give_up', reason: 'there is no form' }, 'failed', 'gave_up'],
    ['says nothing that can be read', 'hm', 'failed', 'model_unusable'],
    ['asks for a password', { action: 'ask_person', fields: ['password'], reason: 'x' }, 'failed', 'model_unusable'],
    ['waves its hands', { action: 'hover', target: 'Sign up', reason: 'x' }, 'failed', 'too_many_steps'],
    ['presses what does nothing', { action: 'click', target: 'Email address', reason: 'x' }, 'failed', 'no_progress'],
  ])('ends by name when the model %s', async (_what, decision, status, code) => {
    model.behaves(decidesInTurn(decision as object));
    const view = await system.viewWhen(await act('Sign me up for the newsletter'));
    expect(view).toMatchObject({ overall_status: status, reason: { code } });
    expect(await counts()).toMatchObject({ newsletter: 0, purchase: 0 });
  });
});

describeIf('an action that was done before', () => {
  const task = 'Sign me up for the newsletter, please, with my address';

  it('is done again as it was remembered, without a model, for other values', async () => {
    model.behaves(decides(signsUp));
    expect(await system.viewWhen(await act(task))).toMatchObject({
      overall_status: 'succeeded',
      action: { mode: 'live' },
    });
    model.reset();
    const view = await system.viewWhen(await act(task, { inputs: { email: 'grace@example.com' } }));
    expect(view).toMatchObject({
      overall_status: 'succeeded',
      action: { mode: 'replay', model_calls: 0 },
    });
    expect(model.requests.filter(isDecision)).toEqual([]);
    expect(view.action?.steps.map(({ action, outcome, found }) => [action, outcome, found])).toEqual([
      ['type', 'done', 'locator'],
      ['click', 'done', 'locator'],
    ]);
    expect(view.action?.steps.every(({ screenshot }) => screenshot !== null)).toBe(true);
    expect(view.answer_text).toContain('The page says: "Thank you for signing up"');
    expect(await counts()).toMatchObject({ newsletter: 2 });
  });

  it('goes on with the model when the site was redesigned, is counted once, and is remembered anew', async () => {
    await switches({ design: 'modern' });
    model.behaves(decides(signsUp));
    const view = await system.viewWhen(await act(task));
    expect(view).toMatchObject({ overall_status: 'succeeded', action: { mode: 'live' } });
    expect(view.warnings.join()).toContain('not as it was remembered');
    expect(await counts()).toMatchObject({ newsletter: 1 });
    model.reset();
    const again = await system.viewWhen(await act(task));
    expect(again).toMatchObject({ overall_status: 'succeeded', action: { mode: 'replay', model_calls: 0 } });
    expect(await counts()).toMatchObject({ newsletter: 2 });
  });
});
