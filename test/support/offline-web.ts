/**
 * A little web of our own for tests: a forward proxy that serves pages under invented host names, and a search that
 * answers as Tavily does. Both count what they are asked, and both can misbehave.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OfflinePage {
  /** http address under an invented host */
  readonly url: string;
  readonly title: string;
  readonly text: readonly string[];
}

/** What a request gets instead of its page; a function is called for each request. */
export type Misbehaviour = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

export interface OfflineWeb {
  readonly proxyUrl: string;
  readonly searchUrl: string;
  readonly searches: Map<string, number>;
  readonly visits: Map<string, number>;
  /** milliseconds before every answer */
  latencyMs: number;
  misbehave(url: string, how: Misbehaviour | null): void;
  misbehaveSearch(how: Misbehaviour | null): void;
  close(): Promise<void>;
}

const html = ({ title, text }: OfflinePage): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>${title}</h1>${text
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')}</article></main><footer>All rights reserved</footer></body></html>`;

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}

function rank(pages: readonly OfflinePage[], query: string, limit: number): object[] {
  const wanted = words(query);
  return pages
    .map((page) => ({
      page,
      score: [...words(`${page.title} ${page.text.join(' ')}`)].filter((w) => wanted.has(w)).length,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ page, score }) => ({
      title: page.title,
      url: page.url,
      content: page.text[0],
      score: score / (score + 5),
      raw_content: null,
    }));
}

export async function startOfflineWeb(pages: readonly OfflinePage[]): Promise<OfflineWeb> {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const searches = new Map<string, number>();
  const visits = new Map<string, number>();
  const wrong = new Map<string, Misbehaviour>();
  let wrongSearch: Misbehaviour | null = null;
  const settings = { latencyMs: 0 };

  const servePage = async (url: string, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (new URL(url).pathname === '/robots.txt') return void res.writeHead(404).end();
    count(visits, url);
    const how = wrong.get(url);
    if (how) return how(req, res);
    const page = byUrl.get(url);
    if (!page) return void res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html(page));
  };
  const serveSearch = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { query, max_results: most } = JSON.parse(await bodyOf(req)) as { query: string; max_results?: number };
    count(searches, query);
    if (wrongSearch) return wrongSearch(req, res);
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify({
        query,
        answer: null,
        images: [],
        follow_up_questions: null,
        results: rank(pages, query, most ?? 5),
        response_time: 0,
        request_id: 'offline',
      }),
    );
  };

  const server = createServer((req, res) => {
    void (async () => {
      await new Promise((done) => setTimeout(done, settings.latencyMs));
      const url = req.url ?? '/';
      if (url.startsWith('http://')) await servePage(url, req, res);
      else if (req.method === 'POST' && url === '/search') await serveSearch(req, res);
      else res.writeHead(404).end();
    })().catch(() => res.destroy());
  });
  server.on('connect', (_req, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    proxyUrl: address,
    searchUrl: address,
    searches,
    visits,
    set latencyMs(ms: number) {
      settings.latencyMs = ms;
    },
    get latencyMs() {
      return settings.latencyMs;
    },
    misbehave: (url, how) => void (how ? wrong.set(url, how) : wrong.delete(url)),
    misbehaveSearch: (how) => void (wrongSearch = how),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
