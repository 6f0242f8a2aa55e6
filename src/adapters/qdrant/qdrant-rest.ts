/** The official client of a Qdrant server, with its errors told apart by what a caller can do about them. */
import {
  QdrantClient,
  QdrantClientResourceExhaustedError,
  QdrantClientTimeoutError,
  type Schemas,
} from '@qdrant/js-client-rest';
import { DomainError, StoreUnavailableError } from '../../contracts/errors.js';

export type Filter = Schemas['Filter'];

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

export interface QdrantRest {
  readonly host: string;
  /**
   * What the client makes of one call.
   * @throws StoreUnavailableError not reached, too late, 429, 5xx; QdrantRefusedError anything else
   */
  ask<T>(call: (client: QdrantClient) => Promise<T>): Promise<T>;
}

const TIMEOUT_MS = 20_000;

/** `https://host/` → host, port and path as the client wants them: it takes no address with a path. */
function placeOf(url: string): { host: string; port: number; https: boolean; prefix: string } {
  const { hostname, port, protocol, pathname } = new URL(url);
  const https = protocol === 'https:';
  return { host: hostname, port: Number(port || (https ? 443 : 80)), https, prefix: pathname.replace(/\/+$/u, '') };
}

export function createQdrantRest({ url, apiKey, timeoutMs = TIMEOUT_MS }: QdrantOptions): QdrantRest {
  const { host } = new URL(url);
  const client = new QdrantClient({
    ...placeOf(url),
    timeout: timeoutMs,
    // It would ask for the server's version behind everybody's back, and print what it thinks of it.
    checkCompatibility: false,
    // By header and not by `apiKey`: the client warns on the console where that goes over plain HTTP on one's own network.
    ...(apiKey === undefined ? {} : { headers: { 'api-key': apiKey } }),
  });
  return {
    host,
    async ask(call) {
      try {
        return await call(client);
      } catch (error) {
        throw told(error, host);
      }
    },
  };
}

interface Answered {
  readonly status: number;
  readonly data?: unknown;
}

/** The client's error for an answer that is no success carries status and body; it exports no class for it. */
const isAnswered = (error: unknown): error is Answered & Error =>
  error instanceof Error && 'status' in error && typeof error.status === 'number';

function told(error: unknown, host: string): Error {
  const unavailable = (why: string, retryAfterMs?: number) =>
    new StoreUnavailableError(`Qdrant at ${host} ${why}`, {
      cause: error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  if (error instanceof QdrantClientTimeoutError) return unavailable('did not answer in time');
  if (error instanceof QdrantClientResourceExhaustedError) return unavailable('said 429', error.retry_after * 1_000);
  if (!isAnswered(error)) return unavailable('could not be reached');
  const { status, data } = error;
  if (status === 429 || status >= 500) return unavailable(`said ${status}`);
  return new QdrantRefusedError(status, `Qdrant at ${host} said ${status}: ${faultOf(data)}`);
}

function faultOf(data: unknown): string {
  const { status } = (data ?? {}) as { status?: { error?: unknown } };
  return typeof status?.error === 'string' ? status.error.slice(0, 300) : 'no reason given';
}
