/** Calls to a Qdrant server, with its answers told apart by what a caller can do about them. */
import { DomainError, StoreUnavailableError } from '../../contracts/errors.js';
import { createTrustedClient } from '../trusted-client.js';

export interface QdrantOptions {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** one call, milliseconds [20,000] */
  readonly timeoutMs?: number;
}

/** The server did not take a call: no retry will help. */
export class QdrantRefusedError extends DomainError {
  readonly type = 'QdrantRefused';
  readonly retryable = false;
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface QdrantRest {
  readonly host: string;
  /**
   * The `result` of an answer.
   * @throws StoreUnavailableError not reached, too late, 429, 5xx; QdrantRefusedError anything else
   */
  call<T>(method: Method, path: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
/** A batch of 64 passages with vectors of 3,072 dimensions. */
const MAX_ANSWER_BYTES = 64_000_000;
/** As for a locked file: the caller's own retry comes soon enough. */
const never = new AbortController().signal;

/**
 * The REST API is spoken directly: the official client hands an Agent of undici 6 to Node's own fetch, which every Node
 * from 26 on refuses (https://github.com/qdrant/qdrant-js/issues/134), and follows redirects.
 */
export function createQdrantRest({ url, apiKey, timeoutMs = TIMEOUT_MS }: QdrantOptions): QdrantRest {
  const client = createTrustedClient({ timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  const base = url.replace(/\/+$/u, '');
  const { host } = new URL(base);
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'api-key': apiKey };
  const unavailable = (why: string, retryAfterMs?: number | null) =>
    new StoreUnavailableError(`Qdrant at ${host} ${why}`, retryAfterMs == null ? {} : { retryAfterMs });
  return {
    host,
    async call<T>(method: Method, path: string, body?: object): Promise<T> {
      const target = new URL(`${base}${path}`);
      const options = { signal: never, headers };
      const answer =
        method === 'GET'
          ? await client.getJson(target, options)
          : await client.sendJson(method, target, body ?? null, options);
      if (answer.kind === 'timeout') throw unavailable('did not answer in time');
      if (answer.kind !== 'answer')
        throw unavailable(answer.kind === 'network' ? 'could not be reached' : 'answered with too much');
      const { status, retryAfterMs, json } = answer;
      if (status === 429 || status >= 500) throw unavailable(`said ${status}`, retryAfterMs);
      if (status < 200 || status > 299)
        throw new QdrantRefusedError(status, `Qdrant at ${host} said ${status}: ${faultOf(json)}`);
      return (json as { result: T }).result;
    },
    close: () => client.close(),
  };
}

function faultOf(json: unknown): string {
  const { status } = (json ?? {}) as { status?: { error?: unknown } };
  return typeof status?.error === 'string' ? status.error.slice(0, 300) : 'no reason given';
}
