/** The search engines that are configured, in the order of SEARCH_ENGINES, each behind its circuit. */
import type { Config } from '../config.js';
import type { SearchAnswer, SearchEngine } from '../ports/search-engine.js';
import { CircuitOpenError } from './circuits.js';
import type { Circuits } from './circuits.js';
import { circuitAnswer } from './search-answer.js';
import { createSearxngEngine } from './searxng/searxng-engine.js';
import { createTavilyEngine } from './tavily/tavily-engine.js';
import { createWikipediaEngine } from './wikipedia/wikipedia-engine.js';

/** Tavily joins only with a key, SearXNG with an address; an engine that cannot be asked is left out, not asked in vain. */
export function createSearchEngines(config: Config['search'], circuits: Circuits): SearchEngine[] {
  return config.engines
    .flatMap((name): SearchEngine[] => {
      if (name === 'wikipedia') return [createWikipediaEngine(config)];
      const { tavilyApiKey: apiKey, tavilyBaseUrl: baseUrl, searxngUrl } = config;
      if (name === 'searxng') return searxngUrl === undefined ? [] : [createSearxngEngine({ baseUrl: searxngUrl })];
      return apiKey === undefined ? [] : [createTavilyEngine({ apiKey, baseUrl })];
    })
    .map((engine) => withCircuit(engine, circuits));
}

const isDown = ({ status, retryable }: SearchAnswer): boolean =>
  status === 'timeout' || (status === 'failed' && retryable);

function withCircuit(engine: SearchEngine, circuits: Circuits): SearchEngine {
  return {
    name: engine.name,
    async search(input, options) {
      try {
        return await circuits.run(engine.name, () => engine.search(input, options), isDown);
      } catch (error) {
        if (error instanceof CircuitOpenError) return circuitAnswer(engine.name, error.retryAfterMs);
        throw error;
      }
    },
  };
}
