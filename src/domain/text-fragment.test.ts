import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chromium, type Browser } from 'playwright';
import { extractHtml } from '../adapters/extraction/extract-html.js';
import { findChromium } from '../adapters/playwright/find-chromium.js';
import { pdfPageLink, textFragmentLink } from './text-fragment.js';

const link = (text: string, quote: string, url = 'https://a.example/'): string => {
  const start = text.indexOf(quote);
  return textFragmentLink(url, text, { start, end: start + quote.length });
};

describe('a link to a passage', () => {
  it.each([
    [
      'names a short quote whole, its own marks encoded',
      'a well-known, old one',
      'well-known, old',
      '#:~:text=well%2Dknown%2C%20old',
    ],
    ['leaves out the marks of extraction', '# Title\n\n- item', '# Title\n\n- item', '#:~:text=Title,item'],
    ['names a row by its first and last cell', 'a one | b | c two', 'a one | b | c two', '#:~:text=a%20one,c%20two'],
    ['cannot name what has no letters', '--- | ---', '--- | ---', ''],
  ])('%s', (_what, text, quote, fragment) => {
    expect(link(text, quote)).toBe(`https://a.example/${fragment}`);
  });

  it('names a long quote by its first and last words, with more of the first where they stand elsewhere too', () => {
    const quote = `we think that it is so because ${'of many things '.repeat(8)}in the end of all`;
    expect(link(`we think that it is not. ${quote}`, quote)).toBe(
      'https://a.example/#:~:text=we%20think%20that%20it%20is%20so,in%20the%20end%20of%20all',
    );
  });

  it('keeps the fragment that an address has', () => {
    expect(link('one two', 'one two', 'https://a.example/#part')).toBe('https://a.example/#part:~:text=one%20two');
    expect(pdfPageLink('https://a.example/x.pdf#page=9', 3)).toBe('https://a.example/x.pdf#page=3');
  });

  it('is an address for any quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const made = textFragmentLink('https://a.example/', text, { start: 0, end: text.length });
        expect(URL.canParse(made)).toBe(true);
        expect(made).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });
});

const executablePath = findChromium();
const describeWithBrowser = executablePath === null ? describe.skip : describe;
describeWithBrowser('in Chromium, a link to a passage', () => {
  const passages = [
    'The well-known tower, built in 1889, is 330 metres tall – and it’s made of “puddled” iron.',
    `A long passage opens here, and ${'then it goes on for quite a while, '.repeat(4)}until it closes with these very words.`,
    '東京都の人口は約1400万人で、日本で最も多い都道府県であり、世界でも有数の大都市圏を形成しています。',
  ];
  const filler = '<div style="height: 3000px"></div>';
  const html = `<!doctype html><html lang="en"><title>T</title><body><main><article>
    <h1>Some page</h1>${passages.map((text) => `<p>${text}</p>${filler}`).join('\n')}
    <h2>The parts of it</h2><ul><li>a first part, with a comma</li><li>another part that is longer</li></ul>${filler}
    </article></main></body></html>`;
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('lands on it, whatever it is made of', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { text } = extractHtml(html, url);
    const list = '- a first part, with a comma\n- another part that is longer';
    const page = await browser.newPage();
    for (const quote of [...passages, list]) {
      expect(text).toContain(quote);
      await page.goto('about:blank');
      await page.goto(link(text, quote, url));
      const words = quote.replace(/^- /, '').slice(0, 12);
      const place = page.getByText(words).first();
      await place.waitFor();
      await page.waitForFunction((start) => {
        const holder = [...document.querySelectorAll('p, li')].find((one) => one.textContent?.startsWith(start));
        const box = holder?.getBoundingClientRect();
        return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
      }, words);
    }
    await page.close();
  });
});
