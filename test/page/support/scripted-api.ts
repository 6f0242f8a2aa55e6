/** A small server of our own that serves the built page under its real policy and speaks the API's contract from scripts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { createOneTimeKeys } from '../../../src/adapters/one-time-keys/one-time-keys.js';
import type { OfferedKey } from '../../../src/contracts/gates.js';
import type { RunEventMessage, RunListItem, RunView } from '../../../src/contracts/run.js';

const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'",
  "base-uri 'none'; frame-ancestors 'none'; font-src 'self'; manifest-src 'self'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ScriptedRun {
  view: RunView;
  readonly messages: RunEventMessage[];
  readonly listeners: Set<ServerResponse>;
}

/** what `GET /ready` names */
export const TEMPORAL_UI = 'http://127.0.0.1:8233';

const EVENTS_PATH = /^\/runs\/([^/]+)\/events$/;
const RUN_PATH = /^\/runs\/([^/]+)$/;
const COMMAND_PATH = /^\/runs\/([^/]+)\/(pause|continue|cancel|resume|key)$/;
const SESSION_COOKIE = 'session=known';

export class ScriptedApi {
  readonly requests: SeenRequest[] = [];
  /** what answers are sealed to */
  readonly keys = createOneTimeKeys();
  private readonly runs = new Map<string, ScriptedRun>();
  private readonly failures = new Map<string, Failure[]>();
  private held: Promise<void> = Promise.resolve();
  private key: string | null = null;
  private server: Server | null = null;
  private port = 0;
  private onAsk: (question: string) => RunView = () => {
    throw new Error('no run was scripted for a question');
  };

  constructor(private readonly pageDir: string) {}

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens; the second time on the same port, like an API that was started again. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Goes away with every connection, like a killed process. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    for (const run of this.runs.values()) run.listeners.clear();
    await closed;
  }

  reset(): void {
    for (const run of this.runs.values()) for (const listener of run.listeners) listener.end();
    this.runs.clear();
    this.failures.clear();
    this.requests.length = 0;
    this.key = null;
    this.held = Promise.resolve();
  }

  add(view: RunView): void {
    this.runs.set(view.run_id, { view, messages: [], listeners: new Set() });
  }

  /** what `POST /trigger` starts */
  whenAsked(start: (question: string) => RunView): void {
    this.onAsk = start;
  }

  requireKey(key: string): void {
    this.key = key;
  }

  /** The next call of this method and path fails so, once per entry. */
  failNext(methodAndPath: string, ...failures: Failure[]): void {
    this.failures.set(methodAndPath, [...(this.failures.get(methodAndPath) ?? []), ...failures]);
  }

  /** JSON answers wait until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    return () => release();
  }

  /** A change of a run: it is in the view at once, and on its way to whoever follows. */
  emit(runId: string, event: RunEventMessage['event'], changed: Partial<RunView>): void {
    const run = this.runOf(runId);
    const id = run.view.last_event_id + 1;
    const message: RunEventMessage = { id, event, changed: { ...changed, last_event_id: id } };
    run.view = { ...run.view, ...message.changed };
    run.messages.push(message);
    for (const listener of run.listeners) send(listener, message);
  }

  followers(runId: string): number {
    return this.runOf(runId).listeners.size;
  }

  private runOf(runId: string): ScriptedRun {
    const run = this.runs.get(runId);
    if (run === undefined) throw new Error(`no such run: ${runId}`);
    return run;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    this.requests.push({
      method,
      path: `${pathname}${searchParams.size > 0 ? '?' : ''}${searchParams.toString()}`,
      headers: request.headers,
      body,
    });
    if (method === 'GET' && this.wantsFile(request, pathname)) return this.sendFile(pathname, response);
    await this.held;
    // The header counts what waits, on every screen: a failure is meant for the call that the test is about.
    const counts = searchParams.get('status') === 'awaiting_human_input' && searchParams.get('limit') === '50';
    const failure = counts ? undefined : this.failures.get(`${method} ${pathname}`)?.shift();
    if (failure !== undefined) return sendProblem(response, failure);
    if (pathname === '/session') return this.session(method, body, response);
    if (this.key !== null && !(request.headers.cookie ?? '').includes(SESSION_COOKIE)) {
      return sendProblem(response, { status: 401, code: 'unauthorised', detail: 'Send the key.' });
    }
    this.route(method, pathname, searchParams, request, body, response);
  }

  private route(
    method: string,
    path: string,
    search: URLSearchParams,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): void {
    if (method === 'POST' && path === '/trigger') {
      const view = this.onAsk((JSON.parse(body) as { question: string }).question);
      this.add(view);
      return sendJson(response, 202, { run_id: view.run_id, status: 'running', links: {} });
    }
    if (method === 'GET' && path === '/ready')
      return sendJson(response, 200, { temporal_ui: TEMPORAL_UI, temporal_namespace: 'default' });
    if (method === 'GET' && path === '/runs') return sendJson(response, 200, this.list(search));
    const runId = [EVENTS_PATH, COMMAND_PATH, RUN_PATH].map((pattern) => pattern.exec(path)?.[1]).find(Boolean);
    const run = this.runs.get(runId ?? '');
    if (run === undefined) return sendProblem(response, { status: 404, code: 'run_not_found', detail: 'No such run.' });
    if (EVENTS_PATH.test(path)) return this.stream(run, request, search, response);
    if (path.endsWith('/key')) return void this.offer(run, body).then((key) => sendJson(response, 200, key));
    if (COMMAND_PATH.test(path)) return sendJson(response, 202, { run_id: runId });
    sendJson(response, 200, run.view);
  }

  private offer({ view }: ScriptedRun, body: string): Promise<OfferedKey> {
    const { gate_id: gateId } = JSON.parse(body) as { gate_id: string };
    return this.keys.offer({ runId: view.run_id, gateId, origin: new URL(view.pending_input?.url ?? '').origin });
  }

  private stream(run: ScriptedRun, request: IncomingMessage, search: URLSearchParams, response: ServerResponse): void {
    const after = Number(request.headers['last-event-id'] ?? search.get('after') ?? 0);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 100\n\n');
    for (const message of run.messages) if (message.id > after) send(response, message);
    run.listeners.add(response);
    response.on('close', () => run.listeners.delete(response));
  }

  private list(search: URLSearchParams): { runs: RunListItem[]; next_cursor: string | null } {
    const views = [...this.runs.values()].map(({ view }) => view).reverse();
    const wanted = views.filter(
      (view) =>
        (search.get('status') ?? view.overall_status) === view.overall_status &&
        (search.get('kind') ?? view.kind) === view.kind,
    );
    const from = Number(search.get('cursor') ?? 0);
    const to = from + Number(search.get('limit') ?? 30);
    const runs = wanted.slice(from, to).map(itemOf);
    return { runs, next_cursor: to < wanted.length ? String(to) : null };
  }

  private session(method: string, body: string, response: ServerResponse): void {
    const given = method === 'POST' ? (JSON.parse(body) as Record<string, unknown>) : {};
    if (method === 'POST' && !Object.values(given).includes(this.key)) {
      return sendProblem(response, { status: 401, code: 'unauthorised', detail: 'Wrong key.' });
    }
    const cookie =
      method === 'POST' ? `${SESSION_COOKIE}; HttpOnly; SameSite=Strict; Path=/` : 'session=; Max-Age=0; Path=/';
    response.writeHead(204, { 'Set-Cookie': cookie }).end();
  }

  private wantsFile(request: IncomingMessage, path: string): boolean {
    const html = (request.headers.accept ?? '').includes('text/html');
    return html || extname(path) !== '';
  }

  private async sendFile(path: string, response: ServerResponse): Promise<void> {
    const name = extname(path) === '' ? 'index.html' : normalize(path);
    const headers = {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Security-Policy': POLICY,
    };
    try {
      const content = await readFile(join(this.pageDir, name));
      response.writeHead(200, headers).end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}

const itemOf = ({
  run_id,
  kind,
  question,
  source,
  overall_status,
  created_at,
  finished_at,
  usage,
}: RunView): RunListItem => ({
  run_id,
  kind,
  question,
  source,
  overall_status,
  created_at,
  finished_at,
  usage: { usd: usage.usd },
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const send = (response: ServerResponse, message: RunEventMessage): void => {
  response.write(`id: ${message.id}\nevent: ${message.event}\ndata: ${JSON.stringify(message)}\n\n`);
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

const sendProblem = (response: ServerResponse, { status, code, detail, headers }: Failure): void => {
  response
    .writeHead(status, { 'Content-Type': 'application/problem+json', ...headers })
    .end(JSON.stringify({ type: 'about:blank', title: code, status, code, detail }));
};
