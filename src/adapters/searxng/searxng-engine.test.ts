import { afterEach, describe, expect, it } from '@jest/globals';
import type { SearchWebInput } from '../../contracts/activities.js';
import { serve, type Handler, type LocalWeb } from '../http/testing/local-web.js';
import { createSearxngEngine } from './searxng-engine.js';

const open: LocalWeb[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close();
});

const input: SearchWebInput = {
  query: 'tall lighthouses',
  language: 'de',
  limit: 3,
  domains: { include: [], exclude: [] },
};
const signal = () => new AbortController().signal;
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

async function searchAt(handler: Handler, over: Partial<SearchWebInput> = {}, path = '') {
  const web = await serve(handler);
  open.push(web);
  const engine = createSearxngEngine({ baseUrl: `${web.origin}${path}`, timeoutMs: 1_000 });
  return engine.search({ ...input, ...over }, { signal: signal() });
}
const result = (n: number, score: number) => ({
  url: `https://example.org/${n}`,
  title: `Lighthouse ${n}`,
  content: 'x'.repeat(1_000),
  score,
  engines: ['duckduckgo'],
});

describe('an answer of SearXNG', () => {
  it('with results becomes hits with short snippets, the best with score 1', async () => {
    const odd = [
      { title: 'no address' },
      { url: 'ftp://example.org/', title: 'x' },
      'no result',
      { url: 'https://a.test/' },
    ];
    const answer = await searchAt(says(200, { results: [result(1, 8), result(2, 2), ...odd, result(3, 1)] }));
    expect(answer).toMatchObject({ status: 'ok', reason: null });
    expect(answer.hits).toEqual([
      { url: 'https://example.org/1', title: 'Lighthouse 1', snippet: 'x'.repeat(300), score: 1 },
      { url: 'https://example.org/2', title: 'Lighthouse 2', snippet: 'x'.repeat(300), score: 0.25 },
      { url: 'https://a.test/', title: 'https://a.test/', snippet: '', score: 0 },
    ]);
  });

  it.each([
    ['nothing found', { results: [], unresponsive_engines: [] }, 'empty', false],
    [
      'nothing found, with silent engines',
      { results: [], unresponsive_engines: [['google', 'timeout']] },
      'failed',
      true,
    ],
    ['no results at all', { query: 'x' }, 'failed', false],
    ['no JSON', '<html>', 'failed', false],
  ] as const)('with %s says so', async (_what, body, status, retryable) => {
    const answer = await searchAt(says(200, body));
    expect(answer).toMatchObject({ status, retryable, hits: [] });
    if (retryable) expect(answer.reason).toContain('google (timeout)');
  });

  it.each([
    [403, 'unauthorised', false],
    [429, 'rate_limited', true],
    [500, 'failed', true],
    [404, 'failed', false],
    [302, 'failed', false],
  ] as const)('of status %i is %s', async (status, expected, retryable) => {
    const headers = { location: 'http://127.0.0.1:1/', 'retry-after': '3' };
    const answer = await searchAt(says(status, {}, headers));
    expect(answer).toMatchObject({ status: expected, retryable });
    if (status === 403) expect(answer.reason).toContain('search.formats');
    if (status === 429) expect(answer.retryAfterMs).toBe(3_000);
  });

  it('that does not come in time, or from nowhere, may be asked for again', async () => {
    expect(await searchAt(() => undefined)).toMatchObject({ status: 'timeout', retryable: true });
    const engine = createSearxngEngine({ baseUrl: 'http://127.0.0.1:9' });
    expect(await engine.search(input, { signal: signal() })).toMatchObject({ status: 'failed', retryable: true });
  });
});

describe('a question to SearXNG', () => {
  it('carries language and sites, also to an instance below a path', async () => {
    let asked = '';
    const domains = { include: ['a.test', 'b.test'], exclude: ['c.test'] };
    await searchAt(
      (request, response) => {
        asked = request.url ?? '';
        says(200, { results: [] })(request, response);
      },
      { domains, query: 'q'.repeat(900) },
      '/searxng/',
    );
    const url = new URL(asked, 'http://instance');
    expect(url.pathname).toBe('/searxng/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: `${'q'.repeat(400)} site:a.test OR site:b.test -site:c.test`,
      format: 'json',
      language: 'de',
      categories: 'general',
    });
  });

  it('ends with the run that asks it', async () => {
    const abort = new AbortController();
    const web = await serve(() => abort.abort(new Error('cancelled')));
    open.push(web);
    const engine = createSearxngEngine({ baseUrl: web.origin });
    await expect(engine.search(input, { signal: abort.signal })).rejects.toThrow('cancelled');
  });
});
