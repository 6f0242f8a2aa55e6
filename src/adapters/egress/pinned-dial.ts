/** TCP and TLS to addresses that were judged a moment ago, and to nothing else. */
import { connect, isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { EgressRefusedError } from './guard.js';
import type { ResolvedAddress } from './guard.js';

/** Answers every lookup with the judged addresses: there is no second resolution to rebind. */
const pinnedLookup =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const wanted = addresses.filter(({ family }) => !options.family || options.family === family);
    const first = wanted[0];
    if (options.all) callback(null, [...wanted]);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error('no address of that family'), { code: 'ENOTFOUND' }), '', 0);
  };

const normal = (address: string): string =>
  new URL(`http://${address.includes(':') ? `[${address}]` : address}`).hostname;

/** Is the socket where the guard sent it? The last line, should a library change how it connects. */
function landedWhereSent(socket: Socket, addresses: readonly ResolvedAddress[]): boolean {
  const remote = socket.remoteAddress ?? '';
  return isIP(remote) !== 0 && addresses.some(({ address }) => normal(address) === normal(remote));
}

export interface WaitOptions {
  readonly timeoutMs: number;
  /** gives the connection up, also while it is being made */
  readonly signal?: AbortSignal;
}

/**
 * Waits for a socket to be ready for use.
 * @throws the socket's own error, one with the code ETIMEDOUT, or the signal's reason
 */
export function whenReady(socket: Socket, event: 'connect' | 'secureConnect', options: WaitOptions): Promise<Socket> {
  const { timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(signal?.reason as Error);
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    const settled = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    socket.once('error', (error) => {
      settled();
      reject(error);
    });
    socket.once(event, () => {
      settled();
      resolve(socket);
    });
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}

export interface DialTarget extends WaitOptions {
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly ResolvedAddress[];
}
export type Dial = (target: DialTarget) => Promise<Socket>;

/** @throws as `whenReady`, or EgressRefusedError */
export const dialPinned: Dial = async ({ hostname, port, addresses, ...wait }) => {
  const socket = connect({ host: hostname, port, lookup: pinnedLookup(addresses), autoSelectFamily: true });
  await whenReady(socket, 'connect', wait);
  if (landedWhereSent(socket, addresses)) return socket;
  socket.destroy();
  throw new EgressRefusedError('private_address', hostname);
};

/** TLS over a connection that is there; the certificate must be good for `hostname`. */
export function secure(socket: Socket, hostname: string, wait: WaitOptions): Promise<Socket> {
  const servername = isIP(hostname) === 0 ? hostname : '';
  const secured = connectTls({ socket, host: hostname, servername, ALPNProtocols: ['http/1.1'] });
  return whenReady(secured, 'secureConnect', wait);
}
