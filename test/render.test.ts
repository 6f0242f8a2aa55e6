import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { FACT, PAGES, QUESTION } from './support/pages.js';
import { scriptBuilt } from './support/script-built.js';
import { startSystem, type System } from './support/system.js';

const describeIf = findChromium() === null ? describe.skip : describe;
const [LIGHTHOUSE] = PAGES;
if (LIGHTHOUSE === undefined) throw new Error('the offline web has no pages');
const { url } = LIGHTHOUSE;

function systemOn(web: OfflineWeb, settings: Record<string, string> = {}): Promise<System> {
  return startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    PAGE_FRESH_MINUTES: '0',
    ...settings,
  });
}

describeIf('a run with a page that needs a browser', () => {
  let web: OfflineWeb;
  let system: System;
  beforeAll(async () => {
    web = await startOfflineWeb(PAGES);
    system = await systemOn(web);
    await system.startWorker();
  });
  afterAll(async () => {
    await system.stop();
    await web.close();
  });

  it('answers from what scripts put together, and counts the page once', async () => {
    web.misbehave(url, scriptBuilt(LIGHTHOUSE));
    const view = await system.viewWhen(await system.ask(QUESTION, { url }));
    expect(view).toMatchObject({ overall_status: 'succeeded', sources_attempted: 1, sources_succeeded: 1 });
    expect(view.answer).toContain(FACT);
    expect(view.attempts).toEqual([expect.objectContaining({ url, outcome: 'read', how: 'browser', status: 200 })]);
    expect(view.steps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['readPage', 'renderPage', 'indexPage', 'draftAnswer']),
    );
  });

  it('opens a browser once where plain HTTP was refused, and reads what it is shown', async () => {
    web.misbehave(url, (req, res) =>
      String(req.headers['user-agent']).startsWith('Mozilla')
        ? scriptBuilt(LIGHTHOUSE)(req, res)
        : void res.writeHead(403, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
    );
    const view = await system.viewWhen(await system.ask(QUESTION, { url }));
    expect(view.attempts).toEqual([expect.objectContaining({ url, outcome: 'read', how: 'browser' })]);
    expect(view.steps.filter(({ name }) => name === 'renderPage')).toHaveLength(1);
  });

  it('opens none where the page is missing', async () => {
    web.misbehave(url, (_req, res) => void res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone</h1>'));
    const view = await system.viewWhen(await system.ask(QUESTION, { url }));
    expect(view.steps.filter(({ name }) => name === 'renderPage')).toEqual([]);
    expect(view.attempts).toContainEqual(expect.objectContaining({ url, outcome: 'not_found' }));
  });
});

describe('a run on a machine without a browser', () => {
  it('says what to install, keeps other reasons as they are, and answers from the other pages', async () => {
    const web = await startOfflineWeb(PAGES);
    const system = await systemOn(web, { CHROMIUM_PATH: '/nowhere/chromium' });
    await system.startWorker();
    try {
      web.misbehave(url, scriptBuilt(LIGHTHOUSE));
      const built = await system.viewWhen(await system.ask('Which lighthouse stands in Skerrow?'));
      expect(built.attempts).toContainEqual(
        expect.objectContaining({ url, outcome: 'needs_browser', reason: 'no_browser' }),
      );
      expect(built.answer).toContain('npx playwright install chromium');
      expect(built.sources_succeeded).toBeGreaterThan(0);
      web.misbehave(url, (_req, res) => void res.writeHead(403, { 'content-type': 'text/html' }).end('<h1>No</h1>'));
      const refused = await system.viewWhen(await system.ask('Which lighthouse stands in Skerrow?'));
      expect(refused.attempts).toContainEqual(
        expect.objectContaining({ url, outcome: 'refused', reason: 'http_403', how: 'http' }),
      );
    } finally {
      await system.stop();
      await web.close();
    }
  });
});
