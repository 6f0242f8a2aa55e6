/** Search by Tavily through its own client, whose axios hides status and Retry-After: both are read by interceptors. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { tavily } from '@tavily/core';
import axios, { isAxiosError } from 'axios';
import type { AxiosError, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { SearchHit, SearchWebInput } from '../../contracts/activities.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import type { SearchAnswer, SearchEngine } from '../../ports/search-engine.js';
import { hitsAnswer, networkAnswer, nonsenseAnswer, statusAnswer, timeoutAnswer } from '../search-answer.js';

export interface TavilyOptions {
  readonly apiKey: string;
  /** default: Tavily's own */
  readonly baseUrl?: string | undefined;
  /** the whole call, milliseconds [12,000] */
  readonly timeoutMs?: number;
}

const LABEL = 'Tavily';
const TIMEOUT_MS = 12_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
const MAX_QUERY_CHARACTERS = 400;
/** Plan or pay-as-you-go limit used up: https://docs.tavily.com/documentation/api-reference/endpoint/search */
const USED_UP = new Set([432, 433]);

/** What the client's own errors do not tell of one call. */
interface Call {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  status: number | null;
  retryAfter: string | null;
  timedOut: boolean;
  /** the parsed body; the client's own mapping throws where a field that we do not need is missing */
  body: unknown;
}
const calls = new AsyncLocalStorage<Call>();

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Only calls made by this module are touched: other users of the same axios have no `Call`. */
function prepare(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const call = calls.getStore();
  if (!call) return config;
  const { signal, timeoutMs: timeout } = call;
  return Object.assign(config, { signal, timeout, maxRedirects: 0, maxContentLength: MAX_ANSWER_BYTES, proxy: false });
}

function note(response: AxiosResponse): AxiosResponse {
  const call = calls.getStore();
  if (call) {
    call.status = response.status;
    call.body = response.data;
    const header: unknown = response.headers['retry-after'];
    call.retryAfter = typeof header === 'string' ? header : null;
  }
  return response;
}

function noteError(error: AxiosError): never {
  const call = calls.getStore();
  if (call && isAxiosError(error)) {
    if (error.response) note(error.response);
    call.timedOut = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
    // A success that is an error all the same broke off or grew too large: no answer, whatever its status said.
    if (isSuccess(call.status)) call.status = null;
  }
  throw error;
}

axios.interceptors.request.use(prepare);
axios.interceptors.response.use(note, noteError);

function toAnswer(call: Call): SearchAnswer {
  if (call.timedOut) return timeoutAnswer(LABEL);
  if (call.status === null) return networkAnswer(LABEL);
  if (isSuccess(call.status)) return resultsAnswer(call.body);
  const retryAfterMs = parseRetryAfter(call.retryAfter, Date.now());
  const answer = statusAnswer(call.status, retryAfterMs, { label: LABEL, whenUnauthorised: 'Set TAVILY_API_KEY.' });
  if (!USED_UP.has(call.status)) return answer;
  return {
    ...answer,
    status: 'rate_limited',
    reason: `${LABEL} said ${call.status}: the plan's searches are used up.`,
  };
}

function resultsAnswer(body: unknown): SearchAnswer {
  const results = typeof body === 'object' && body !== null && 'results' in body ? body.results : null;
  return Array.isArray(results) ? hitsAnswer(results.flatMap(toHit), LABEL) : nonsenseAnswer(LABEL);
}

interface TavilyResult {
  readonly url?: unknown;
  readonly title?: unknown;
  readonly content?: unknown;
  readonly score?: unknown;
}

function toHit(result: unknown): SearchHit[] {
  const { url, title, content, score } = (result ?? {}) as TavilyResult;
  if (typeof url !== 'string' || !URL.canParse(url)) return [];
  return [
    {
      url,
      title: typeof title === 'string' && title !== '' ? title : url,
      snippet: typeof content === 'string' ? content.slice(0, 300) : '',
      score: typeof score === 'number' ? Math.min(1, Math.max(0, score)) : 0,
    },
  ];
}

function searchOptions({ limit, domains }: SearchWebInput) {
  return {
    searchDepth: 'basic' as const,
    maxResults: limit,
    includeAnswer: false as const,
    includeImages: false as const,
    ...(domains.include.length > 0 ? { includeDomains: [...domains.include] } : {}),
    ...(domains.exclude.length > 0 ? { excludeDomains: [...domains.exclude] } : {}),
  };
}

export function createTavilyEngine({ apiKey, baseUrl, timeoutMs = TIMEOUT_MS }: TavilyOptions): SearchEngine {
  const client = tavily({ apiKey, ...(baseUrl ? { apiBaseURL: baseUrl.replace(/\/+$/u, '') } : {}) });
  return {
    name: 'tavily',
    async search(input, { signal }) {
      signal.throwIfAborted();
      const call: Call = { signal, timeoutMs, status: null, retryAfter: null, timedOut: false, body: null };
      const query = input.query.slice(0, MAX_QUERY_CHARACTERS);
      // Whatever it throws, the call knows better why.
      await calls.run(call, () => client.search(query, searchOptions(input))).catch(() => undefined);
      signal.throwIfAborted();
      return toAnswer(call);
    },
  };
}
