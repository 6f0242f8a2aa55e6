/** TCP to addresses that were judged a moment ago, and to nothing else. */
import { connect, isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { EgressRefusedError } from './guard.js';
import type { ResolvedAddress } from './guard.js';

/** Answers every lookup with the judged addresses: there is no second resolution to rebind. */
export const pinnedLookup =
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
export function landedWhereSent(socket: Socket, addresses: readonly ResolvedAddress[]): boolean {
  const remote = socket.remoteAddress ?? '';
  return isIP(remote) !== 0 && addresses.some(({ address }) => normal(address) === normal(remote));
}

export interface DialTarget {
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly ResolvedAddress[];
  readonly timeoutMs: number;
}
export type Dial = (target: DialTarget) => Promise<Socket>;

/** @throws the socket's own error, ETIMEDOUT, or EgressRefusedError */
export const dialPinned: Dial = ({ hostname, port, addresses, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, lookup: pinnedLookup(addresses), autoSelectFamily: true });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      if (landedWhereSent(socket, addresses)) return resolve(socket);
      socket.destroy();
      reject(new EgressRefusedError('private_address', hostname));
    });
  });
