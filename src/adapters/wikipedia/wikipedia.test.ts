import { afterEach, describe, expect, it } from '@jest/globals';
import type { SearchWebInput } from '../../contracts/activities.js';
import { pageOf, serve, short } from '../http/testing/local-web.js';
import type { Handler, LocalWeb } from '../http/testing/local-web.js';
import { createWikipediaEngine } from './wikipedia-engine.js';
import { createWikipediaReader, headingsToMarkdown } from './wikipedia-reader.js';
import { createWikipediaSite } from './wikipedia-site.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const signal = () => new AbortController().signal;
const input: SearchWebInput = {
  query: 'tall lighthouses',
  language: 'en',
  limit: 5,
  domains: { include: [], exclude: [] },
};

async function web(handler: Handler): Promise<LocalWeb> {
  const made = await serve(handler);
  open.push(made);
  return made;
}
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const engineAt = async (handler: Handler, timeoutMs = 5_000) =>
  createWikipediaEngine({ wikipediaBaseUrl: (await web(handler)).origin }, { timeoutMs });
function readerOf(site: LocalWeb) {
  const made = createWikipediaReader({ wikipediaBaseUrl: site.origin });
  open.push(made);
  return made;
}

describe('a search of Wikipedia', () => {
  it('gives hits with introductions in the order of their rank, by one call', async () => {
    const site = await web(
      says(200, {
        batchcomplete: true,
        query: {
          pages: [
            { index: 2, title: 'Second', extract: 'Two.', fullurl: 'https://en.wikipedia.org/wiki/Second' },
            { index: 1, title: 'First', extract: 'One\n\nline.', fullurl: 'https://en.wikipedia.org/wiki/First' },
            { index: 3, title: 'No address' },
          ],
        },
      }),
    );
    const engine = createWikipediaEngine({ wikipediaBaseUrl: site.origin });
    const answer = await engine.search(input, { signal: signal() });
    expect(answer).toMatchObject({ status: 'ok', reason: null });
    expect(answer.hits).toEqual([
      { url: 'https://en.wikipedia.org/wiki/First', title: 'First', snippet: 'One line.', score: 1 },
      { url: 'https://en.wikipedia.org/wiki/Second', title: 'Second', snippet: 'Two.', score: expect.closeTo(2 / 3) },
    ]);
    expect(site.asked).toHaveLength(1);
    const asked = new URL(site.asked[0] ?? '', site.origin).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      generator: 'search',
      gsrsearch: 'tall lighthouses',
      gsrlimit: '5',
      exintro: '1',
    });
  });

  it.each([
    ['nothing found', says(200, { batchcomplete: true }), 'empty', false],
    ['403', says(403, 'Please set a user-agent'), 'unauthorised', false],
    ['429', says(429, ''), 'rate_limited', true],
    [
      'its own word for too many',
      says(200, { error: { code: 'ratelimited', info: 'slow down' } }),
      'rate_limited',
      true,
    ],
    ['its own word for overload', says(200, { error: { code: 'maxlag', info: 'lagged' } }), 'failed', true],
    ['an error of the query', says(200, { error: { code: 'badvalue', info: 'no' } }), 'failed', false],
    ['500', says(500, 'oops'), 'failed', true],
    ['HTML instead of JSON', says(200, '<html>Wi-Fi login</html>'), 'failed', false],
    ['JSON of another shape', says(200, [1, 2]), 'failed', false],
    ['an empty body', says(200, ''), 'failed', false],
    ['a redirect', says(302, '', { location: 'http://127.0.0.1:9/' }), 'failed', false],
  ] satisfies [string, Handler, string, boolean][])('tells %s apart', async (_name, handler, status, retryable) => {
    const answer = await (await engineAt(handler)).search(input, { signal: signal() });
    expect({ status: answer.status, retryable: answer.retryable }).toEqual({ status, retryable });
    expect(answer.reason).toMatch(/^Wikipedia .+\.$/);
  });

  it('gives on Retry-After', async () => {
    const engine = await engineAt(says(429, '', { 'retry-after': '4' }));
    expect((await engine.search(input, { signal: signal() })).retryAfterMs).toBe(4_000);
  });

  it('that hangs is a time-out, one that breaks off a failure, one that is aborted ends at once', async () => {
    const hanging = await engineAt(() => undefined, 150);
    expect(await hanging.search(input, { signal: signal() })).toMatchObject({ status: 'timeout', retryable: true });
    const cut = await engineAt((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"query":');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await cut.search(input, { signal: signal() })).toMatchObject({ status: 'failed', retryable: true });
    const controller = new AbortController();
    const searching = hanging.search(input, { signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(searching).rejects.toThrow('cancelled');
  });

  it('is not made when the sites asked for leave Wikipedia out', async () => {
    const engine = createWikipediaEngine({ wikipediaBaseUrl: 'https://{language}.wikipedia.org' });
    const only = (include: string[], exclude: string[] = []) =>
      engine.search({ ...input, domains: { include, exclude } }, { signal: signal() });
    expect((await only(['example.com'])).status).toBe('empty');
    expect((await only([], ['wikipedia.org'])).status).toBe('empty');
  });
});

describe('an address of Wikipedia', () => {
  const site = createWikipediaSite({ wikipediaBaseUrl: 'https://{language}.wikipedia.org' });

  it.each([
    ['https://en.wikipedia.org/wiki/Lighthouse', 'https://en.wikipedia.org', 'Lighthouse'],
    ['https://de.m.wikipedia.org/wiki/Leuchtturm#Geschichte', 'https://de.wikipedia.org', 'Leuchtturm'],
    ['https://zh-min-nan.wikipedia.org/wiki/A', 'https://zh-min-nan.wikipedia.org', 'A'],
    ['https://en.wikipedia.org/wiki/Star_Wars:_Episode_IV', 'https://en.wikipedia.org', 'Star_Wars:_Episode_IV'],
    ['https://fr.wikipedia.org/wiki/%C3%89toile', 'https://fr.wikipedia.org', 'Étoile'],
  ])('%s is an article', (url, base, title) => {
    expect(site.article(url)).toEqual({ base, title });
  });

  it.each([
    'https://en.wikipedia.org/',
    'https://en.wikipedia.org/wiki/Special:Search',
    'https://en.wikipedia.org/wiki/Lighthouse?action=history',
    'https://en.wikipedia.org.evil.example/wiki/Lighthouse',
    'https://www.example.com/wiki/Lighthouse',
    'ftp://en.wikipedia.org/wiki/Lighthouse',
    'nonsense',
    'https://en.wikipedia.org/wiki/%E0%A4%A',
  ])('%s is not', (url) => {
    expect(site.article(url)).toBeNull();
  });

  it('has the edition of the language, English where that is no plain word', () => {
    expect(site.base('pt')).toBe('https://pt.wikipedia.org');
    expect(site.base('evil.example/')).toBe('https://en.wikipedia.org');
  });
});

describe('an article', () => {
  const extract =
    'Towers with lamps.\n\n\n== History ==\n\nOld ones burned wood.\n\n\n=== Oil ===\n\nThen oil.\n\n\n== See also ==\n\n\n== References ==';

  it('is read whole with its headings, by one call', async () => {
    const site = await web(
      says(200, {
        query: {
          pages: [
            { title: 'Lighthouse', extract, fullurl: 'https://en.wikipedia.org/wiki/Lighthouse', pagelanguage: 'en' },
          ],
        },
      }),
    );
    const url = `${site.origin}/wiki/Lighthouse#Oil`;
    const page = pageOf(await readerOf(site).read(url, { signal: signal(), language: 'de' }));
    expect(page).toMatchObject({
      url,
      title: 'Lighthouse',
      language: 'en',
      how: 'api',
      canonicalUrl: 'https://en.wikipedia.org/wiki/Lighthouse',
    });
    expect(page.text).toBe('Towers with lamps.\n\n## History\n\nOld ones burned wood.\n\n### Oil\n\nThen oil.');
    expect(site.asked).toHaveLength(1);
  });

  it('keeps a heading whose only text stands under a deeper one', () => {
    expect(headingsToMarkdown('== A ==\n\n=== B ===\n\ntext\n\n== C ==\n\n== D ==')).toBe('## A\n\n### B\n\ntext');
  });

  it.each([
    ['missing', says(200, { query: { pages: [{ title: 'X', missing: true }] } }), 'not_found/no_such_article'],
    [
      'without text',
      says(200, { query: { pages: [{ title: 'X', extract: '', fullurl: 'https://a.example/wiki/X' }] } }),
      'empty/no_main_text',
    ],
    ['nonsense', says(200, '<html>'), 'broken/bad_api_answer'],
    ['429', says(429, ''), 'failed/http_429'],
    ['503', says(503, ''), 'failed/http_503'],
    ['a reset', (request) => void request.socket.destroy(), 'failed/unreachable'],
  ] satisfies [string, Handler, string][])('%s is an outcome', async (_name, handler, wanted) => {
    const site = await web(handler);
    const outcome = await readerOf(site).read(`${site.origin}/wiki/X`, { signal: signal(), language: 'en' });
    expect(short(outcome)).toBe(wanted);
  });

  it('is asked for with two others at most at the same time', async () => {
    let now = 0;
    let most = 0;
    const site = await web((request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        says(200, { query: { pages: [{ title: 'X', missing: true }] } })(request, response);
      }, 30);
    });
    const reader = readerOf(site);
    await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        reader.read(`${site.origin}/wiki/${at}`, { signal: signal(), language: 'en' }),
      ),
    );
    expect(most).toBe(3);
  });
});
