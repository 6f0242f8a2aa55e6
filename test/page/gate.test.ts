import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { PendingInput } from '../../src/contracts/gates.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { runView } from './support/runs.js';
import { axeViolations, setStage, type OpenPage, type Stage } from './support/stage.js';

const ID = 'run_0000000000000000000000000000000c';
const CANARY = 'hunter2-canary';
const ORIGIN = 'https://members.example';

const gate = (kind: PendingInput['kind'], more: Partial<PendingInput> = {}): PendingInput => ({
  gate_id: `gate_${kind}`,
  kind,
  fields: [],
  prompt: 'members.example shows this page after a sign-in only.',
  url: `${ORIGIN}/briefing`,
  expires_at: '2026-12-03T12:00:00.000Z',
  options: [],
  effect: null,
  ...more,
});

describeInBrowser('a run that waits for a person', () => {
  let stage: Stage;
  const opened: OpenPage[] = [];

  beforeAll(async () => {
    stage = await setStage();
  });
  afterEach(async () => {
    expect(opened.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    await stage.closePages();
    stage.api.reset();
  });
  afterAll(() => stage.close());

  const open = async (pending: PendingInput) => {
    stage.api.add(runView({ run_id: ID, overall_status: 'awaiting_human_input', pending_input: pending }));
    const page = await stage.open(`/runs/${ID}`);
    opened.push(page);
    return { page: page.page, form: page.page.getByRole('region', { name: 'Waiting for you' }) };
  };
  const sent = async (): Promise<Record<string, unknown>> => {
    for (;;) {
      const body = stage.api.requests.find(({ path }) => path === `/runs/${ID}/resume`)?.body;
      if (body !== undefined) return JSON.parse(body) as Record<string, unknown>;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const id = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;

  it('takes an email address, and shows no password box', async () => {
    const { page, form } = await open(gate('email'));
    expect(await form.locator('input[type=password]').count()).toBe(0);
    await form.getByLabel('Email address').fill('a@example.com');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await sent()).toEqual({ gate_id: 'gate_email', answer_id: id, email: 'a@example.com' });
    stage.api.emit(ID, 'gate', { overall_status: 'running', pending_input: null });
    await form.waitFor({ state: 'detached' });
    expect(await axeViolations(page)).toEqual([]);
  });

  it('seals a password in the page, for the origin of the gate', async () => {
    const { page, form } = await open(gate('login'));
    await form.getByLabel('Email or user name').fill('a@example.com');
    await form.getByLabel('Password at members.example').fill(CANARY);
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Send' }).click();
    const { sealed, ...rest } = await sent();
    expect(rest).toEqual({ gate_id: 'gate_login', answer_id: id });
    const secret = await stage.api.keys.open(String(sealed), { runId: ID, gateId: 'gate_login', origin: ORIGIN });
    expect(secret).toEqual({ email: 'a@example.com', password: CANARY });
    expect(JSON.stringify(stage.api.requests)).not.toContain(CANARY);
  });

  it('seals a code, and an email that is to be kept out of the history', async () => {
    const { form } = await open(gate('code'));
    await form.getByLabel('Code').fill('246810');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(Object.keys(await sent()).sort()).toEqual(['answer_id', 'gate_id', 'sealed']);
    stage.api.reset();
    const email = await open(gate('email'));
    await email.form.getByLabel('Email address').fill('a@example.com');
    await email.form.getByRole('checkbox').check();
    await email.form.getByRole('button', { name: 'Send' }).click();
    expect(Object.keys(await sent()).sort()).toEqual(['answer_id', 'gate_id', 'private', 'sealed']);
  });

  it('shows exactly what is approved, and sends the yes or no', async () => {
    const effect = { element: 'button “Sign up”', values: 'email: a@example.com' };
    const { page, form } = await open(gate('approval', { effect }));
    await form.getByText('button “Sign up”').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Refuse' }).click();
    expect(await sent()).toEqual({ gate_id: 'gate_approval', answer_id: id, approve: false });
  });

  it('offers the options of a choice, and a field for each value', async () => {
    const { form } = await open(gate('choice', { options: ['red', 'blue'] }));
    await form.getByRole('button', { name: 'blue' }).click();
    expect(await sent()).toMatchObject({ choice: 'blue' });
    stage.api.reset();
    const values = await open(gate('values', { fields: ['name', 'city'] }));
    await values.form.getByLabel('name').fill('Ada');
    await values.form.getByLabel('city').fill('London');
    await values.form.getByRole('button', { name: 'Send' }).click();
    expect(await sent()).toMatchObject({ values: { name: 'Ada', city: 'London' } });
  });

  it('says why an answer was refused, and lets it be given again under the same id', async () => {
    const { form } = await open(gate('email'));
    const detail = 'This gate has been answered already.';
    stage.api.failNext(`POST /runs/${ID}/resume`, { status: 409, code: 'gate_answered', detail });
    await form.getByLabel('Email address').fill('a@example.com');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText(detail).waitFor();
    await form.getByRole('button', { name: 'Send' }).click();
    const ids = () =>
      stage.api.requests
        .filter(({ path }) => path === `/runs/${ID}/resume`)
        .map(({ body }) => (JSON.parse(body) as { answer_id: string }).answer_id);
    while (ids().length < 2) await new Promise((done) => setTimeout(done, 20));
    expect(new Set(ids()).size).toBe(1);
  });
});
