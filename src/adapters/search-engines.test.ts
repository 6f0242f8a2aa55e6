import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config.js';
import { createCircuits } from './circuits.js';
import { serve } from './http/testing/local-web.js';
import type { LocalWeb } from './http/testing/local-web.js';
import { createSearchEngines } from './search-engines.js';

const open: LocalWeb[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close();
});

const names = (env: Record<string, string>) =>
  createSearchEngines(parseConfig(env).search, createCircuits()).map(({ name }) => name);

describe('the search engines', () => {
  it('are those of SEARCH_ENGINES in its order, Tavily only with a key, SearXNG only with an address', () => {
    expect(names({})).toEqual(['wikipedia']);
    expect(names({ TAVILY_API_KEY: 'tvly-x' })).toEqual(['tavily', 'wikipedia']);
    expect(names({ TAVILY_API_KEY: 'tvly-x', SEARCH_ENGINES: 'wikipedia,tavily' })).toEqual(['wikipedia', 'tavily']);
    expect(names({ SEARCH_ENGINES: 'tavily' })).toEqual([]);
    expect(names({ SEARXNG_URL: 'http://127.0.0.1:8888' })).toEqual(['searxng', 'wikipedia']);
  });

  it('are left alone for a moment after five failures in a row', async () => {
    const web = await serve((_request, response) => void response.writeHead(500).end());
    open.push(web);
    const circuits = createCircuits();
    const [engine] = createSearchEngines(parseConfig({ WIKIPEDIA_BASE_URL: web.origin }).search, circuits);
    const search = () =>
      engine?.search(
        { query: 'a', language: 'en', limit: 1, domains: { include: [], exclude: [] } },
        { signal: new AbortController().signal },
      );
    for (let time = 0; time < 5; time += 1) expect(await search()).toMatchObject({ status: 'failed', retryable: true });
    expect(circuits.states()).toEqual({ wikipedia: 'open' });
    expect(await search()).toMatchObject({ status: 'failed', retryable: false });
    expect(web.asked).toHaveLength(5);
  });
});
