/** The page on the real API (its policy, its access rules, its streams), over runs in memory. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { API_KEY, startTestApi, type TestApi, type TestApiOptions } from '../../src/api/testing/api-server.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { modelRun } from './support/runs.js';
import { buildPage, launchBrowser, openPage, type OpenPage } from './support/stage.js';

const { run_id: _run, last_event_id: _id, question: _question, ...ENDED } = modelRun();

describeInBrowser('the page on the real API', () => {
  let pageDir: string;
  let browser: Browser;
  let api: TestApi;
  const opened: OpenPage[] = [];
  const start = async (options: TestApiOptions = {}): Promise<TestApi> =>
    (api = await startTestApi({ ...options, deps: { pageDir } }));
  const open = async (path: string): Promise<OpenPage['page']> => {
    const one = await openPage(browser, api.url, path);
    opened.push(one);
    return one.page;
  };

  beforeAll(async () => {
    pageDir = await buildPage();
    browser = await launchBrowser();
  });
  afterEach(async () => {
    expect(opened.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    await Promise.all(browser.contexts().map((context) => context.close()));
    await api.close();
  });
  afterAll(async () => {
    await browser.close();
    await rm(pageDir, { recursive: true, force: true });
  });

  it('asks, pauses, continues and reads the answer, with the API restarted in between', async () => {
    await start();
    const page = await open('/');
    await page.getByLabel('Your question').fill('Who designed the Sydney Opera House?');
    await page.getByLabel('Your question').press('Enter');
    await page.waitForURL(/\/runs\/run_[0-9a-f]{32}$/);
    const runId = page.url().split('/').at(-1) ?? '';
    expect(api.runs.kept.get(runId)?.view.source).toBe('page');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('nothing is done until you continue').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();

    const { runs } = api;
    const port = Number(new URL(api.url).port);
    await api.close();
    await page.getByText('API is down, trying again').waitFor();
    runs.change(runId, ENDED, 'end');
    await start({ runs, port });
    await page.getByText('by the Danish architect').waitFor();
    await page.reload();
    await page.getByText('by the Danish architect').waitFor();
    await page.getByRole('link', { name: 'Runs' }).click();
    await page
      .getByRole('link', { name: /Sydney Opera House/ })
      .getByText('Answered')
      .waitFor();
  });

  it('cancels', async () => {
    await start();
    const page = await open('/');
    await page.getByRole('button', { name: 'How tall is Mount Kilimanjaro?' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').first().waitFor();
  });

  it('signs in with the key, keeps the cookie over a reload, and watches a run by it', async () => {
    await start({ env: { API_KEY } });
    const page = await open('/runs');
    await page.getByLabel('API key').fill('not-the-key');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('That key is not right').waitFor();
    await page.getByLabel('API key').fill(API_KEY);
    await page.keyboard.press('Enter');
    await page.getByText('No runs yet.').waitFor();
    await page.reload();
    await page.getByText('No runs yet.').waitFor();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: 'When was penicillin discovered?' }).click();
    await page.waitForURL(/\/runs\/run_/);
    api.runs.change(page.url().split('/').at(-1) ?? '', ENDED, 'end');
    await page.getByText('by the Danish architect').waitFor();
  });

  it('says what is wrong with what was asked, in the API’s words', async () => {
    await start();
    const page = await open('/');
    await page.getByText('Narrow it down').click();
    await page.getByLabel('Answer from this page first').fill('https://user:secret@example.org/');
    await page.getByLabel('Your question').fill('What does it say?');
    await page.getByLabel('Your question').press('Enter');
    await page.getByRole('alert').getByText('must not hold a user name or a password').waitFor();
  });
});
