/**
 * The guard wrapped around undici: no request leaves that it has not judged, and no address is connected to that it has not
 * seen. An exit lives as long as one page is read, so that nothing of it is left behind.
 */
import type { Socket } from 'node:net';
import { Agent } from 'undici';
import type { buildConnector, Dispatcher } from 'undici';
import type { EgressGuard } from './guard.js';
import { dialPinned, secure } from './pinned-dial.js';
import type { WaitOptions } from './pinned-dial.js';
import { dialUpstream, tunnelThrough, upstreamAuthorization } from './upstream-proxy.js';

export interface ExitOptions {
  readonly guard: EgressGuard;
  /** http(s) address of a forward proxy; name resolution is then the proxy's */
  readonly outboundProxy: string | undefined;
  /** closes the exit */
  readonly signal: AbortSignal;
  /** name resolution, TCP and TLS, each of them, milliseconds [10,000] */
  readonly connectTimeoutMs?: number;
}

export interface Exit {
  readonly dispatcher: Dispatcher;
  /** ends every connection, also those still being made */
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CLIENT_OPTIONS = {
  // Waiting for headers or between two chunks; the whole exchange has its own deadline.
  headersTimeout: 20_000,
  bodyTimeout: 20_000,
  keepAliveTimeout: 4_000,
  connections: 1,
  pipelining: 1,
} as const;

type Connect = (options: buildConnector.Options, wait: WaitOptions) => Promise<Socket>;

function portOf({ port, protocol }: buildConnector.Options): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

const connectDirectly =
  (guard: EgressGuard): Connect =>
  async (options, wait) => {
    const { hostname, protocol } = options;
    const port = portOf(options);
    const addresses = await withinTime(guard.resolve(hostname, port), wait.timeoutMs);
    const socket = await dialPinned({ hostname, port, addresses, ...wait });
    return protocol === 'https:' ? secure(socket, hostname, wait) : socket;
  };

/** Plain requests go to the proxy itself, rewritten by `viaProxy`; encrypted ones through a tunnel. */
const connectUpstream =
  (upstream: URL): Connect =>
  async (options, wait) => {
    const { hostname, protocol } = options;
    if (protocol !== 'https:') return dialUpstream(upstream, wait);
    const authority = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${portOf(options)}`;
    return secure(await tunnelThrough(upstream, authority, wait), hostname, wait);
  };

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('the name was not resolved in time'), { code: 'EAI_AGAIN' });
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const connectorOf =
  (connect: Connect, wait: WaitOptions): buildConnector.connector =>
  (options, callback) => {
    connect(options, wait).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };

/** Judges each request's origin, so that the rules also hold where an upstream proxy does the resolving. */
const judged =
  (guard: EgressGuard) =>
  (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] =>
  (options, handler) => {
    guard.checkUrl(new URL('/', String(options.origin)).href);
    return dispatch(options, handler);
  };

/** A plain request in absolute form, as forward proxies want it. Our requests name their fields in a record. */
const viaProxy =
  (upstream: URL) =>
  (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] =>
  (options, handler) => {
    const origin = new URL(String(options.origin));
    if (origin.protocol !== 'http:') return dispatch(options, handler);
    const given = options.headers as Record<string, string>;
    const headers = { ...given, host: origin.host, ...upstreamAuthorization(upstream) };
    return dispatch({ ...options, path: origin.origin + options.path, headers }, handler);
  };

/** The Node side's only way to the open web. */
export function openExit({ guard, outboundProxy, signal, connectTimeoutMs = CONNECT_TIMEOUT_MS }: ExitOptions): Exit {
  const closing = new AbortController();
  const upstream = outboundProxy === undefined ? null : new URL(outboundProxy);
  const wait = { timeoutMs: connectTimeoutMs, signal: closing.signal };
  const connect = connectorOf(upstream ? connectUpstream(upstream) : connectDirectly(guard), wait);
  const agent = new Agent({ ...CLIENT_OPTIONS, connect });
  const close = () => {
    signal.removeEventListener('abort', close);
    closing.abort(signal.aborted ? signal.reason : new Error('the exit was closed'));
    void agent.destroy(signal.aborted ? (signal.reason as Error) : null);
  };
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  const dispatcher = upstream ? agent.compose(viaProxy(upstream), judged(guard)) : agent.compose(judged(guard));
  return { dispatcher, close };
}
