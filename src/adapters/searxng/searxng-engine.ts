/** Search by a SearXNG instance of the operator's: https://docs.searxng.org/dev/search_api.html */
import type { SearchHit, SearchWebInput } from '../../contracts/activities.js';
import type { SearchAnswer, SearchEngine } from '../../ports/search-engine.js';
import { hitsAnswer, networkAnswer, nonsenseAnswer, statusAnswer, timeoutAnswer } from '../search-answer.js';
import { createTrustedClient, type TrustedAnswer } from '../trusted-client.js';

export interface SearxngOptions {
  /** of the instance, e.g. `http://127.0.0.1:8888` */
  readonly baseUrl: string;
  /** the whole call, milliseconds [12,000] */
  readonly timeoutMs?: number;
}

const LABEL = 'SearXNG';
const TIMEOUT_MS = 12_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_QUERY_CHARACTERS = 400;
const SNIPPET_CHARACTERS = 300;
/** Instances answer in HTML only until they are told otherwise. */
const WHEN_REFUSED = 'Allow its JSON answers: add json to search.formats in its settings.yml, and look at its limiter.';

interface Result {
  readonly url?: unknown;
  readonly title?: unknown;
  readonly content?: unknown;
  readonly score?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function createSearxngEngine({ baseUrl, timeoutMs = TIMEOUT_MS }: SearxngOptions): SearchEngine {
  const client = createTrustedClient({ timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  return {
    name: 'searxng',
    async search(input, { signal }) {
      const headers = { accept: 'application/json' };
      return toAnswer(await client.getJson(searchUrl(baseUrl, input), { signal, headers }), input.limit);
    },
  };
}

function searchUrl(baseUrl: string, input: SearchWebInput): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/u, '')}/search`);
  url.search = new URLSearchParams({
    q: queryOf(input),
    format: 'json',
    language: input.language,
    categories: 'general',
  }).toString();
  return url;
}

/** The engines behind it share this way of naming sites; what slips through is dropped where hits are merged. */
function queryOf({ query, domains: { include, exclude } }: SearchWebInput): string {
  const wanted = include.map((domain) => `site:${domain}`).join(' OR ');
  const unwanted = exclude.map((domain) => `-site:${domain}`).join(' ');
  return [query.slice(0, MAX_QUERY_CHARACTERS), wanted, unwanted].filter(Boolean).join(' ');
}

function toAnswer(answer: TrustedAnswer, limit: number): SearchAnswer {
  if (answer.kind === 'timeout') return timeoutAnswer(LABEL);
  if (answer.kind === 'network') return networkAnswer(LABEL);
  if (answer.kind === 'too_large') return nonsenseAnswer(LABEL);
  const { status, retryAfterMs, json } = answer;
  if (status < 200 || status > 299)
    return statusAnswer(status, retryAfterMs, { label: LABEL, whenUnauthorised: WHEN_REFUSED });
  if (!isRecord(json) || !Array.isArray(json['results'])) return nonsenseAnswer(LABEL);
  const hits = toHits(json['results'].filter(isRecord)).slice(0, limit);
  const silent = namesOf(json['unresponsive_engines']);
  if (hits.length > 0 || silent.length === 0) return hitsAnswer(hits, LABEL);
  const reason = `${LABEL} found nothing, as its engines did not answer: ${silent.join(', ')}.`;
  return { status: 'failed', hits: [], reason, retryable: true, retryAfterMs: null };
}

/** Its scores add up over engines without a bound: the best of an answer counts as 1. */
function toHits(results: readonly Result[]): SearchHit[] {
  const scoreOf = ({ score }: Result): number => (typeof score === 'number' && score > 0 ? score : 0);
  const best = Math.max(...results.map(scoreOf), Number.MIN_VALUE);
  return results.flatMap((result) => {
    const { url, title, content } = result;
    if (typeof url !== 'string' || !/^https?:\/\//iu.test(url) || !URL.canParse(url)) return [];
    return [
      {
        url,
        title: typeof title === 'string' && title !== '' ? title : url,
        snippet: typeof content === 'string' ? content.slice(0, SNIPPET_CHARACTERS) : '',
        score: scoreOf(result) / best,
      },
    ];
  });
}

/** `[["google", "timeout"], …]` as words. */
function namesOf(engines: unknown): string[] {
  if (!Array.isArray(engines)) return [];
  return engines.flatMap((entry: unknown) => {
    const [name, why] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof name !== 'string') return [];
    return [typeof why === 'string' && why !== '' ? `${name} (${why})` : name];
  });
}
