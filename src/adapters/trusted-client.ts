/**
 * JSON over HTTP for endpoints that the operator named in the settings: not judged by the egress guard, and therefore
 * without redirects, proxies or anything else that could lead somewhere the operator did not name.
 */
import { Agent } from 'undici';
import { parseRetryAfter } from '../domain/retry-after.js';
import { errorCode } from './error-code.js';
import { BodyTooLargeError, exchange } from './http/exchange.js';
import type { Exchange, ExchangeOptions } from './http/exchange.js';

export type TrustedAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** from Retry-After, milliseconds */
      readonly retryAfterMs: number | null;
      /** parsed JSON; undefined when the body is not JSON */
      readonly json: unknown;
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'network' }
  | { readonly kind: 'too_large' };

export interface TrustedRequest {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TrustedClient {
  /** @throws only the signal's reason when it aborts */
  getJson(url: URL, options: TrustedRequest): Promise<TrustedAnswer>;
  /** @throws only the signal's reason when it aborts */
  sendJson(
    method: 'POST' | 'PUT' | 'DELETE',
    url: URL,
    body: object | null,
    options: TrustedRequest,
  ): Promise<TrustedAnswer>;
  close(): Promise<void>;
}

export interface TrustedClientOptions {
  /** the whole exchange, milliseconds */
  readonly timeoutMs: number;
  /** decoded bytes */
  readonly maxBytes: number;
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function createTrustedClient({ timeoutMs, maxBytes }: TrustedClientOptions): TrustedClient {
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: timeoutMs } });

  async function answer({ status, headers, body }: Exchange): Promise<TrustedAnswer> {
    const header = headers['retry-after'];
    const retryAfterMs = parseRetryAfter(typeof header === 'string' ? header : null, Date.now());
    return { kind: 'answer', status, retryAfterMs, json: parseJson((await body.readAll(maxBytes)).toString('utf8')) };
  }

  async function ask(
    url: URL,
    { signal, headers = {} }: TrustedRequest,
    sent?: ExchangeOptions['sent'],
  ): Promise<TrustedAnswer> {
    signal.throwIfAborted();
    const late = AbortSignal.timeout(timeoutMs);
    const fields = sent?.body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    let got: Exchange | null = null;
    try {
      const all = AbortSignal.any([signal, late]);
      got = await exchange(url, { dispatcher, headers: fields, signal: all, ...(sent ? { sent } : {}) });
      return await answer(got);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BodyTooLargeError) return { kind: 'too_large' };
      return { kind: late.aborted || TIMEOUT_CODES.has(errorCode(error)) ? 'timeout' : 'network' };
    } finally {
      got?.body.discard();
    }
  }

  return {
    getJson: (url, options) => ask(url, options),
    sendJson: (method, url, body, options) =>
      ask(url, options, { method, ...(body === null ? {} : { body: JSON.stringify(body) }) }),
    close: () => dispatcher.destroy(),
  };
}
