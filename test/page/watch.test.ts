import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeInBrowser } from './support/describe-in-browser.js';
import { attempt, failedRun, inFlight, modelRun, OPERA_PAGES, readingRun, runView, step } from './support/runs.js';
import { setStage, type OpenPage, type Stage } from './support/stage.js';

const { OPERA, UTZON, UNESCO } = OPERA_PAGES;
const ID = 'run_0000000000000000000000000000000b';

describeInBrowser('watching a run', () => {
  let stage: Stage;
  const opened: OpenPage[] = [];
  const open: Stage['open'] = async (path, options) => {
    const page = await stage.open(path, options);
    opened.push(page);
    return page;
  };
  const followed = async (): Promise<void> => {
    await expectSoon(() => stage.api.followers(ID) === 1);
  };

  beforeAll(async () => {
    stage = await setStage();
  });
  afterEach(async () => {
    expect(opened.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    await stage.closePages();
    stage.api.reset();
  });
  afterAll(() => stage.close());

  it('shows each stage and each page as they come in, to the answer', async () => {
    stage.api.add(runView({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`);
    const stages = page.getByRole('region', { name: 'Progress' });
    await followed();
    stage.api.emit(ID, 'step', { steps: [inFlight('classify', 'the question')] });
    await stages.getByText('understanding').waitFor();
    const understood = step('classify', 'question, language en, 1 query');
    stage.api.emit(ID, 'step', { steps: [understood, inFlight('searchWeb', 'opera'), inFlight('searchWeb', 'house')] });
    await stages.getByText('searching 2 ways').waitFor();
    const searched = [understood, step('searchWeb', 'opera: 2 hits'), step('searchWeb', 'house: 2 hits')];
    stage.api.emit(ID, 'step', { steps: [...searched, inFlight('readPage', OPERA), inFlight('readPage', UNESCO)] });
    await stages.getByText('reading 2 pages').waitFor();
    stage.api.emit(ID, 'page', {
      steps: [...searched, inFlight('readPage', OPERA), step('readPage', `${UNESCO}: robots_disallowed`)],
      attempts: [attempt(UNESCO, { outcome: 'refused', reason: 'robots_disallowed', status: null, how: null })],
      sources_attempted: 1,
    });
    await page.getByText('robots.txt asks us not to read this').first().waitFor();
    stage.api.emit(ID, 'page', {
      steps: [...searched, step('readPage', `${OPERA}: 9042 words`), step('readPage', `${UNESCO}: robots_disallowed`)],
      attempts: [
        attempt(UNESCO, { outcome: 'refused', reason: 'robots_disallowed' }),
        attempt(OPERA, { title: 'Sydney Opera House' }),
      ],
      sources_attempted: 2,
      sources_succeeded: 1,
    });
    await stages.getByText('read 1 of 2 pages').waitFor();
    const { last_event_id: _id, run_id: _run, ...end } = modelRun();
    stage.api.emit(ID, 'end', end);
    await page.getByText('by the Danish architect').waitFor();
    await stages.getByText('done in 4.2 s').waitFor();
    await expectSoon(async () => (await page.title()).startsWith('Answered: '));
  });

  it('keeps every row in its place and at its height when outcomes come in out of order', async () => {
    stage.api.add(readingRun({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`, { viewport: { width: 390, height: 844 } });
    await followed();
    const places = (): Promise<number[]> =>
      page.locator('.page-row').evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));
    const before = await places();
    expect(before).toHaveLength(5);
    const { steps, attempts, sources_attempted, sources_succeeded } = modelRun();
    stage.api.emit(ID, 'page', { steps, attempts: [...attempts].reverse(), sources_attempted, sources_succeeded });
    await page.getByText('answered 503').first().waitFor();
    expect(await places()).toEqual(before);
  });

  it('tells one reader once per stage, not with every page', async () => {
    stage.api.add(runView({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`);
    await followed();
    await page.evaluate(() => {
      const region = document.querySelector('[aria-live]');
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(region?.textContent ?? '')).observe(region!, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    for (const url of [OPERA, UTZON, UNESCO]) {
      stage.api.emit(ID, 'step', { steps: [step('classify', null), inFlight('readPage', url)] });
    }
    const { last_event_id: _id, run_id: _run, ...end } = modelRun();
    stage.api.emit(ID, 'end', end);
    await page.getByText('by the Danish architect').waitFor();
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    expect(said).toEqual(['Reading pages', 'Answered. 3 of 5 pages read.']);
    expect(await page.locator('[aria-live]').count()).toBe(1);
  });

  it('goes on by Last-Event-ID when the API was restarted in between', async () => {
    stage.api.add(readingRun({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`);
    await followed();
    stage.api.emit(ID, 'warning', { warnings: ['The worker was away for a moment.'] });
    await page.getByText('The worker was away for a moment.').waitFor();
    await stage.api.stop();
    await page.getByText('API is down, trying again').waitFor();
    const { last_event_id: _id, run_id: _run, ...end } = modelRun();
    stage.api.emit(ID, 'end', end);
    await stage.api.start();
    await page.getByText('by the Danish architect').waitFor();
    const resumed = stage.api.requests.filter(({ path }) => path.includes('/events')).at(-1);
    expect(resumed?.headers['last-event-id']).toBe('31');
    expect(await page.getByText('API is down, trying again').count()).toBe(0);
  });

  it('reads the run afresh when the stream was refused, as behind a proxy without its API', async () => {
    stage.api.add(readingRun({ run_id: ID }));
    const refused = { status: 502, code: 'bad_gateway', detail: 'no upstream' };
    stage.api.failNext(`GET /runs/${ID}/events`, refused, refused);
    const { page } = await open(`/runs/${ID}`);
    await followed();
    const { last_event_id: _id, run_id: _run, ...end } = modelRun();
    stage.api.emit(ID, 'end', end);
    await page.getByText('by the Danish architect').waitFor();
  });

  it('waits for an API that is not there yet', async () => {
    stage.api.add(modelRun({ run_id: ID }));
    const down = { status: 503, code: 'temporal_unavailable', detail: 'Temporal cannot be reached.' };
    stage.api.failNext(`GET /runs/${ID}`, down, down);
    const { page } = await open(`/runs/${ID}`);
    await page.getByText('This page tries again by itself').waitFor();
    await page.getByText('by the Danish architect').waitFor();
  });

  it('pauses, continues and cancels', async () => {
    stage.api.add(readingRun({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`);
    await followed();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Pausing' }).waitFor();
    stage.api.emit(ID, 'status', { overall_status: 'paused' });
    await page.getByText('nothing is done until you continue').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    stage.api.emit(ID, 'status', { overall_status: 'running' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    const {
      last_event_id: _id,
      run_id: _run,
      ...end
    } = failedRun({
      overall_status: 'cancelled',
      reason: { code: 'cancelled', message: 'The run was cancelled.' },
      answer_text: 'The run was cancelled.',
    });
    stage.api.emit(ID, 'end', end);
    await page.getByText('The run was cancelled.').waitFor();
    const commands = stage.api.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(commands).toEqual([`/runs/${ID}/pause`, `/runs/${ID}/continue`, `/runs/${ID}/cancel`]);
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  });

  it('says so when a command was refused', async () => {
    stage.api.add(readingRun({ run_id: ID }));
    stage.api.failNext(`POST /runs/${ID}/pause`, { status: 409, code: 'run_ended', detail: 'The run has ended.' });
    const { page } = await open(`/runs/${ID}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('alert').getByText('The run has ended.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  it('says why a failed run failed, and the next step', async () => {
    stage.api.add(failedRun({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`);
    await page.getByText('Set TAVILY_API_KEY, or try again with Wikipedia.').waitFor();
    await page.getByText('search failed').waitFor();
    await page.getByRole('link', { name: 'Ask again' }).click();
    expect(await page.getByLabel('Your question').inputValue()).toBe(failedRun().question);
  });

  it('says so when there is no such run', async () => {
    const { page } = await open('/runs/run_missing');
    await page.getByRole('heading', { name: 'No such run' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ask a question' }).click();
    await page.waitForURL(`${stage.api.origin}/`);
  });

  it('shows nothing as moving where less motion is wanted, and skeletons only after 300 ms', async () => {
    stage.api.add(readingRun({ run_id: ID }));
    const { page } = await open(`/runs/${ID}`, { reducedMotion: 'reduce' });
    await page.locator('.icon-spin').first().waitFor();
    const animations = await page
      .locator('.icon-spin')
      .evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).animationName));
    expect(new Set(animations)).toEqual(new Set(['none']));
    const release = stage.api.hold();
    await page.reload();
    const delays = await page
      .locator('.skeleton')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).animationDelay));
    expect(delays).toEqual(['0.3s']);
    release();
  });
});

/** Waits for a condition of ours that no locator can see. */
async function expectSoon(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
