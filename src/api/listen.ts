/** The server under the API: address, TLS, time-outs, and an end that lets requests finish. */
import type { Express } from 'express';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';

/** Headers, then the whole of a request of 64 KiB, must have come after this long, milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the 60 s for which proxies keep idle connections, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** What is still open after this long at a stop is cut, milliseconds. */
const CLOSE_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 2_000;

export interface Listening {
  /** for people: the page's address, or that of PUBLIC_URL */
  readonly url: string;
  readonly port: number;
  /** takes no new connections, lets requests end, then cuts what is left */
  close(): Promise<void>;
}

type Settings = Pick<Config['api'], 'host' | 'port' | 'tls' | 'publicUrl'>;

function createServer(app: Express, { tls }: Settings): Server {
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  if (tls === null) return createHttpServer(options, app);
  return createHttpsServer({ ...options, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }, app);
}

function addressOf(settings: Settings, port: number): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  const wildcard = settings.host === '0.0.0.0' || settings.host === '::';
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return `${settings.tls === null ? 'http' : 'https'}://${wildcard ? 'localhost' : host}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}

/**
 * Listens at HOST and PORT (0: any free one).
 * @throws Error with `code` EADDRINUSE or EACCES when it may not
 */
export async function listen(app: Express, settings: Settings): Promise<Listening> {
  const server = createServer(app, settings);
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return { url: addressOf(settings, port), port, close: () => closeServer(server) };
}
