/** The CLI's side of the HTTP contract. Survives restarts of the API: nothing is asked twice, no event is missed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import type { RunEventMessage, RunListItem, RunView } from '../contracts/run.js';
import type { Started } from '../contracts/schemas/trigger.js';
import { readEventStream } from './event-stream.js';
import { CliError, EXIT, NOTHING_RUNS, type ExitCode } from './exit-codes.js';

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 5_000;
/** An API that was there and is away for longer than this is not coming back soon. */
const PATIENCE_MS = 120_000;
const CALL_TIMEOUT_MS = 30_000;

export interface ApiClientOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly signal: AbortSignal;
  /** how long an API that went away is waited for, milliseconds; default 120,000 */
  readonly patienceMs?: number;
  /** told once when the connection is lost, and once when it is there again */
  readonly onConnection?: (state: 'lost' | 'back') => void;
}

export interface ApiClient {
  trigger(body: object): Promise<Started>;
  list(query: URLSearchParams): Promise<{ runs: readonly RunListItem[]; next_cursor: string | null }>;
  /** waits for an API that went away */
  view(runId: string): Promise<RunView>;
  /** every change of the run until it ends, over restarts of the API */
  follow(runId: string): AsyncGenerator<RunEventMessage>;
}

interface ProblemLike {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly title?: unknown;
}

const EXIT_BY_STATUS: Readonly<Record<number, ExitCode>> = {
  400: EXIT.usage,
  401: EXIT.refused,
  403: EXIT.refused,
  404: EXIT.notFound,
  409: EXIT.refused,
  421: EXIT.refused,
  422: EXIT.usage,
  429: EXIT.refused,
};

const NEXT_STEP: Readonly<Record<number, string>> = {
  401: ' Set API_KEY to the key of the server.',
  421: ' Name the host in ALLOWED_HOSTS of the server.',
};

async function toError(reply: Response): Promise<CliError> {
  const problem = (await reply.json().catch(() => ({}))) as ProblemLike;
  const words = [problem.detail, problem.title].find((text) => typeof text === 'string' && text !== '');
  const message = typeof words === 'string' ? words : `The API answered ${reply.status}.`;
  const exitCode = EXIT_BY_STATUS[reply.status] ?? (reply.status >= 500 ? EXIT.unreachable : EXIT.failed);
  return new CliError(exitCode, message + (NEXT_STEP[reply.status] ?? ''));
}

function unreachable(url: string, cause: unknown): CliError {
  return new CliError(EXIT.unreachable, `Nothing answers at ${url}. ${NOTHING_RUNS}`, { cause });
}

/** Was the call lost on the way, so that another try makes sense? undici says so by two messages of a TypeError. */
function isLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message } = error as { name?: unknown; message?: unknown };
  return name === 'TimeoutError' || (name === 'TypeError' && (message === 'fetch failed' || message === 'terminated'));
}
const isAway = (reply: Response) => reply.status === 502 || reply.status === 503 || reply.status === 504;

/** Grows from try to try; knows when patience is over. */
class Patience {
  private retryMs = FIRST_RETRY_MS;
  private since: number | null = null;
  constructor(private readonly options: ApiClientOptions) {}

  /** @throws whatever `cause` is once patience is over */
  async wait(cause: unknown): Promise<void> {
    if (this.since === null) {
      this.since = Date.now();
      this.options.onConnection?.('lost');
    }
    if (Date.now() - this.since > (this.options.patienceMs ?? PATIENCE_MS)) throw cause;
    await sleep(this.retryMs, undefined, { signal: this.options.signal });
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
  }

  restored(): void {
    if (this.since !== null) this.options.onConnection?.('back');
    this.since = null;
    this.retryMs = FIRST_RETRY_MS;
  }
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { url, apiKey, signal } = options;
  const headers = {
    Accept: 'application/json',
    'X-Synthetic-Client': 'cli',
    ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
  };
  const send = (path: string, init: RequestInit, timeoutMs?: number): Promise<Response> =>
    fetch(`${url.replace(/\/+$/, '')}${path}`, {
      ...init,
      redirect: 'error',
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
      signal: timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });

  async function once<T>(path: string, init: RequestInit = {}): Promise<T> {
    let reply: Response;
    try {
      reply = await send(path, init, CALL_TIMEOUT_MS);
    } catch (error) {
      signal.throwIfAborted();
      throw unreachable(url, error);
    }
    if (!reply.ok) throw await toError(reply);
    return (await reply.json()) as T;
  }

  /** For calls that may be repeated: an API that went away is waited for. */
  async function persistently<T>(path: string, init: RequestInit): Promise<T> {
    const patience = new Patience(options);
    for (;;) {
      let failure: unknown;
      try {
        const reply = await send(path, init, CALL_TIMEOUT_MS);
        if (reply.ok) {
          const value = (await reply.json()) as T;
          patience.restored();
          return value;
        }
        failure = await toError(reply);
        if (!isAway(reply)) throw failure;
      } catch (error) {
        signal.throwIfAborted();
        if (!isLost(error)) throw error;
        failure = unreachable(url, error);
      }
      await patience.wait(failure);
    }
  }

  /** The same Idempotency-Key for each try: a reply that was lost does not start a second run. */
  async function trigger(body: object): Promise<Started> {
    // An API that never answered is told at once; one that did answer and went away is waited for.
    await once('/health');
    return persistently('/trigger', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomBytes(16).toString('hex') },
      body: JSON.stringify(body),
    });
  }

  /** One connection. @returns true when the run has ended and everything was seen */
  async function* connect(runId: string, seen: { id: number }, patience: Patience) {
    const reply = await send(`/runs/${runId}/events`, {
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': String(seen.id) },
    });
    if (!reply.ok) {
      const error = await toError(reply);
      if (!isAway(reply)) throw error;
      return false;
    }
    patience.restored();
    if (reply.status === 204 || reply.body === null) return true;
    for await (const { data } of readEventStream(reply.body)) {
      const message = JSON.parse(data) as RunEventMessage;
      seen.id = message.id;
      yield message;
      if (message.event === 'end') return true;
    }
    return false;
  }

  async function* follow(runId: string): AsyncGenerator<RunEventMessage> {
    const patience = new Patience(options);
    const seen = { id: 0 };
    for (;;) {
      let cause: unknown = null;
      try {
        if (yield* connect(runId, seen, patience)) return;
      } catch (error) {
        signal.throwIfAborted();
        if (!isLost(error)) throw error;
        cause = error;
      }
      await patience.wait(unreachable(url, cause));
    }
  }

  return {
    trigger,
    list: (query) => once(`/runs?${query.toString()}`),
    view: (runId) => persistently(`/runs/${encodeURIComponent(runId)}`, {}),
    follow,
  };
}
