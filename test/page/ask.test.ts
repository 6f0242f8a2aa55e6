import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeInBrowser } from './support/describe-in-browser.js';
import { modelRun, runView } from './support/runs.js';
import { setStage, type OpenPage, type Stage } from './support/stage.js';

const RUN_ID = 'run_0000000000000000000000000000000a';

describeInBrowser('asking', () => {
  let stage: Stage;
  const opened: OpenPage[] = [];
  const open: Stage['open'] = async (path, options) => {
    const page = await stage.open(path, options);
    opened.push(page);
    return page;
  };
  const asked = (): Record<string, unknown>[] =>
    stage.api.requests
      .filter(({ method, path }) => method === 'POST' && path === '/trigger')
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  beforeAll(async () => {
    stage = await setStage();
  });
  beforeEach(() => {
    stage.api.whenAsked((question) => runView({ run_id: RUN_ID, question }));
  });
  afterEach(async () => {
    expect(opened.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    await stage.closePages();
    stage.api.reset();
  });
  afterAll(() => stage.close());

  it('has the field focused, breaks the line on Shift+Enter and sends on Enter, without a mouse', async () => {
    const { page } = await open('/');
    await page.keyboard.type('Who designed the Sydney Opera House');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and when did it open?');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/runs/${RUN_ID}`);
    expect(asked()).toEqual([{ question: 'Who designed the Sydney Opera House\nand when did it open?', kind: 'auto' }]);
    await page.getByRole('heading', { level: 1, name: /Sydney Opera House/ }).waitFor();
  });

  it('names itself and sends an Idempotency-Key', async () => {
    const { page } = await open('/');
    await page.getByLabel('Your question').fill('How tall is Mount Kilimanjaro?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.waitForURL(`**/runs/${RUN_ID}`);
    const request = stage.api.requests.find(({ path }) => path === '/trigger');
    expect(request?.headers['x-synthetic-client']).toBe('page');
    expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('grows with its text', async () => {
    const { page } = await open('/');
    const field = page.getByLabel('Your question');
    const before = await field.evaluate((element) => element.clientHeight);
    await field.fill('one\ntwo\nthree\nfour\nfive');
    expect(await field.evaluate((element) => element.clientHeight)).toBeGreaterThan(before);
  });

  it('sends what was narrowed down, and nothing that was not', async () => {
    const { page } = await open('/');
    await page.getByRole('radio', { name: 'Act' }).check();
    await page.getByText('Narrow it down').click();
    await page.getByLabel('Answer from this page first').fill('https://en.wikipedia.org/wiki/Penicillin');
    await page.getByLabel('Pages to read, at most').fill('3');
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Your question').fill('Wann wurde Penicillin entdeckt?');
    await page.getByLabel('Your question').press('Enter');
    await page.waitForURL(`**/runs/${RUN_ID}`);
    expect(asked()).toEqual([
      {
        question: 'Wann wurde Penicillin entdeckt?',
        kind: 'action',
        url: 'https://en.wikipedia.org/wiki/Penicillin',
        max_pages: 3,
        language: 'de',
      },
    ]);
  });

  it('asks an example by one press', async () => {
    const { page } = await open('/');
    await page.getByRole('button', { name: 'How tall is Mount Kilimanjaro?' }).click();
    await page.waitForURL(`**/runs/${RUN_ID}`);
    expect(asked()).toEqual([{ question: 'How tall is Mount Kilimanjaro?', kind: 'auto' }]);
  });

  it('offers three examples and refuses to send nothing', async () => {
    const { page } = await open('/');
    expect(await page.getByRole('list', { name: 'For example' }).getByRole('button').count()).toBe(3);
    await page.getByLabel('Your question').press('Enter');
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
    expect(asked()).toEqual([]);
  });

  it('says what the API said and sends the same key again for the same question', async () => {
    stage.api.failNext('POST /trigger', {
      status: 503,
      code: 'temporal_unavailable',
      detail: 'Temporal cannot be reached.',
    });
    const { page } = await open('/');
    await page.getByLabel('Your question').fill('Is anybody there?');
    await page.getByLabel('Your question').press('Enter');
    await page.getByRole('alert').getByText('Temporal cannot be reached. Try again in a moment.').waitFor();
    await page.getByLabel('Your question').press('Enter');
    await page.waitForURL(`**/runs/${RUN_ID}`);
    const keys = stage.api.requests
      .filter(({ path }) => path === '/trigger')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('says how long to wait when too much was asked', async () => {
    stage.api.failNext('POST /trigger', {
      status: 429,
      code: 'rate_limited',
      detail: 'Too many.',
      headers: { 'Retry-After': '17' },
    });
    const { page } = await open('/');
    await page.getByLabel('Your question').fill('And now?');
    await page.getByLabel('Your question').press('Enter');
    await page.getByRole('alert').getByText('Try again in 17 seconds.').waitFor();
  });

  it('says what to do when the API is not there', async () => {
    const { page } = await open('/');
    await page.getByLabel('Your question').fill('Hello?');
    await stage.api.stop();
    await page.getByLabel('Your question').press('Enter');
    await page.getByRole('alert').getByText('start it with “npm start”').waitFor();
    await stage.api.start();
  });

  it('asks for the key when the API wants it, refuses a wrong one, and goes on with the right one', async () => {
    stage.api.requireKey('right-key');
    stage.api.add(modelRun());
    const { page } = await open('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.keyboard.type('wrong-key');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('That key is not right').waitFor();
    await page.getByLabel('API key').fill('right-key');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Sydney Opera House/ }).waitFor();
    const bodies = stage.api.requests
      .filter(({ path }) => path === '/session')
      .map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual([{ api_key: 'wrong-key' }, { api_key: 'right-key' }]);
  });

  it('forgets the browser that signs out', async () => {
    stage.api.requireKey('right-key');
    const { page } = await open('/');
    await page.getByLabel('API key').fill('right-key');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });

  it('keeps the question when the sign-in has run out', async () => {
    const { page } = await open('/');
    await page.getByText('None yet.').waitFor();
    stage.api.requireKey('key');
    await page.getByLabel('Your question').fill('Where was I?');
    await page.getByLabel('Your question').press('Enter');
    await page.getByLabel('API key').fill('key');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your question').waitFor();
    expect(await page.getByLabel('Your question').inputValue()).toBe('Where was I?');
  });
});
