/** A real server on a free loopback port, and a reader that may reach it. For tests. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parseConfig } from '../../../config.js';
import type { ReadOutcome } from '../../../ports/page-reader.js';
import { createHttpReader } from '../http-reader.js';
import type { HttpReader, HttpReaderDeps } from '../http-reader.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface LocalWeb {
  readonly origin: string;
  /** for ALLOWED_PRIVATE_HOSTS */
  readonly hostPort: string;
  /** paths in the order asked, robots.txt included */
  readonly asked: string[];
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** Routes by path; robots.txt is absent unless given. */
export async function serve(routes: Readonly<Record<string, Handler>> | Handler): Promise<LocalWeb> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const handler = typeof routes === 'function' ? routes : routes[path.split('?')[0] ?? ''];
    if (handler) handler(request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    hostPort: `127.0.0.1:${port}`,
    asked,
    sockets,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}

/** Answers with this body. */
export const sends =
  (
    body: string | Uint8Array,
    type = 'text/html; charset=utf-8',
    status = 200,
    headers: Record<string, string> = {},
  ): Handler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body);

export const redirects =
  (location: string, status = 302): Handler =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

/** An article long enough to be one. */
export const article = (title: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><article><h1>${title}</h1>` +
  Array.from(
    { length: 6 },
    (_, at) =>
      `<p>Paragraph ${at + 1} of ${title} tells in plain words how the lighthouse keeper climbed the stairs each evening, trimmed the lamp, and wrote the weather into the book.</p>`,
  ).join('') +
  '</article></main></body></html>';

/** Settings under which the given local servers may be read, without pauses. */
export const readingConfig = (webs: readonly LocalWeb[], env: Readonly<Record<string, string>> = {}) =>
  parseConfig({
    ALLOWED_PRIVATE_HOSTS: webs.map(({ hostPort }) => hostPort).join(','),
    HOST_INTERVAL_MS: '0',
    ...env,
  }).reading;

export const readerFor = (
  webs: readonly LocalWeb[],
  env: Readonly<Record<string, string>> = {},
  deps: Partial<HttpReaderDeps> = {},
): HttpReader => createHttpReader({ config: readingConfig(webs, env), ...deps });

export const readWith = (
  reader: HttpReader,
  url: string,
  signal = new AbortController().signal,
): Promise<ReadOutcome> => reader.read(url, { signal, language: 'en' });

/** The outcome as one word or `outcome/reason`, for short expectations. */
export const short = (outcome: ReadOutcome): string =>
  'reason' in outcome ? `${outcome.outcome}/${outcome.reason}` : outcome.outcome;

/** The page, or a failure that shows what came instead. */
export function pageOf(outcome: ReadOutcome) {
  if (outcome.outcome !== 'read') throw new Error(`not read: ${JSON.stringify(outcome)}`);
  return outcome.page;
}
