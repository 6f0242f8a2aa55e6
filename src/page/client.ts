/** The page's side of the HTTP contract: typed calls, and a run followed over every restart of the API. */
import type { OfferedKey, Secret, SupplyInput } from '../contracts/gates.js';
import type { RunEventMessage, RunKind, RunListItem, RunStatus, RunView } from '../contracts/run.js';

/** The run as the API shows it. */
export type ShownRun = RunView;

export interface AskRequest {
  readonly question: string;
  readonly kind?: 'auto' | RunKind;
  readonly url?: string;
  /** 1 to 20 */
  readonly max_pages?: number;
  /** BCP 47 primary subtag */
  readonly language?: string;
}

export interface RunQuery {
  readonly status?: RunStatus;
  readonly kind?: RunKind;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface RunListPage {
  readonly runs: readonly RunListItem[];
  readonly next_cursor: string | null;
}

export type RunCommand = 'pause' | 'continue' | 'cancel';

/** The API said no, or nothing at all. */
export class ApiError extends Error {
  /**
   * @param status HTTP status; null when no answer came
   * @param code the problem's stable code; `unreachable` when no answer came
   * @param retryAfter seconds, from Retry-After
   */
  constructor(
    readonly status: number | null,
    readonly code: string,
    message: string,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** @throws ApiError */
async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { Accept: 'application/json', 'X-Synthetic-Client': 'page', ...(init.headers as object) };
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, credentials: 'same-origin' });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(null, 'unreachable', 'The API does not answer.');
  }
  if (!response.ok) throw await problemOf(response);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function problemOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown; detail?: unknown; title?: unknown };
  const message = [body.detail, body.title].find((part) => typeof part === 'string' && part !== '');
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : `http_${response.status}`,
    typeof message === 'string' ? message : `The API answered ${response.status}.`,
    Number.isFinite(seconds) ? seconds : null,
  );
}

const post = (body?: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body ?? {}),
});

const runPath = (runId: string): string => `/runs/${encodeURIComponent(runId)}`;

/**
 * Starts a run.
 * @param idempotencyKey the same for every try at one question, so that a lost reply never asks twice
 * @throws ApiError
 */
export const askQuestion = (request: AskRequest, idempotencyKey: string): Promise<{ run_id: string }> =>
  call('/trigger', post(request, { 'Idempotency-Key': idempotencyKey }));

/** @throws ApiError */
export const getRun = (runId: string, signal?: AbortSignal): Promise<ShownRun> =>
  call(runPath(runId), signal === undefined ? {} : { signal });

interface TemporalPlace {
  readonly temporal_ui?: string | null;
  readonly temporal_namespace?: string | null;
}

/** A run on Temporal's own page, if the API knows where that is. @throws ApiError also while something needed is missing */
export async function temporalLinkOf(runId: string): Promise<string | null> {
  const { temporal_ui: ui, temporal_namespace: namespace } = await call<TemporalPlace>('/ready');
  if (ui === undefined || ui === null) return null;
  if (namespace === undefined || namespace === null) return ui;
  return `${ui}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(runId)}`;
}

/** Newest first. @throws ApiError */
export function listRuns(query: RunQuery, signal?: AbortSignal): Promise<RunListPage> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return call(`/runs?${search.toString()}`, signal === undefined ? {} : { signal });
}

/** Obeyed between activities: the run's view says when. @throws ApiError */
export const commandRun = (runId: string, command: RunCommand): Promise<void> =>
  call(`${runPath(runId)}/${command}`, post());

export type OpenAnswer =
  | { readonly email: string }
  | { readonly approve: boolean }
  | { readonly choice: string }
  | { readonly values: Readonly<Record<string, string>> };
/** What a person gives: as it is, or a secret that is sealed before it leaves the page. */
export type GateAnswer = OpenAnswer | { readonly secret: Secret; readonly private?: boolean };

interface NamedAnswer {
  readonly gate_id: string;
  readonly answer_id: string;
}

/** @throws ApiError */
export const answerGate = (runId: string, answer: NamedAnswer & Partial<SupplyInput & Secret>): Promise<void> =>
  call(`${runPath(runId)}/resume`, post(answer));

/**
 * Seals here to a one-time key of a browser worker. A browser that cannot (X25519 is young) leaves the sealing to the API,
 * which takes secrets over TLS or from this machine only.
 * @throws ApiError
 */
export async function answerSealed(
  runId: string,
  named: NamedAnswer,
  { secret, private: hidden }: { readonly secret: Secret; readonly private?: boolean },
): Promise<void> {
  const { gate_id } = named;
  const key = await call<OfferedKey>(`${runPath(runId)}/key`, post({ gate_id }));
  const sealed = await sealHere(key, secret);
  const flag = hidden === true ? { private: true } : {};
  await answerGate(runId, sealed === null ? { ...named, ...secret, ...flag } : { ...named, sealed, ...flag });
}

async function sealHere(key: OfferedKey, secret: Secret): Promise<string | null> {
  try {
    const { sealSecret } = await import('../sealing/seal.js');
    return await sealSecret(key, secret);
  } catch {
    return null;
  }
}

/** Trades the API key for a cookie. @throws ApiError 401 when the key is wrong */
export const signIn = (key: string): Promise<void> => call('/session', post({ api_key: key }));

/** @throws ApiError */
export const signOut = (): Promise<void> => call('/session', { method: 'DELETE' });

/** 128 random bits; `crypto.randomUUID` would need a secure context, which a page on the local network has not. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'closed';

export interface RunFollower {
  onView(view: ShownRun): void;
  onConnection(connection: Connection): void;
  /** the API's final word (no such run, sign in first): nothing more comes */
  onRefused(error: ApiError): void;
}

const RUN_EVENTS: readonly RunEventMessage['event'][] = [
  'run',
  'step',
  'page',
  'answer',
  'warning',
  'status',
  'gate',
  'end',
];

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/**
 * Reads a run, then follows its events until it ends. `EventSource` reconnects by itself with Last-Event-ID while the
 * server merely drops the line; when it gives up (an answer that is no event stream) the run is read afresh, with back-off.
 * @returns stops following
 */
export function followRun(runId: string, follower: RunFollower): () => void {
  const abort = new AbortController();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;

  const finish = (): void => {
    abort.abort();
    source?.close();
    clearTimeout(timer);
  };
  const retry = (): void => {
    if (abort.signal.aborted) return;
    follower.onConnection('reconnecting');
    timer = setTimeout(start, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };
  const listen = (first: ShownRun): void => {
    let view = first;
    source = new EventSource(`${runPath(runId)}/events?after=${first.last_event_id}`);
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      follower.onConnection('live');
    };
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) retry();
      else follower.onConnection('reconnecting');
    };
    const take = (event: MessageEvent<string>): void => {
      const message = JSON.parse(event.data) as RunEventMessage;
      if (message.id > view.last_event_id) {
        view = { ...view, ...message.changed, last_event_id: message.id };
        follower.onView(view);
      }
      if (message.event !== 'end') return;
      finish();
      follower.onConnection('closed');
    };
    for (const name of RUN_EVENTS) source.addEventListener(name, take);
  };
  const load = async (): Promise<void> => {
    const view = await getRun(runId, abort.signal);
    follower.onView(view);
    if (view.finished_at === null) listen(view);
    else follower.onConnection('closed');
  };
  function start(): void {
    load().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      if (error instanceof ApiError && isFinal(error)) follower.onRefused(error);
      else retry();
    });
  }

  follower.onConnection('connecting');
  start();
  return finish;
}

/** Client errors stay as they are however often one asks; time-outs and rate limits pass. */
const isFinal = (error: ApiError): boolean =>
  error.status !== null && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
