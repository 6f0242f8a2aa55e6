/**
 * The browser's only way out: a forward proxy on loopback that asks the same guard as the Node side. It resolves each name
 * itself, connects to the address it judged, counts bytes and keeps time. Each browser context has a pass of its own.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import type { Duplex } from 'node:stream';
import { effectivePort } from '../../domain/egress.js';
import { EgressRefusedError } from './guard.js';
import type { EgressGuard } from './guard.js';
import { dialPinned } from './pinned-dial.js';
import type { Dial } from './pinned-dial.js';
import { dialUpstream, tunnelThrough, upstreamAuthorization } from './upstream-proxy.js';

export interface ProxyLimits {
  /** bytes from the web for one pass, all connections together [200 MiB] */
  readonly bytesPerPass: number;
  /** one connection, milliseconds [120,000] */
  readonly connectionMs: number;
  /** a connection on which nothing moves, milliseconds [30,000] */
  readonly idleMs: number;
  /** name resolution is not counted, milliseconds [10,000] */
  readonly connectMs: number;
  /** open connections of one pass [64] */
  readonly connections: number;
}
const LIMITS: ProxyLimits = {
  bytesPerPass: 200 * 1024 * 1024,
  connectionMs: 120_000,
  idleMs: 30_000,
  connectMs: 10_000,
  connections: 64,
};

export interface EgressProxyDeps {
  readonly guard: EgressGuard;
  /** http(s) address of a forward proxy; names are then resolved there */
  readonly outboundProxy?: string | undefined;
  readonly limits?: Partial<ProxyLimits>;
  /** a request was turned away; the host only, never a path or query */
  readonly onRefused?: (refused: { readonly owner: string; readonly host: string; readonly why: string }) => void;
  /** how the judged addresses are connected to; default: TCP */
  readonly dial?: Dial;
}

/** What one browser context is let through with. */
export interface ProxyPass {
  readonly username: string;
  readonly password: string;
  /** bytes that came from the web so far */
  bytes(): number;
  /** closes its connections and takes the pass back */
  revoke(): void;
}

export interface EgressProxy {
  /** `http://127.0.0.1:<port>`; give it to the browser without credentials too, so that its own calls home end here */
  readonly server: string;
  /**
   * @param owner the run; it names the pass in what is logged
   * @param refuses hosts that this pass does not open, on top of what the guard refuses
   */
  admit(owner: string, refuses?: (host: string) => boolean): ProxyPass;
  close(): Promise<void>;
}

interface Pass {
  readonly owner: string;
  readonly refuses: (host: string) => boolean;
  readonly secret: Buffer;
  readonly sockets: Set<Duplex>;
  bytes: number;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Fields that belong to one hop: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_FIELDS = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function endToEnd(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_FIELDS.has(name)));
}

export async function createEgressProxy(deps: EgressProxyDeps): Promise<EgressProxy> {
  const proxy = new Proxy(deps);
  await proxy.listen();
  return proxy;
}

class Proxy implements EgressProxy {
  private readonly guard: EgressGuard;
  private readonly limits: ProxyLimits;
  private readonly upstream: URL | null;
  private readonly dial: Dial;
  private readonly passes = new Map<string, Pass>();
  private readonly clients = new Set<Duplex>();
  private readonly http: Server;

  constructor(private readonly deps: EgressProxyDeps) {
    this.guard = deps.guard;
    this.limits = { ...LIMITS, ...deps.limits };
    this.upstream = deps.outboundProxy === undefined ? null : new URL(deps.outboundProxy);
    this.dial = deps.dial ?? dialPinned;
    this.http = createServer((request, response) => void this.forward(request, response));
    this.http.on(
      'connect',
      (request: IncomingMessage, client: Duplex, head: Buffer) => void this.tunnel(request, client, head),
    );
    this.http.on('upgrade', (_request, client: Duplex) => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    this.http.on('clientError', (_error, client) => client.destroy());
    this.http.on('connection', (client) => this.track(this.clients, client));
  }

  get server(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.http.once('error', reject);
      this.http.listen(0, '127.0.0.1', resolve);
    });
  }

  admit(owner: string, refuses: (host: string) => boolean = () => false): ProxyPass {
    const username = randomBytes(8).toString('hex');
    const password = randomBytes(24).toString('base64url');
    const pass: Pass = { owner, refuses, secret: sha256(password), sockets: new Set(), bytes: 0 };
    this.passes.set(username, pass);
    const revoke = () => {
      this.passes.delete(username);
      for (const socket of pass.sockets) socket.destroy();
    };
    return { username, password, bytes: () => pass.bytes, revoke };
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.destroy();
    for (const { sockets } of this.passes.values()) for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => this.http.close(() => resolve()));
  }

  private track(set: Set<Duplex>, socket: Duplex): void {
    set.add(socket);
    socket.on('close', () => set.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  private passOf(request: IncomingMessage): Pass | null {
    const [scheme = '', value = ''] = (request.headers['proxy-authorization'] ?? '').split(' ');
    if (scheme.toLowerCase() !== 'basic') return null;
    const [username = '', password = ''] = Buffer.from(value, 'base64').toString('utf8').split(':', 2);
    const pass = this.passes.get(username);
    return pass && timingSafeEqual(sha256(password), pass.secret) ? pass : null;
  }

  /** CONNECT: what travels inside is encrypted, so host and port are all there is to judge. */
  private async tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const pass = this.passOf(request);
    if (!pass)
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="egress"\r\n\r\n',
      );
    const host = request.url ?? '';
    try {
      const remote = await this.open(this.guard.checkUrl(`https://${host}/`), pass, 'tunnel');
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) remote.write(head);
      this.track(pass.sockets, client);
      pipeline(client, remote, () => remote.destroy());
      pipeline(remote, this.counter(pass), client, () => client.destroy());
    } catch (error) {
      client.end(`HTTP/1.1 ${this.refusal(error, pass, host)}\r\n\r\n`);
    }
  }

  /** A plain request in absolute form. */
  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pass = this.passOf(request);
    if (!pass) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="egress"' }).end();
    let host = '';
    try {
      const url = this.guard.checkUrl(request.url ?? '');
      host = url.host;
      // Anything but http in absolute form would be sent in clear: https comes by CONNECT.
      if (url.protocol !== 'http:') throw new EgressRefusedError('scheme', url.hostname);
      await this.relay(url, request, response, pass);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(Number(this.refusal(error, pass, host).slice(0, 3))).end();
    }
  }

  private async relay(url: URL, request: IncomingMessage, response: ServerResponse, pass: Pass): Promise<void> {
    const remote = await this.open(url, pass, 'plain');
    const headers: OutgoingHttpHeaders = { ...endToEnd(request.headers), host: url.host, connection: 'close' };
    if (this.upstream) Object.assign(headers, upstreamAuthorization(this.upstream));
    const path = this.upstream ? url.href : url.pathname + url.search;
    const { method } = request;
    const onward = httpRequest({ createConnection: () => remote, method, path, headers, setHost: false });
    await new Promise<void>((resolve, reject) => {
      response.on('close', () => onward.destroy());
      onward.on('error', reject);
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
        pipeline(answer, this.counter(pass), response, (error) => (error ? reject(error) : resolve()));
      });
      request.pipe(onward);
    });
  }

  /** A connection to where `url` points, judged, counted and timed. */
  private async open(url: URL, pass: Pass, kind: 'tunnel' | 'plain'): Promise<Duplex> {
    if (pass.sockets.size >= this.limits.connections * 2 || pass.bytes >= this.limits.bytesPerPass)
      throw new ProxyLimitError();
    if (pass.refuses(url.hostname)) throw new EgressRefusedError('payment_host', url.hostname);
    const remote = this.upstream ? await this.viaUpstream(this.upstream, url, kind) : await this.direct(url);
    this.track(pass.sockets, remote);
    remote.setTimeout(this.limits.idleMs, () => remote.destroy());
    const timer = setTimeout(() => remote.destroy(), this.limits.connectionMs);
    remote.on('close', () => clearTimeout(timer));
    return remote;
  }

  private async direct(url: URL): Promise<Socket> {
    const { hostname } = url;
    const port = effectivePort(url);
    const addresses = await this.guard.resolve(hostname, port);
    return this.dial({ hostname, port, addresses, timeoutMs: this.limits.connectMs });
  }

  private viaUpstream(upstream: URL, url: URL, kind: 'tunnel' | 'plain'): Promise<Socket> {
    const wait = { timeoutMs: this.limits.connectMs };
    const authority = `${url.hostname}:${effectivePort(url)}`;
    return kind === 'tunnel' ? tunnelThrough(upstream, authority, wait) : dialUpstream(upstream, wait);
  }

  /** Counts what comes from the web against the pass; past its bytes the connection breaks. */
  private counter(pass: Pass): Transform {
    const { bytesPerPass } = this.limits;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        pass.bytes += chunk.length;
        if (pass.bytes > bytesPerPass) done(new ProxyLimitError());
        else done(null, chunk);
      },
    });
  }

  private refusal(error: unknown, pass: Pass, host: string): string {
    if (error instanceof EgressRefusedError) {
      this.deps.onRefused?.({ owner: pass.owner, host: (error.host || host).slice(0, 300), why: error.refusal });
      return '403 Forbidden';
    }
    return error instanceof ProxyLimitError ? '429 Too Many Requests' : '502 Bad Gateway';
  }
}

/** A pass has had its share. */
class ProxyLimitError extends Error {
  constructor() {
    super('the pass is used up');
    this.name = 'ProxyLimitError';
  }
}
