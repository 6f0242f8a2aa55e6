/**
 * A local server that speaks the Messages API over real sockets and does what a test tells it to: answer, lie, stall,
 * break off, fail. It says in its model name that it is scripted.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens: number;
  readonly headers: IncomingHttpHeaders;
  /** the body as it came */
  readonly body: string;
  /** is it the call that classifies the question? */
  readonly classifies: boolean;
}

export type Behaviour = (res: ServerResponse, request: ModelRequest) => void | Promise<void>;

const NAME = 'scripted-model';
const CHUNK_CHARACTERS = 40;

export interface Spoken {
  readonly stopReason?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

function event(res: ServerResponse, type: string, data: object): void {
  res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}

function begin(res: ServerResponse, inputTokens: number): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = { input_tokens: inputTokens, output_tokens: 1 };
  event(res, 'message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: NAME, content: [], stop_reason: null, usage },
  });
  event(res, 'content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
}

function stream(res: ServerResponse, text: string): void {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
    const part = text.slice(at, at + CHUNK_CHARACTERS);
    event(res, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text: part } });
  }
}

function finish(res: ServerResponse, stopReason: string, outputTokens: number): void {
  event(res, 'content_block_stop', { index: 0 });
  event(res, 'message_delta', { delta: { stop_reason: stopReason }, usage: { output_tokens: outputTokens } });
  event(res, 'message_stop', {});
  res.end();
}

/** Streams a text, all of it. */
export const speaks =
  (text: string, { stopReason = 'end_turn', inputTokens = 1_000, outputTokens = 100 }: Spoken = {}): Behaviour =>
  (res) => {
    begin(res, inputTokens);
    stream(res, text);
    finish(res, stopReason, outputTokens);
  };

export interface SaidSentence {
  readonly text: string;
  readonly citations?: readonly { readonly source: unknown; readonly quote: unknown }[];
}

/** Streams a draft in the JSON that was asked for. */
export const says = (sentences: readonly SaidSentence[], answered = true, spoken: Spoken = {}): Behaviour =>
  speaks(JSON.stringify({ answered, sentences }), spoken);

/** Answers with an error of the API. */
export const fails =
  (
    status: number,
    type: string,
    { headers = {}, message = 'scripted' }: { headers?: Record<string, string>; message?: string } = {},
  ): Behaviour =>
  (res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(JSON.stringify({ type: 'error', error: { type, message } }));
  };

/** Streams the beginning of a text, then closes the connection. */
export const diesAfter =
  (text: string): Behaviour =>
  (res) => {
    begin(res, 1_000);
    stream(res, text);
    setImmediate(() => res.destroy());
  };

/** Streams the beginning of a text, then an error within the stream. */
export const errsAfter =
  (text: string, type: string): Behaviour =>
  (res) => {
    begin(res, 1_000);
    stream(res, text);
    event(res, 'error', { error: { type, message: 'scripted' } });
    res.end();
  };

/** Ends the stream in good order, but in the middle of the reply. */
export const stopsShort =
  (text: string): Behaviour =>
  (res) => {
    begin(res, 1_000);
    stream(res, text);
    res.end();
  };

/** Never answers; with a text: streams that, then never ends. */
export const hangs =
  (text?: string): Behaviour =>
  (res) => {
    if (text === undefined) return;
    begin(res, 1_000);
    stream(res, text);
  };

/** Answers in one piece, as servers do that do not stream. */
export const answersWhole =
  (text: string, usage: object | null = null): Behaviour =>
  (res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text },
    ];
    res.end(
      JSON.stringify({ type: 'message', role: 'assistant', model: NAME, content, stop_reason: 'end_turn', usage }),
    );
  };

/** Anything else: status, headers, body. */
export const sends =
  (status: number, headers: Record<string, string>, body: string): Behaviour =>
  (res) =>
    void res.writeHead(status, headers).end(body);

export interface ScriptedModel {
  readonly url: string;
  /** calls of the Messages API so far */
  readonly requests: readonly ModelRequest[];
  /** those that were not for classifying */
  readonly drafts: readonly ModelRequest[];
  /** what comes to every call from now on; several: one after the other, the last for all that follow */
  behaves(...behaviours: Behaviour[]): void;
  /** what comes to the calls that classify a question; default: nonsense, so that the rules decide */
  classifies(behaviour: Behaviour): void;
  /** what `GET /v1/models` gives */
  models: unknown;
  /** forgets what was asked */
  reset(): void;
  close(): Promise<void>;
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}

function parsed(body: string, headers: IncomingHttpHeaders): ModelRequest {
  const { model, system, messages, max_tokens } = JSON.parse(body) as ModelRequest;
  return { model, system, messages, max_tokens, headers, body, classifies: system.includes('"queries"') };
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  let behaviours: Behaviour[] = [speaks('nothing was scripted')];
  let classifying: Behaviour = speaks('this is no JSON');
  const state = { models: { data: [{ id: NAME, max_input_tokens: 32_768 }] } as unknown };
  const server = createServer((req, res) => {
    void (async () => {
      if (req.method === 'GET' && req.url?.startsWith('/v1/models'))
        return void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state.models));
      if (req.method !== 'POST' || req.url !== '/v1/messages') return void res.writeHead(404).end();
      const request = parsed(await bodyOf(req), req.headers);
      requests.push(request);
      if (request.classifies) return classifying(res, request);
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
      await behaviour?.(res, request);
    })().catch(() => res.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get drafts() {
      return requests.filter(({ classifies }) => !classifies);
    },
    behaves: (...next) => void (behaviours = next),
    classifies: (behaviour) => void (classifying = behaviour),
    get models() {
      return state.models;
    },
    set models(models: unknown) {
      state.models = models;
    },
    reset: () => void requests.splice(0),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
