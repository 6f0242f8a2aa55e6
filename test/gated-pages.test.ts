import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { GET_RUN_QUERY, SUPPLY_INPUT_SIGNAL } from '../src/contracts/messages.js';
import type { RunView } from '../src/contracts/run.js';
import { sealSecret } from '../src/sealing/seal.js';
import {
  answerSealed,
  ARTICLE_QUESTION,
  DEMO_ACCOUNT,
  gateOf,
  MEMBERS_QUESTION,
  startDemoSite,
  startDemoSystem,
  type DemoSite,
} from './support/demo-system.js';
import type { System } from './support/system.js';

const chromium = findChromium(undefined);
if (chromium === null) console.warn('no Chromium: reading behind gates is not tested');
const describeWithBrowser = chromium === null ? describe.skip : describe;
const { email, password, code } = DEMO_ACCOUNT;

let site: DemoSite;
let system: System;
const members = (): string => `${site.origin}/members`;
const article = (): string => `${site.origin}/article`;

describeWithBrowser('a page behind a gate', () => {
  beforeAll(async () => {
    site = await startDemoSite();
    system = await startDemoSystem(site);
    await system.startWorker();
  }, 120_000);
  afterEach(() => site.reset());
  afterAll(async () => {
    await system?.stop();
    site?.close();
  });

  const askMembers = () => system.ask(MEMBERS_QUESTION, { url: members(), gateOrigins: [site.origin] });
  const askArticle = () => system.ask(ARTICLE_QUESTION, { url: article(), gateOrigins: [site.origin] });

  it('opens to an email address, and the answer holds what stands behind it', async () => {
    const runId = await askArticle();
    const gate = await gateOf(system, runId);
    expect(gate).toMatchObject({ kind: 'email', fields: ['email'], url: article() });
    await system.core.runs.answer(runId, { answer_id: 'a', email: 'reader@example.com' });
    const view = await system.viewWhen(runId);
    expect(view).toMatchObject({ overall_status: 'succeeded', pending_input: null });
    expect(view.answer).toContain('61 days');
    expect(view.attempts).toMatchObject([{ url: article(), outcome: 'read', how: 'browser' }]);
    expect(await site.counts()).toMatchObject({ article_unlock: 1, purchase: 0, newsletter: 0 });
    const queried = await system.core.client.workflow.getHandle(runId).query<RunView>(GET_RUN_QUERY);
    expect(queried.attempts).toEqual(view.attempts);
  });

  it('opens to email and password, with an audit trail that names neither', async () => {
    const runId = await askMembers();
    expect(await gateOf(system, runId)).toMatchObject({ kind: 'login', fields: ['email', 'password'] });
    await answerSealed(system, runId, { email, password });
    const view = await system.viewWhen(runId);
    expect(view.overall_status).toBe('succeeded');
    expect(view.answer).toContain('Halden & Sons');
    const [attempt] = view.attempts;
    expect(attempt?.audit?.map(({ what }) => what)).toEqual([
      `opened ${members()}`,
      expect.stringMatching(/^typed the email address into “/),
      expect.stringMatching(/^typed \[REDACTED\] into “/),
      'pressed “Sign in”',
      'the page opened',
    ]);
    const shown = attempt?.audit?.flatMap(({ screenshot }) => (screenshot === null ? [] : [screenshot]));
    expect(shown).toEqual([1, 2].map((n) => `/runs/${runId}/screenshots/${n}`));
    expect((await system.core.artifacts.load(runId, '2.jpg'))?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(JSON.stringify(view)).not.toContain(password);
    expect(await site.counts()).toMatchObject({ sign_in: 1, sign_in_failed: 0, purchase: 0 });
  });

  it('is private to its run', async () => {
    const runId = await askMembers();
    await answerSealed(system, runId, { email, password });
    const { attempts } = await system.viewWhen(runId);
    const stored = await system.core.store.pages.get(attempts[0]?.page_id ?? '');
    expect(stored?.privateTo).toBe(runId);
    expect(await system.core.store.pages.findByUrl(members())).toBeNull();
    const other = await askMembers();
    expect(await gateOf(system, other)).toMatchObject({ kind: 'login' });
    await system.core.runs.cancel(other);
  });

  it('asks again after a wrong password, three times in all, and then says so', async () => {
    const runId = await askMembers();
    let gate: string | undefined;
    for (let n = 0; n < 3; n++) gate = await answerSealed(system, runId, { email, password: `wrong-${n}` }, gate);
    const view = await system.viewWhen(runId);
    expect(view.answer).not.toContain('Halden');
    expect(view.warnings).toEqual([expect.stringContaining('email or password is wrong')]);
    expect(await site.counts()).toMatchObject({ sign_in: 0, sign_in_failed: 3 });
  });

  it('opens when the second try is right, and says before why it asks again', async () => {
    const runId = await askMembers();
    const gate = await answerSealed(system, runId, { email, password: 'wrong' });
    expect((await gateOf(system, runId, gate)).prompt).toContain('wrong');
    await answerSealed(system, runId, { email, password }, gate);
    expect((await system.viewWhen(runId)).answer).toContain('Halden & Sons');
  });

  it('asks for the second factor, in the same browser session', async () => {
    await site.turn({ second_factor: true });
    const runId = await askMembers();
    const login = await answerSealed(system, runId, { email, password });
    expect(await gateOf(system, runId, login)).toMatchObject({ kind: 'code', fields: ['code'] });
    const mistyped = await answerSealed(system, runId, { code: '000000' }, login);
    await answerSealed(system, runId, { code }, mistyped);
    const view = await system.viewWhen(runId);
    expect(view.answer).toContain('Halden & Sons');
    expect(await site.counts()).toMatchObject({ sign_in: 1, sign_in_code: 1, sign_in_failed: 1 });
    expect(JSON.stringify(view)).not.toContain(code);
  });

  it('opens in its other design as well', async () => {
    await site.turn({ design: 'modern' });
    const reading = await askArticle();
    await gateOf(system, reading);
    await system.core.runs.answer(reading, { answer_id: 'a', email: 'reader@example.com' });
    expect((await system.viewWhen(reading)).answer).toContain('61 days');
    const signingIn = await askMembers();
    await answerSealed(system, signingIn, { email, password });
    expect((await system.viewWhen(signingIn)).answer).toContain('Halden & Sons');
  });

  it('is asked about again with a new gate when the site fails on the answer', async () => {
    const runId = await askMembers();
    const { gate_id } = await gateOf(system, runId);
    await site.turn({ error_status: 500, error_path: '/members/sign-in', error_times: 1 });
    await answerSealed(system, runId, { email, password });
    const again = await gateOf(system, runId, gate_id);
    expect(again).toMatchObject({ kind: 'login', prompt: expect.stringContaining('did not work') as unknown });
    await answerSealed(system, runId, { email, password }, gate_id);
    expect((await system.viewWhen(runId)).answer).toContain('Halden & Sons');
  });

  it('is asked about by signal alone: sealed answers for login, code and a private email', async () => {
    await site.turn({ second_factor: true });
    const signal = async (runId: string, secret: object, before?: string): Promise<string> => {
      const { gate_id } = await gateOf(system, runId, before);
      const sealed = await sealSecret(await system.core.runs.offerKey(runId, gate_id), secret);
      await system.core.client.workflow.getHandle(runId).signal(SUPPLY_INPUT_SIGNAL, { gate_id, sealed });
      return gate_id;
    };
    const runId = await askMembers();
    const login = await signal(runId, { email, password });
    await signal(runId, { code }, login);
    expect((await system.viewWhen(runId)).answer).toContain('Halden & Sons');
    const reading = await askArticle();
    await signal(reading, { email: 'private-canary@example.com' });
    const view = await system.viewWhen(reading);
    expect(view.answer).toContain('61 days');
    const history = await system.core.client.workflow.getHandle(reading).fetchHistory();
    expect(JSON.stringify(history)).not.toContain('private-canary');
  });

  it('is not asked for where another page has the answer, and named all the same', async () => {
    const view = await system.viewWhen(
      await system.ask('How high is the harbour light of Skerrow?', { maxPages: 5, gateOrigins: [site.origin] }),
    );
    expect(view.steps.map(({ name }) => name)).not.toContain('signIn');
    expect(view.answer).toContain('31');
  });

  it('is not asked for where the operator does not allow it: the setting is named', async () => {
    const runId = await system.ask(MEMBERS_QUESTION, { url: members() });
    const view = await system.viewWhen(runId);
    expect(view.warnings.join()).toContain('GATE_ORIGINS');
    expect(view.answer).toContain('needs a sign-in');
  });

  it('is asked about again when the key is gone with its worker', async () => {
    const runId = await askMembers();
    const { gate_id } = await gateOf(system, runId);
    const key = await system.core.runs.offerKey(runId, gate_id);
    const foreign = await sealSecret({ ...key, origin: 'https://elsewhere.example' }, { email, password });
    await system.core.runs.answer(runId, { gate_id, answer_id: 'a', sealed: foreign });
    const again = await gateOf(system, runId, gate_id);
    expect(again.prompt).toContain('key');
    await answerSealed(system, runId, { email, password }, gate_id);
    expect((await system.viewWhen(runId)).answer).toContain('Halden & Sons');
    expect(await site.counts()).toMatchObject({ sign_in: 1, sign_in_failed: 0 });
  });
});
