/** Search without a key: one call to Wikipedia's API gives hits with their introductions. */
import type { SearchHit, SearchWebInput } from '../../contracts/activities.js';
import type { SearchAnswer, SearchEngine } from '../../ports/search-engine.js';
import {
  emptyAnswer,
  hitsAnswer,
  networkAnswer,
  nonsenseAnswer,
  statusAnswer,
  timeoutAnswer,
} from '../search-answer.js';
import { createTrustedClient } from '../trusted-client.js';
import type { TrustedAnswer } from '../trusted-client.js';
import { createWikipediaSite } from './wikipedia-site.js';
import type { WikipediaConfig } from './wikipedia-site.js';

const LABEL = 'Wikipedia';
const TIMEOUT_MS = 12_000;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** CirrusSearch refuses longer ones. */
const MAX_QUERY_CHARACTERS = 300;
/** Introductions come for at most this many pages: https://www.mediawiki.org/wiki/Extension:TextExtracts */
const MOST_EXTRACTS = 20;
const SNIPPET_CHARACTERS = 300;

interface ApiPage {
  readonly index?: unknown;
  readonly title?: unknown;
  readonly extract?: unknown;
  readonly fullurl?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The pages of a query, or null when the answer is none. No `query` at all means that nothing was found. */
function pagesOf(json: unknown): readonly ApiPage[] | null {
  if (!isRecord(json) || 'error' in json) return null;
  if (!('query' in json)) return 'batchcomplete' in json ? [] : null;
  const pages = isRecord(json['query']) ? json['query']['pages'] : undefined;
  return Array.isArray(pages) ? pages.filter(isRecord) : null;
}

const rankOf = ({ index }: ApiPage): number => (typeof index === 'number' ? index : Number.MAX_SAFE_INTEGER);

/** The engine ranks but gives no score: the first gets 1, the last of n gets 1/n. */
function toHits(pages: readonly ApiPage[]): SearchHit[] {
  return [...pages]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .flatMap(({ title, extract, fullurl }, at, all) =>
      typeof title === 'string' && typeof fullurl === 'string'
        ? [{ url: fullurl, title, snippet: snippetOf(extract), score: 1 - at / all.length }]
        : [],
    );
}

const snippetOf = (extract: unknown): string =>
  typeof extract === 'string' ? extract.replace(/\s+/gu, ' ').trim().slice(0, SNIPPET_CHARACTERS) : '';

function apiErrorOf(json: unknown): string | null {
  const error = isRecord(json) ? json['error'] : null;
  return isRecord(error) ? String(error['code']) : null;
}

function toAnswer(answer: TrustedAnswer): SearchAnswer {
  if (answer.kind === 'timeout') return timeoutAnswer(LABEL);
  if (answer.kind !== 'answer') return answer.kind === 'network' ? networkAnswer(LABEL) : nonsenseAnswer(LABEL);
  const { status, json, retryAfterMs } = answer;
  const engine = { label: LABEL, whenUnauthorised: '' };
  const code = apiErrorOf(json);
  if (code === 'ratelimited') return statusAnswer(429, retryAfterMs, engine);
  if (code === 'maxlag' || code === 'readonly') return statusAnswer(503, retryAfterMs, engine);
  if (status < 200 || status > 299) return statusAnswer(status, retryAfterMs, engine);
  const pages = pagesOf(json);
  return pages === null ? nonsenseAnswer(LABEL) : hitsAnswer(toHits(pages), LABEL);
}

const covers = (domain: string, host: string): boolean =>
  host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`);

/** Would a search here find anything that the filter lets through? */
const isWanted = ({ include, exclude }: SearchWebInput['domains'], host: string): boolean =>
  (include.length === 0 || include.some((domain) => covers(domain, host))) &&
  !exclude.some((domain) => covers(domain, host));

export function createWikipediaEngine(config: WikipediaConfig, options: { timeoutMs?: number } = {}): SearchEngine {
  const site = createWikipediaSite(config);
  const client = createTrustedClient({ timeoutMs: options.timeoutMs ?? TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  return {
    name: 'wikipedia',
    async search({ query, language, limit, domains }, { signal }) {
      const base = site.base(language);
      if (!isWanted(domains, new URL(base).hostname)) return emptyAnswer(`${LABEL} is not one of the sites asked for.`);
      const url = site.apiUrl(base, {
        action: 'query',
        generator: 'search',
        gsrsearch: query.slice(0, MAX_QUERY_CHARACTERS),
        gsrlimit: String(Math.min(limit, MOST_EXTRACTS)),
        gsrnamespace: '0',
        prop: 'extracts|info',
        exintro: '1',
        explaintext: '1',
        exlimit: String(MOST_EXTRACTS),
        inprop: 'url',
      });
      return toAnswer(await client.getJson(url, { signal, headers: site.headers }));
    },
  };
}
