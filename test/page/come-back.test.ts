import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright';
import { describeInBrowser } from './support/describe-in-browser.js';
import { failedRun, modelRun, runView } from './support/runs.js';
import { setStage, type OpenPage, type Stage } from './support/stage.js';

describeInBrowser('coming back', () => {
  let stage: Stage;
  const opened: OpenPage[] = [];
  const open = async (path: string): Promise<Page> => {
    const one = await stage.open(path);
    opened.push(one);
    return one.page;
  };
  const questions = (page: Page): Promise<string[]> => page.locator('.run-row-question').allTextContents();

  beforeAll(async () => {
    stage = await setStage();
  });
  afterEach(async () => {
    expect(opened.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    await stage.closePages();
    stage.api.reset();
  });
  afterAll(() => stage.close());

  const addThree = (): void => {
    stage.api.add(failedRun({ run_id: 'run_1', question: 'First?' }));
    stage.api.add(modelRun({ run_id: 'run_2', question: 'Second?', kind: 'action' }));
    stage.api.add(runView({ run_id: 'run_3', question: 'Third?' }));
  };

  it('lists runs, newest first, with state, age, time taken and cost', async () => {
    addThree();
    const page = await open('/runs');
    await page.getByText('Third?').waitFor();
    expect(await questions(page)).toEqual(['Third?', 'Second?', 'First?']);
    const second = page.getByRole('link', { name: /Second\?/ });
    await second.getByText('Answered').waitFor();
    await second.getByText('4.2 s · $0.012').waitFor();
  });

  it('moves along the list by arrow keys and opens with Enter', async () => {
    addThree();
    const page = await open('/runs');
    await page.getByRole('link', { name: /Third\?/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/runs/run_2');
    await page.getByRole('heading', { level: 1, name: 'Second?' }).waitFor();
  });

  it('filters by state and kind, in the address, over a reload', async () => {
    addThree();
    const page = await open('/runs');
    await page.getByLabel('State').selectOption('Failed');
    await page.getByText('Second?').waitFor({ state: 'detached' });
    expect(await questions(page)).toEqual(['First?']);
    await page.reload();
    await page.getByText('First?').waitFor();
    expect(await questions(page)).toEqual(['First?']);
    await page.getByLabel('Kind').selectOption('Action');
    await page.getByText('No run is like this.').waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed&kind=action');
    await page.getByRole('link', { name: 'Show all runs' }).click();
    await page.getByText('Third?').waitFor();
  });

  it('goes back and forth by the browser, and survives a reload of a run', async () => {
    addThree();
    const page = await open('/');
    await page.getByRole('link', { name: /Second\?/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Second?' }).waitFor();
    await page.reload();
    await page.getByText('by the Danish architect').waitFor();
    await page.goBack();
    await page.getByLabel('Your question').waitFor();
    await page.goForward();
    await page.getByText('by the Danish architect').waitFor();
  });

  it('shows older runs when asked', async () => {
    for (let n = 1; n <= 35; n++) stage.api.add(modelRun({ run_id: `run_${n}`, question: `Question ${n}?` }));
    const page = await open('/runs');
    await page.getByText('Question 35?').waitFor();
    expect(await questions(page)).toHaveLength(30);
    await page.getByRole('button', { name: 'Show older runs' }).click();
    await page.getByText('Question 1?', { exact: true }).waitFor();
    expect(await questions(page)).toHaveLength(35);
    expect(await page.getByRole('button', { name: 'Show older runs' }).count()).toBe(0);
  });

  it('looks again while a run is at work', async () => {
    stage.api.add(runView({ run_id: 'run_1', question: 'Still going?' }));
    const page = await open('/runs');
    await page
      .getByRole('link', { name: /Still going\?/ })
      .getByText('Working')
      .waitFor();
    const { run_id: _run, last_event_id: _id, question: _question, ...end } = modelRun();
    stage.api.emit('run_1', 'end', end);
    await page
      .getByRole('link', { name: /Still going\?/ })
      .getByText('Answered')
      .waitFor();
  });

  it('takes a run out of a filtered list once it no longer fits', async () => {
    stage.api.add(runView({ run_id: 'run_1', question: 'Still going?' }));
    stage.api.add(runView({ run_id: 'run_2', question: 'Going on?' }));
    const page = await open('/runs?status=running');
    await page.getByText('Still going?').waitFor();
    const { run_id: _run, last_event_id: _id, question: _question, ...end } = modelRun();
    stage.api.emit('run_1', 'end', end);
    await page.getByText('Still going?').waitFor({ state: 'detached' });
    expect(await questions(page)).toEqual(['Going on?']);
  });

  it('teaches in one line when there is nothing yet', async () => {
    const page = await open('/runs');
    await page.getByText('and it stays here under its own address').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ask a question' }).click();
    await page.getByText('None yet.').waitFor();
  });

  it('says so when the list cannot be fetched, and fetches it once it can', async () => {
    addThree();
    stage.api.failNext('GET /runs', {
      status: 503,
      code: 'temporal_unavailable',
      detail: 'Temporal cannot be reached.',
    });
    const page = await open('/runs');
    await page.getByText('Temporal cannot be reached. Try again in a moment.').waitFor();
    await page.getByText('Third?').waitFor();
    expect(await page.getByText('Temporal cannot be reached').count()).toBe(0);
  });
});
