/** The guard wrapped around undici: no request leaves that it has not judged, and no address is connected to that it has not seen. */
import { Agent, buildConnector, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import type { EgressGuard } from './guard.js';
import { EgressRefusedError } from './guard.js';
import { landedWhereSent, pinnedLookup } from './pinned-dial.js';

export interface DispatcherOptions {
  readonly guard: EgressGuard;
  /** http(s) address of a forward proxy; name resolution is then the proxy's */
  readonly outboundProxy: string | undefined;
  /** time for name resolution, TCP and TLS together [10,000] */
  readonly connectTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const RESPONSE_OPTIONS = {
  // Waiting for headers or between two chunks; the whole exchange has its own deadline.
  headersTimeout: 20_000,
  bodyTimeout: 20_000,
  keepAliveTimeout: 4_000,
  connections: 1,
  pipelining: 1,
} as const;

function portOf(options: buildConnector.Options): number {
  if (options.port !== '') return Number(options.port);
  return options.protocol === 'https:' ? 443 : 80;
}

/** A connector for undici that resolves by the guard and connects to nothing else. */
export function createGuardedConnector(guard: EgressGuard, timeoutMs = CONNECT_TIMEOUT_MS): buildConnector.connector {
  return (options, callback) => {
    const started = performance.now();
    const connect = async (): Promise<void> => {
      const addresses = await withinMs(guard.resolve(options.hostname, portOf(options)), timeoutMs);
      const timeout = Math.max(1, timeoutMs - (performance.now() - started));
      buildConnector({ timeout, lookup: pinnedLookup(addresses), autoSelectFamily: true })(options, (error, socket) => {
        if (error) return callback(error, null);
        if (landedWhereSent(socket, addresses)) return callback(null, socket);
        socket.destroy();
        callback(new EgressRefusedError('private_address', options.hostname), null);
      });
    };
    connect().catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null));
  };
}

async function withinMs<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('the name was not resolved in time'), { code: 'EAI_AGAIN' });
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Judges each request's origin, so that the rules also hold where an upstream proxy does the resolving. */
const judgeOrigin =
  (guard: EgressGuard) =>
  (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] =>
  (options, handler) => {
    guard.checkUrl(new URL('/', String(options.origin)).href);
    return dispatch(options, handler);
  };

/** The Node side's only way to the open web. Close it when done. */
export function createGuardedDispatcher({ guard, outboundProxy, connectTimeoutMs }: DispatcherOptions): Dispatcher {
  const base =
    outboundProxy === undefined
      ? new Agent({ ...RESPONSE_OPTIONS, connect: createGuardedConnector(guard, connectTimeoutMs) })
      : new ProxyAgent({ ...RESPONSE_OPTIONS, uri: outboundProxy, proxyTunnel: false });
  return base.compose(judgeOrigin(guard));
}
