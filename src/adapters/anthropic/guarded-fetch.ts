/** How requests leave for a model's endpoint: nowhere but there, with nothing but what the call needs. */
import { Agent, fetch as undiciFetch, type RequestInit, type Response as UndiciResponse } from 'undici';

/** A reply of 8,000 tokens is about 40 KB of text and ten times that as events; more is not a reply. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
/** What the SDK adds beyond these (host name, runtime, custom headers of the environment) is nobody's business. */
const SENT_HEADERS = ['accept', 'anthropic-version', 'authorization', 'content-type', 'user-agent', 'x-api-key'];

export class ReplyTooLargeError extends Error {
  constructor() {
    super(`the reply is larger than ${MAX_REPLY_BYTES} bytes`);
    this.name = 'ReplyTooLargeError';
  }
}

export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** A fetch without redirects and proxies, on connections of its own, whose replies are bounded. */
export function createGuardedFetch(): GuardedFetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });
  async function guarded(url: string | URL, init: RequestInit = {}): Promise<UndiciResponse> {
    const given = new Headers(init.headers as Record<string, string>);
    const headers = SENT_HEADERS.flatMap((name): [string, string][] => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    });
    return bounded(await undiciFetch(url, { ...init, headers, redirect: 'manual', dispatcher }));
  }
  // undici's own types and those of Node's copy of it differ in name only.
  return { fetch: guarded as unknown as typeof globalThis.fetch, close: () => dispatcher.destroy() };
}

function bounded(response: UndiciResponse): UndiciResponse {
  if (response.body === null) return response;
  let bytes = 0;
  const counter = new TransformStream({
    transform(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > MAX_REPLY_BYTES) controller.error(new ReplyTooLargeError());
      else controller.enqueue(chunk);
    },
  });
  const counted = (response.body as unknown as ReadableStream<Uint8Array>).pipeThrough<Uint8Array>(counter);
  const { status, statusText, headers } = response;
  return new Response(counted as BodyInit, { status, statusText, headers: [...headers] }) as unknown as UndiciResponse;
}
