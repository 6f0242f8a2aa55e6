import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SearchWebInput } from '../../contracts/activities.js';
import { serve } from '../http/testing/local-web.js';
import type { Handler, LocalWeb } from '../http/testing/local-web.js';
import { createTavilyEngine } from './tavily-engine.js';

const open: LocalWeb[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close();
});

const input: SearchWebInput = {
  query: 'tall lighthouses',
  language: 'en',
  limit: 5,
  domains: { include: [], exclude: [] },
};
const signal = () => new AbortController().signal;

async function tavilyAt(handler: Handler, timeoutMs = 5_000) {
  const web = await serve(handler);
  open.push(web);
  return createTavilyEngine({ apiKey: 'tvly-test', baseUrl: `${web.origin}/`, timeoutMs });
}
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const results = (...hits: object[]) => ({ query: 'q', results: hits, response_time: 0.1 });
const hit = { title: 'Lighthouse', url: 'https://example.com/a', content: 'x'.repeat(1000), score: 0.91 };

describe('an answer of Tavily', () => {
  it('with results becomes hits with short snippets', async () => {
    const engine = await tavilyAt(says(200, results(hit, { url: 'not an address' }, { ...hit, title: '', score: 7 })));
    const answer = await engine.search(input, { signal: signal() });
    expect(answer).toMatchObject({ status: 'ok', reason: null, retryable: false });
    expect(answer.hits).toEqual([
      { url: 'https://example.com/a', title: 'Lighthouse', snippet: 'x'.repeat(300), score: 0.91 },
      { url: 'https://example.com/a', title: 'https://example.com/a', snippet: 'x'.repeat(300), score: 1 },
    ]);
  });

  it('asks with the key, the query, the limit and the sites', async () => {
    let asked = {};
    let key: string | undefined;
    const engine = await tavilyAt((request, response) => {
      key = request.headers.authorization;
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        asked = JSON.parse(text) as object;
        says(200, results(hit))(request, response);
      });
    });
    const domains = { include: ['example.com'], exclude: ['example.org'] };
    await engine.search({ ...input, query: 'q'.repeat(900), domains }, { signal: signal() });
    expect(key).toBe('Bearer tvly-test');
    expect(asked).toMatchObject({
      query: 'q'.repeat(400),
      max_results: 5,
      include_domains: ['example.com'],
      exclude_domains: ['example.org'],
    });
  });

  it.each([
    ['no results', says(200, results()), 'empty', false],
    ['400', says(400, { detail: { error: 'Query is too long.' } }), 'failed', false],
    ['401', says(401, { detail: { error: 'Unauthorized: missing or invalid API key.' } }), 'unauthorised', false],
    ['403', says(403, 'forbidden'), 'unauthorised', false],
    ['432, the plan is used up', says(432, { detail: { error: 'limit' } }), 'rate_limited', false],
    ['429', says(429, { detail: { error: 'slow down' } }), 'rate_limited', true],
    ['500', says(500, { detail: { error: 'oops' } }), 'failed', true],
    ['502 with a page of HTML', says(502, '<h1>Bad gateway</h1>'), 'failed', true],
    ['HTML instead of JSON', says(200, '<html><body>Welcome to the hotel Wi-Fi</body></html>'), 'failed', false],
    ['JSON of another shape', says(200, { hello: 'world' }), 'failed', false],
    ['a redirect', says(302, '', { location: 'http://127.0.0.1:9/' }), 'failed', false],
  ] satisfies [string, Handler, string, boolean][])(
    'with %s is told apart',
    async (_name, handler, status, retryable) => {
      const answer = await (await tavilyAt(handler)).search(input, { signal: signal() });
      expect({ status: answer.status, retryable: answer.retryable }).toEqual({ status, retryable });
      expect(answer.hits).toEqual([]);
      expect(answer.reason).toMatch(/^Tavily .+\.$/);
    },
  );

  it('names the setting when the key is refused', async () => {
    const engine = await tavilyAt(says(401, { detail: { error: 'Unauthorized' } }));
    expect((await engine.search(input, { signal: signal() })).reason).toBe('Tavily said 401. Set TAVILY_API_KEY.');
  });

  it('gives on Retry-After in seconds and as a date, half a minute at most', async () => {
    const wait = async (value: string) =>
      (await (await tavilyAt(says(429, {}, { 'retry-after': value }))).search(input, { signal: signal() }))
        .retryAfterMs;
    expect(await wait('3')).toBe(3_000);
    expect(await wait('3600')).toBe(30_000);
    const dated = await wait(new Date(Date.now() + 12_000).toUTCString());
    expect(dated).toBeGreaterThan(8_000);
    expect(dated).toBeLessThanOrEqual(12_000);
  });

  it('that never comes is a time-out, and one that breaks off a failure worth another try', async () => {
    const hanging = await tavilyAt(() => undefined, 150);
    expect(await hanging.search(input, { signal: signal() })).toMatchObject({ status: 'timeout', retryable: true });
    const cut = await tavilyAt((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"results": [');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await cut.search(input, { signal: signal() })).toMatchObject({ status: 'failed', retryable: true });
  });

  it('from nobody is a failure worth another try', async () => {
    const engine = createTavilyEngine({ apiKey: 'tvly-test', baseUrl: 'http://127.0.0.1:9', timeoutMs: 2_000 });
    expect(await engine.search(input, { signal: signal() })).toMatchObject({ status: 'failed', retryable: true });
  });

  it('past every measure is no answer', async () => {
    const engine = await tavilyAt(says(200, results({ ...hit, content: 'x'.repeat(5 * 1024 * 1024) })));
    expect(await engine.search(input, { signal: signal() })).toMatchObject({ status: 'failed', hits: [] });
  });

  it('is not waited for once the caller aborts', async () => {
    const engine = await tavilyAt(() => undefined);
    const controller = new AbortController();
    const searching = engine.search(input, { signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(searching).rejects.toThrow('cancelled');
  });

  it('is told apart from others that are asked at the same time', async () => {
    const [refused, fine] = [await tavilyAt(says(401, {})), await tavilyAt(says(200, results(hit)))];
    const answers = await Promise.all(
      [refused, fine, refused, fine].map((engine) => engine.search(input, { signal: signal() })),
    );
    expect(answers.map(({ status }) => status)).toEqual(['unauthorised', 'ok', 'unauthorised', 'ok']);
  });
});

it('there is one copy of axios, so that the interceptors sit on the one that Tavily uses', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, unknown> };
  expect(Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/axios'))).toEqual([
    'node_modules/axios',
  ]);
  expect(readdirSync(join('node_modules', '@tavily', 'core'))).not.toContain('node_modules');
});
