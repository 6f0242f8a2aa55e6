/** The API on a free port, over runs in memory. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { parseConfig } from '../../config.js';
import type { WorkerState } from '../../ports/worker-board.js';
import { createApp } from '../app.js';
import type { ApiDeps } from '../deps.js';
import { MemoryRuns } from './memory-runs.js';

export const API_KEY = 'a-key-for-tests-only-0123';

export interface TestApi {
  readonly runs: MemoryRuns;
  readonly server: Server;
  readonly url: string;
  readonly host: string;
  /** every line that was logged, as written */
  readonly logged: string[];
  readonly workers: WorkerState[];
  stop(): void;
  close(): Promise<void>;
}

export interface TestApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly deps?: Partial<ApiDeps>;
  /** kept over a restart of the API */
  readonly runs?: MemoryRuns;
  /** default: any free one */
  readonly port?: number;
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { env = {}, deps = {}, runs = new MemoryRuns() } = options;
  const logged: string[] = [];
  const workers: WorkerState[] = [];
  const stopping = new AbortController();
  const app = createApp({
    config: parseConfig({ TEMPORAL_IGNORE_CONFIG_FILE: 'true', ...env }),
    runs,
    wearers: { hear: async () => {}, hearConversation: async () => {}, ask: async () => {} },
    board: { report: async () => {}, list: async () => workers, remove: async () => {} },
    store: { get: async () => null },
    artifacts: { load: async () => null, list: async () => [] },
    identity: { storeId: '0123456789ab', installationSecret: '5e'.repeat(32) },
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    version: '0.0.0-test',
    pageDir: null,
    stopping: stopping.signal,
    ...deps,
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    runs,
    server,
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    logged,
    workers,
    stop: () => stopping.abort(),
    async close() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
