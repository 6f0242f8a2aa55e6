import { createServer } from 'node:net';

/** Binds a port for a moment: the port, or null when somebody holds it. */
function tryPort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** Is this port free on this host? Port 0 always is. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  return (await tryPort(port, host)) !== null;
}

const TRIES = 100;

/**
 * The first free port from `from` on that is not in `not`; 0 asks the system for any.
 * @throws Error when a hundred in a row are taken
 */
export async function nextFreePort(from: number, host = '127.0.0.1', not: readonly number[] = []): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = await tryPort(from === 0 ? 0 : Math.min(from + tried, 65_535), host);
    if (port !== null && !not.includes(port)) return port;
  }
  throw new Error(`no free port from ${from} to ${from + TRIES - 1} on ${host}`);
}
