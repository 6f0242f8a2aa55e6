/** The forward proxy that OUTBOUND_PROXY names: connections to it and tunnels through it. */
import { request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { secure, whenReady } from './pinned-dial.js';
import type { WaitOptions } from './pinned-dial.js';

/** The upstream proxy did not open a tunnel. */
export class UpstreamProxyError extends Error {
  readonly code = 'UPSTREAM_PROXY';
  constructor(status: number | undefined) {
    super(`the upstream proxy said ${status}`);
    this.name = 'UpstreamProxyError';
  }
}

/** The fields by which the upstream proxy knows us. */
export function upstreamAuthorization(upstream: URL): Record<string, string> {
  if (upstream.username === '') return {};
  const credentials = `${decodeURIComponent(upstream.username)}:${decodeURIComponent(upstream.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** A connection to the upstream proxy itself. @throws as `whenReady` */
export async function dialUpstream(upstream: URL, wait: WaitOptions): Promise<Socket> {
  const isSecure = upstream.protocol === 'https:';
  const host = upstream.hostname.replace(/^\[|\]$/gu, '');
  const socket = connect({ host, port: Number(upstream.port || (isSecure ? 443 : 80)) });
  await whenReady(socket, 'connect', wait);
  return isSecure ? secure(socket, host, wait) : socket;
}

/**
 * A tunnel to `authority` (host:port) through the upstream proxy.
 * @throws UpstreamProxyError when it says anything but 200; its connection's own error
 */
export async function tunnelThrough(upstream: URL, authority: string, wait: WaitOptions): Promise<Socket> {
  const socket = await dialUpstream(upstream, wait);
  const headers: OutgoingHttpHeaders = { host: authority, ...upstreamAuthorization(upstream) };
  const asked = request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers,
    setHost: false,
  });
  asked.setTimeout(wait.timeoutMs, () =>
    socket.destroy(Object.assign(new Error('no tunnel in time'), { code: 'ETIMEDOUT' })),
  );
  const giveUp = () => socket.destroy(wait.signal?.reason as Error);
  wait.signal?.addEventListener('abort', giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      asked.once('connect', ({ statusCode }, _socket, head: Buffer) => {
        if (statusCode !== 200) return reject(new UpstreamProxyError(statusCode));
        if (head.length > 0) socket.unshift(head);
        resolve();
      });
      asked.once('response', ({ statusCode }) => reject(new UpstreamProxyError(statusCode)));
      asked.once('error', reject);
      asked.end();
    });
    socket.setTimeout(0);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    wait.signal?.removeEventListener('abort', giveUp);
  }
}
