import { createSocket } from 'node:dgram';
import { createServer as createHttpServer, request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { serve } from '../http/testing/local-web.js';
import type { Handler, LocalWeb } from '../http/testing/local-web.js';
import { findChromium } from '../playwright/find-chromium.js';
import { EGRESS_CHROMIUM_FLAGS } from './chromium-flags.js';
import { createEgressProxy } from './egress-proxy.js';
import type { EgressProxy, EgressProxyDeps, ProxyPass } from './egress-proxy.js';
import { createEgressGuard } from './guard.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
async function web(routes: Readonly<Record<string, Handler>> | Handler): Promise<LocalWeb> {
  const made = await serve(routes);
  open.push(made);
  return made;
}
async function proxyFor(
  policy: { ports?: number[]; opened?: string[] },
  deps: Partial<EgressProxyDeps> = {},
): Promise<EgressProxy> {
  const guard = createEgressGuard({
    allowedPorts: policy.ports ?? [80, 443],
    allowedPrivateHosts: policy.opened ?? [],
  });
  const made = await createEgressProxy({ guard, ...deps });
  open.push(made);
  return made;
}

const basic = ({ username, password }: Pick<ProxyPass, 'username' | 'password'>): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}
function ask(proxy: EgressProxy, options: RequestOptions): Promise<Answered> {
  const { hostname: host, port } = new URL(proxy.server);
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, agent: false, ...options });
    const answered = (answer: IncomingMessage, body: string) =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    asked.on('connect', (answer: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      answered(answer, '');
    });
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => answered(answer, body));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the egress proxy', () => {
  it('lets nobody through without a pass, with a wrong one or with one taken back', async () => {
    const site = await web({ '/': (_q, response) => void response.end('hello') });
    const proxy = await proxyFor({ opened: [site.hostPort] });
    const pass = proxy.admit('run_1');
    const status = async (authorization?: string) =>
      (
        await ask(proxy, {
          path: `${site.origin}/`,
          headers: { host: site.hostPort, ...(authorization ? { 'proxy-authorization': authorization } : {}) },
        })
      ).status;
    expect(await status()).toBe(407);
    expect(await status(basic({ username: pass.username, password: 'wrong' }))).toBe(407);
    expect(await status('Bearer x')).toBe(407);
    expect(await status(basic(pass))).toBe(200);
    pass.revoke();
    expect(await status(basic(pass))).toBe(407);
    expect(site.asked).toEqual(['/']);
  });

  it('relays plain requests without its own fields, and counts what comes back', async () => {
    let seen: IncomingMessage['headers'] = {};
    const site = await web({
      '/a': (asked, response) => {
        seen = asked.headers;
        response.writeHead(200, { 'x-kept': 'yes', connection: 'keep-alive' }).end('0123456789');
      },
    });
    const proxy = await proxyFor({ opened: [site.hostPort] });
    const pass = proxy.admit('run_1');
    const answer = await ask(proxy, {
      path: `${site.origin}/a?b=c`,
      headers: { host: 'forged.example', 'proxy-authorization': basic(pass), 'x-mine': '1' },
    });
    expect(answer).toMatchObject({ status: 200, body: '0123456789' });
    expect(answer.headers['x-kept']).toBe('yes');
    expect(site.asked).toEqual(['/a?b=c']);
    expect(seen).toMatchObject({ host: site.hostPort, 'x-mine': '1' });
    expect(seen['proxy-authorization']).toBeUndefined();
    expect(pass.bytes()).toBe(10);
  });

  it.each([
    ['GET', 'http://127.0.0.1/', 'private_address'],
    ['GET', 'http://10.1.2.3/secret?token=1', 'private_address'],
    ['GET', 'http://localhost/', 'special_name'],
    ['GET', 'http://example.com:25/', 'port'],
    ['GET', 'ftp://example.com/', 'scheme'],
    ['GET', 'https://example.com/', 'scheme'],
    ['GET', '/relative', 'malformed'],
    ['CONNECT', '127.0.0.1:443', 'private_address'],
    ['CONNECT', '[::1]:443', 'private_address'],
    ['CONNECT', '[::ffff:7f00:1]:443', 'private_address'],
    ['CONNECT', '2130706433:443', 'private_address'],
    ['CONNECT', 'metadata.internal:443', 'special_name'],
    ['CONNECT', 'example.com:22', 'port'],
  ])('refuses %s %s', async (method, path, why) => {
    const refused: unknown[] = [];
    const proxy = await proxyFor({}, { onRefused: (one) => refused.push(one) });
    const pass = proxy.admit('run_7');
    const answer = await ask(proxy, { method, path, headers: { host: 'x', 'proxy-authorization': basic(pass) } });
    expect(answer.status).toBe(403);
    expect(refused).toEqual([expect.objectContaining({ owner: 'run_7', why })]);
    expect(JSON.stringify(refused)).not.toContain('token');
  });

  it('opens no host that a pass refuses, whoever else may', async () => {
    const refused: unknown[] = [];
    const proxy = await proxyFor(
      {},
      { onRefused: (one) => refused.push(one), dial: () => Promise.reject(new Error('far away')) },
    );
    const connect = async (pass: ProxyPass, host: string) =>
      (
        await ask(proxy, {
          method: 'CONNECT',
          path: `${host}:443`,
          headers: { host: 'x', 'proxy-authorization': basic(pass) },
        })
      ).status;
    const acting = proxy.admit('run_1', (host) => host === '93.184.216.34');
    expect(await connect(acting, '93.184.216.34')).toBe(403);
    expect(refused).toEqual([{ owner: 'run_1', host: '93.184.216.34', why: 'payment_host' }]);
    expect(await connect(acting, '93.184.216.35')).toBe(502);
    expect(await connect(proxy.admit('run_2'), '93.184.216.34')).toBe(502);
  });

  it('connects to the address it judged: a name that changes its answer gains nothing', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const dialled: string[] = [];
    const guard = createEgressGuard({ allowedPorts: [80, 443], allowedPrivateHosts: [] }, async () =>
      (answers.shift() ?? []).map((address) => ({ address, family: 4 as const })),
    );
    const proxy = await createEgressProxy({
      guard,
      dial: async ({ addresses }) => {
        dialled.push(...addresses.map(({ address }) => address));
        throw new Error('far away');
      },
    });
    open.push(proxy);
    const headers = { host: 'x', 'proxy-authorization': basic(proxy.admit('r')) };
    expect((await ask(proxy, { method: 'CONNECT', path: 'rebind.example.com:443', headers })).status).toBe(502);
    expect((await ask(proxy, { method: 'CONNECT', path: 'rebind.example.com:443', headers })).status).toBe(403);
    expect(dialled).toEqual(['93.184.216.34']);
  });

  it('breaks off past the bytes of a pass, and opens nothing more', async () => {
    const site = await web({ '/': (_q, response) => void response.end('x'.repeat(100_000)) });
    const proxy = await proxyFor({ opened: [site.hostPort] }, { limits: { bytesPerPass: 50_000 } });
    const headers = { host: site.hostPort, 'proxy-authorization': basic(proxy.admit('r')) };
    await expect(ask(proxy, { path: `${site.origin}/`, headers })).rejects.toThrow();
    expect((await ask(proxy, { path: `${site.origin}/`, headers })).status).toBe(429);
  });

  it('ends tunnels on which nothing moves, and those of a pass that is taken back', async () => {
    const silent = createTcpServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    open.push({ close: () => silent.close() });
    const hostPort = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const tunnel = async (proxy: EgressProxy, pass: ProxyPass): Promise<Socket> => {
      const socket = connect(Number(new URL(proxy.server).port), '127.0.0.1');
      socket.write(`CONNECT ${hostPort} HTTP/1.1\r\nHost: ${hostPort}\r\nProxy-Authorization: ${basic(pass)}\r\n\r\n`);
      await new Promise<void>((established) => socket.once('data', () => established()));
      return socket.resume();
    };
    const ended = (socket: Socket) => new Promise<void>((gone) => socket.once('close', () => gone()));
    const impatient = await proxyFor({ opened: [hostPort] }, { limits: { idleMs: 100 } });
    await ended(await tunnel(impatient, impatient.admit('r')));
    const patient = await proxyFor({ opened: [hostPort] });
    const pass = patient.admit('r');
    const socket = await tunnel(patient, pass);
    pass.revoke();
    await ended(socket);
    expect(socket.destroyed).toBe(true);
  });
});

/** An upstream proxy that lets everything through, as the open side of a company network might. */
async function startUpstream(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createHttpServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    const onward = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    asked.push(incoming.url ?? '');
    const { hostname, port } = new URL(`http://${incoming.url}`);
    const remote = connect(Number(port || 80), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(remote).pipe(client);
    });
    remote.on('error', () => client.destroy());
    client.on('error', () => remote.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const executablePath = findChromium();
if (executablePath === null) console.warn('No Chromium here: the ways out of a browser are not tried.');
const describeIfChromium = executablePath ? describe : describe.skip;

/** Thirteen ways for a page to reach another server, each telling when it has ended. */
const attackPage = (forbidden: string, stunPort: number): string => `<!doctype html><title>ways</title><body><script>
const target = way => '${forbidden}/' + way;
const ended = [];
const after = (way, work) => Promise.resolve().then(work).catch(() => {}).then(() => ended.push(way));
const loaded = element => new Promise(done => { element.onload = element.onerror = done; document.body.append(element); });
const element = (name, values) => Object.assign(document.createElement(name), values);
const worker = code => new Worker(URL.createObjectURL(new Blob([code])));
const { hostname, port } = new URL('${forbidden}');
window.ways = [
  after('image', () => loaded(element('img', { src: target('image') }))),
  after('redirect', () => loaded(element('img', { src: '/to/redirect' }))),
  after('iframe', () => loaded(element('iframe', { src: target('iframe') }))),
  after('fetch', () => fetch(target('fetch'), { mode: 'no-cors' })),
  after('beacon', () => { navigator.sendBeacon(target('beacon'), 'x'); }),
  after('websocket', () => new Promise(done => { const s = new WebSocket(target('websocket').replace('http', 'ws')); s.onopen = s.onerror = s.onclose = done; })),
  after('eventsource', () => new Promise(done => { const s = new EventSource(target('eventsource')); s.onopen = done; s.onerror = () => { s.close(); done(); }; })),
  after('worker', () => new Promise(done => { worker("fetch('" + target('worker') + "', {mode:'no-cors'}).catch(() => {}).then(() => postMessage(1))").onmessage = done; })),
  after('serviceworker', async () => {
    await navigator.serviceWorker.register('/sw.js');
    const ready = await navigator.serviceWorker.ready;
    await new Promise(done => { const c = new MessageChannel(); c.port1.onmessage = done; ready.active.postMessage(target('serviceworker'), [c.port2]); });
  }),
  after('prefetch', () => loaded(element('link', { rel: 'prefetch', href: target('prefetch') }))),
  after('form', () => new Promise(done => {
    const frame = element('iframe', { name: 'formframe' });
    document.body.append(frame);
    const form = element('form', { method: 'post', action: target('form'), target: 'formframe' });
    document.body.append(form);
    frame.onload = done;
    form.submit();
  })),
  after('stun', () => new Promise(done => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stunPort}' }, { urls: 'turn:' + hostname + ':' + port + '?transport=tcp', username: 'u', credential: 'c' }] });
    peer.createDataChannel('x');
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
    peer.createOffer().then(offer => peer.setLocalDescription(offer));
    setTimeout(done, 12000);
  })),
];
Promise.all(window.ways).then(() => { window.allEnded = ended.length; });
</script></body>`;
const SERVICE_WORKER = `self.onactivate = e => e.waitUntil(clients.claim());
self.onmessage = e => fetch(e.data, { mode: 'no-cors' }).catch(() => {}).then(() => e.ports[0].postMessage(1));`;

interface Battlefield {
  readonly site: LocalWeb;
  /** on the name `localhost`, a secure context */
  readonly page: string;
  readonly forbidden: LocalWeb;
  readonly datagrams: () => number;
}

async function battlefield(): Promise<Battlefield> {
  const forbidden = await web(
    (_request, response) => void response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret'),
  );
  let datagrams = 0;
  const stun = createSocket('udp4', () => (datagrams += 1));
  await new Promise<void>((bound) => stun.bind(0, '127.0.0.1', bound));
  open.push({ close: () => stun.close() });
  const toForbidden =
    (way: string): Handler =>
    (_request, response) =>
      void response.writeHead(302, { location: `${forbidden.origin}/${way}` }).end();
  const site = await web({
    '/ways': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(attackPage(forbidden.origin, stun.address().port)),
    '/sw.js': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/javascript' }).end(SERVICE_WORKER),
    '/to/redirect': toForbidden('redirect'),
    '/to/navigation': toForbidden('navigation'),
  });
  return { site, page: site.origin.replace('127.0.0.1', 'localhost'), forbidden, datagrams: () => datagrams };
}

const arrived = ({ forbidden, datagrams }: Battlefield): string[] =>
  [...new Set([...forbidden.asked.map((path) => path.slice(1)), ...(datagrams() > 0 ? ['stun'] : [])])].sort();

async function tryAllWays(
  browser: Browser,
  { page: origin }: Battlefield,
  pass?: ProxyPass & { server: string },
): Promise<void> {
  const context = await browser.newContext(
    pass ? { proxy: { server: pass.server, username: pass.username, password: pass.password } } : {},
  );
  const page = await context.newPage();
  await page.goto(`${origin}/ways`);
  await page.waitForFunction('window.allEnded === 12', undefined, { timeout: 40_000 });
  await page.goto(`${origin}/to/navigation`).catch(() => undefined);
  await context.close();
}

const ALL_WAYS = [
  'beacon',
  'eventsource',
  'fetch',
  'form',
  'iframe',
  'image',
  'navigation',
  'prefetch',
  'redirect',
  'serviceworker',
  'stun',
  'websocket',
  'worker',
];

describeIfChromium('from inside Chromium', () => {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const launch = (args: readonly string[], server?: string) =>
    chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--disable-dev-shm-usage', ...root, ...args],
      ...(server === undefined ? {} : { proxy: { server } }),
    });
  let unguarded: Browser;
  beforeAll(async () => {
    unguarded = await launch([]);
  });
  afterAll(() => unguarded.close());

  it('every one of the 13 ways arrives where nothing guards (so that the test can fail)', async () => {
    const field = await battlefield();
    await tryAllWays(unguarded, field);
    expect(arrived(field)).toEqual(expect.arrayContaining(ALL_WAYS));
  });

  it.each([['directly'], ['through OUTBOUND_PROXY']])(
    'none of them arrives through the proxy, %s, while the page itself does',
    async (how) => {
      const field = await battlefield();
      const upstream = how === 'directly' ? null : await startUpstream();
      const page = new URL(field.page);
      const refused: string[] = [];
      const proxy = await proxyFor(
        // The forbidden port is an allowed one: it is the address that has to be refused.
        { ports: [80, 443, Number(new URL(field.forbidden.origin).port)], opened: [page.host] },
        { outboundProxy: upstream?.url, onRefused: ({ host }) => refused.push(host) },
      );
      const browser = await launch(EGRESS_CHROMIUM_FLAGS, proxy.server);
      try {
        await tryAllWays(browser, field, { ...proxy.admit('run_1'), server: proxy.server });
      } finally {
        await browser.close();
      }
      expect(arrived(field)).toEqual([]);
      expect(field.forbidden.sockets.size).toBe(0);
      expect(field.site.asked).toEqual(expect.arrayContaining(['/ways', '/sw.js', '/to/redirect', '/to/navigation']));
      expect(refused.length).toBeGreaterThanOrEqual(10);
      if (upstream) expect(upstream.asked.filter((asked) => asked.includes(field.forbidden.hostPort))).toEqual([]);
    },
  );

  it('a browser without a pass gets nowhere', async () => {
    const field = await battlefield();
    const proxy = await proxyFor({ opened: [new URL(field.page).host] });
    const browser = await launch(EGRESS_CHROMIUM_FLAGS, proxy.server);
    try {
      const page = await browser.newPage();
      const status = await page.goto(`${field.page}/ways`).then(
        (answer) => answer?.status(),
        () => 'failed',
      );
      expect([407, 'failed']).toContain(status);
    } finally {
      await browser.close();
    }
    expect(field.site.asked).toEqual([]);
  });
});
