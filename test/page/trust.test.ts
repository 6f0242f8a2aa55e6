import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright';
import { describeInBrowser } from './support/describe-in-browser.js';
import { extractiveRun, failedRun, modelRun, OPERA_SOURCES, runView } from './support/runs.js';
import { TEMPORAL_UI } from './support/scripted-api.js';
import { setStage, type OpenPage, type Stage } from './support/stage.js';

const ID = 'run_0000000000000000000000000000000c';

describeInBrowser('trusting an answer', () => {
  let stage: Stage;
  const opened: OpenPage[] = [];
  const openRun = async (options?: Parameters<Stage['open']>[1]): Promise<Page> => {
    const one = await stage.open(`/runs/${ID}`, options);
    opened.push(one);
    await one.page.getByRole('heading', { level: 1 }).waitFor();
    return one.page;
  };
  const card = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('dialog');
  const number = (page: Page, index: number): ReturnType<Page['locator']> => page.locator('.cite').nth(index);

  beforeAll(async () => {
    stage = await setStage();
  });
  beforeEach(() => stage.api.add(modelRun({ run_id: ID })));
  afterEach(async () => {
    expect(opened.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    await stage.closePages();
    stage.api.reset();
  });
  afterAll(() => stage.close());

  it('opens a quote in its context by hover, and lets it go with the pointer', async () => {
    const page = await openRun();
    await number(page, 0).hover();
    const quote = card(page).locator('blockquote');
    await quote.waitFor();
    expect(await quote.locator('mark').textContent()).toBe('The building was designed by Danish architect Jørn Utzon');
    expect(await quote.textContent()).toBe(
      'It is widely regarded as one of the most famous and distinctive buildings of the 20th century. ' +
        'The building was designed by Danish architect Jørn Utzon ' +
        'and completed by an Australian architectural team headed by Peter Hall.',
    );
    await card(page).hover();
    await page.mouse.move(0, 0);
    await card(page).waitFor({ state: 'detached' });
  });

  it('names title, host and the day it was read, and links to the passage', async () => {
    const page = await openRun();
    await number(page, 0).click();
    await card(page).getByText('Sydney Opera House', { exact: true }).waitFor();
    await card(page).getByText('en.wikipedia.org').waitFor();
    await card(page).getByText('read 4 May 2026, 09:30').waitFor();
    const link = card(page).getByRole('link', { name: 'Open at the passage' });
    expect(await link.getAttribute('href')).toBe(OPERA_SOURCES[0]?.quotes[0]?.link);
  });

  it('works by keyboard: focus shows, Enter goes in, Escape comes back to the number', async () => {
    const page = await openRun();
    await page.getByRole('button', { name: 'Copy as Markdown' }).focus();
    await page.keyboard.press('Tab');
    await card(page).waitFor();
    await page.keyboard.press('Enter');
    const close = page.getByRole('button', { name: 'Close' });
    await close.waitFor();
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Close');
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cite-0-1');
    await page.keyboard.press('Tab');
    await card(page).getByText('archive.example').waitFor();
  });

  it('opens by tap on a phone, within the window, and closes by a tap elsewhere', async () => {
    const page = await openRun({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await number(page, 1).tap();
    await card(page).getByText('Open at page 12').waitFor();
    const box = await card(page).boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    const numberBox = await number(page, 1).boundingBox();
    expect((numberBox?.y ?? 0) + (numberBox?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    await page.getByRole('heading', { name: 'Answer' }).tap();
    await card(page).waitFor({ state: 'detached' });
  });

  it('stays inside the answer on a wide screen, and moves nothing when it opens', async () => {
    const page = await openRun({ viewport: { width: 1440, height: 900 } });
    const place = (): Promise<unknown> => page.getByRole('heading', { name: 'Sources used' }).boundingBox();
    const before = await place();
    await number(page, 3).click();
    const box = await card(page).boundingBox();
    const answer = await page.locator('.answer').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((answer?.x ?? 0) + (answer?.width ?? 0) + 1);
    expect(await place()).toEqual(before);
  });

  it('never styles unsupported text like supported text, and says so in words', async () => {
    const page = await openRun();
    const look = (text: string): Promise<string> =>
      page
        .locator('.sentence', { hasText: text })
        .locator('span')
        .first()
        .evaluate((element) => {
          const { fontStyle, color, textDecorationLine } = getComputedStyle(element);
          return [fontStyle, color, textDecorationLine].join(' ');
        });
    const supported = await look('by the Danish architect');
    const unsupported = await look('never saw the finished');
    expect(unsupported.split(' ')[0]).toBe('italic');
    expect(unsupported).not.toBe(supported);
    await page.getByText('no quote supports this').waitFor();
    expect(await page.locator('.doubt').count()).toBe(1);
  });

  it('counts what was checked in one line', async () => {
    const page = await openRun();
    expect(await page.locator('.verification').textContent()).toBe(
      '4 sentences, 3 supported by quotes, 5 numbers checked · 3 of 5 sources read · $0.012 · answered by claude-sonnet',
    );
  });

  it('lists the sources used by number and what could not be read with the reason in words', async () => {
    const page = await openRun();
    const used = page.getByRole('region', { name: 'Sources used' }).getByRole('listitem');
    expect(await used.count()).toBe(2);
    await used.nth(1).getByText('archive.example · 1 quote · published 29 Apr 2003 · read 4 May 2026').waitFor();
    const partial = page.getByRole('region', { name: 'Partial results: 3 of 5 sources could be read' });
    expect(await partial.getByRole('listitem').allTextContents()).toEqual([
      'whc.unesco.orgits robots.txt asks us not to read this',
      'sydney.exampleanswered 503',
    ]);
  });

  it('shows passages as passages, introduced and not asserted', async () => {
    stage.api.add(extractiveRun({ run_id: ID }));
    const page = await openRun();
    await page.getByRole('heading', { name: 'Closest passages' }).waitFor();
    expect(await page.locator('.cited > *').allInnerTexts()).toEqual([
      'The closest passages in the pages read:',
      expect.stringContaining('The building was designed by Danish architect Jørn Utzon'),
      expect.stringContaining('Utzon was announced the winner on 29 January 1957'),
      'None of the pages mentions “opening hours”.',
    ]);
    expect(await page.locator('.cited > blockquote').count()).toBe(2);
    expect(await page.locator('.doubt').count()).toBe(0);
    await page.getByText('quoted as found, no model used').waitFor();
    expect(await page.getByText('3 of 5 sources could be read').count()).toBe(1);
  });

  it('says why an answer is partial where nothing else says it', async () => {
    stage.api.add(
      extractiveRun({ run_id: ID, reason: { code: 'not_found_in_sources', message: 'The pages do not hold it.' } }),
    );
    const page = await openRun();
    await page.locator('.notice').getByText('The pages do not hold it.').waitFor();
  });

  it('links to the same run in Temporal where the API knows of that', async () => {
    const page = await openRun();
    const link = page.getByRole('link', { name: 'Temporal' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`${TEMPORAL_UI}/namespaces/default/workflows/${ID}`);
  });

  it('shows an answer that code composed as plain paragraphs, with no claim of support', async () => {
    stage.api.add(failedRun({ run_id: ID }));
    const page = await openRun();
    expect(await page.locator('.answer-text p').allTextContents()).toEqual([
      'No search engine answered: Tavily said 401. Set TAVILY_API_KEY, or try again with Wikipedia.',
      'tavily refused the key.',
    ]);
    expect(await page.locator('.verification').textContent()).toBe(
      'no source was read · put together by code, no model used',
    );
  });

  it('treats whatever a page said as text, and links only to the web', async () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const source = { ...OPERA_SOURCES[0]!, title: nasty, url: 'javascript:alert(1)' };
    stage.api.add(
      modelRun({
        run_id: ID,
        question: nasty,
        sources: [source],
        sentences: [{ text: nasty, verdict: 'supported', citations: [{ source: 1, quote: 'not listed' }] }],
      }),
    );
    const page = await openRun();
    await number(page, 0).click();
    await card(page).getByText('not listed').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
  });

  it('copies the answer as Markdown with its footers', async () => {
    const page = await openRun({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const { question, answer } = modelRun();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`# ${question}\n\n${answer ?? ''}\n`);
  });

  it('reads the answer aloud sentence by sentence in its language, and stops', async () => {
    const page = await openRun();
    await page.evaluate(() => {
      const spoken: string[] = [];
      const synthesis = {
        speak: (utterance: SpeechSynthesisUtterance) => spoken.push(`${utterance.lang}: ${utterance.text}`),
        cancel: () => spoken.push('cancel'),
      };
      Object.assign(window, { spoken });
      Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    });
    await page.getByRole('button', { name: 'Read aloud' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Read aloud' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)).toEqual([
      'cancel',
      'en: The Sydney Opera House was designed by the Danish architect Jørn Utzon.',
      'en: He was announced the winner of the competition on 29 January 1957.',
      'en: It was formally opened by Elizabeth II on 20 October 1973.',
      'cancel',
    ]);
  });

  it('does not let a number start a line of its own', async () => {
    const page = await openRun({ viewport: { width: 390, height: 844 } });
    for (const width of [320, 360, 390, 414]) {
      await page.setViewportSize({ width, height: 844 });
      const apart = await page
        .locator('.glued')
        .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).length);
      expect(apart).toBe(0);
    }
  });

  it('starts on the answer when the run had ended before, and on the pages when it is watched', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const ended = await openRun(phone);
    expect(await ended.locator('.page-row').first().isVisible()).toBe(false);
    stage.api.add(runView({ run_id: ID, attempts: modelRun().attempts }));
    const watched = await openRun(phone);
    await watched.locator('.page-row').first().waitFor();
  });
});
