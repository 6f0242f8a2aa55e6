/** The product's parts in one process, on a real Temporal server of their own and a little offline web. */
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { pino } from 'pino';
import { ensureTemporalCli } from '../../src/adapters/temporal-server/cli.js';
import { startDevServer, type DevServer } from '../../src/adapters/temporal-server/dev-server.js';
import { prepareNamespace } from '../../src/adapters/temporal-server/namespace.js';
import { composeCore, type Core } from '../../src/compose.js';
import { parseConfig, type Config } from '../../src/config.js';
import type { RunInput, RunMemo, RunView } from '../../src/contracts/run.js';
import { startWorker, type RunningWorker } from '../../src/worker.js';

export const silent = pino({ level: 'silent' });
const DAY_MS = 86_400_000;

export async function startTemporal(
  dataDir: string,
  options: { file?: boolean; port?: number } = {},
): Promise<DevServer> {
  const { path } = await ensureTemporalCli({
    dataDir: join(import.meta.dirname, '../../.data'),
    cliPath: undefined,
    log: () => undefined,
  });
  const dbFile = options.file ? join(dataDir, 'temporal', 'temporal.db') : null;
  const server = await startDevServer({
    cliPath: path,
    dbFile,
    port: options.port ?? 0,
    uiPort: 0,
    dataDir,
    log: () => undefined,
  });
  const connection = await Connection.connect({ address: server.address });
  await prepareNamespace({ connection, namespace: 'default', retentionMs: 2 * DAY_MS, alter: true });
  await connection.close();
  return server;
}

export interface System {
  readonly dataDir: string;
  readonly config: Config;
  readonly core: Core;
  readonly temporal: DevServer;
  startWorker(): Promise<RunningWorker>;
  /** starts a question and gives its run id */
  ask(question: string, input?: Partial<RunInput>): Promise<string>;
  /** waits until the run's view satisfies `until` (default: it has ended) */
  viewWhen(runId: string, until?: (view: RunView) => boolean): Promise<RunView>;
  stop(): Promise<void>;
}

const ended = (view: RunView): boolean => view.finished_at !== null;

/** @param dataDir a folder of the caller's; by default a temporary one */
export async function startSystem(
  settings: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'synthetic-test-')),
  server: { file?: boolean } = {},
): Promise<System> {
  const temporal = await startTemporal(dataDir, server);
  const config = parseConfig({
    DATA_DIR: dataDir,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_IGNORE_CONFIG_FILE: 'true',
    HOST_INTERVAL_MS: '0',
    EMBEDDER: 'hash',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const core = composeCore(config);
  const workers: RunningWorker[] = [];
  return {
    dataDir,
    config,
    core,
    temporal,
    startWorker: async () => {
      const worker = await startWorker(core, silent, { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' });
      workers.push(worker);
      return worker;
    },
    ask: (question, input) => ask(core, question, input),
    viewWhen: (runId, until = ended) => viewWhen(core, runId, until),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await core.close();
      await temporal.stop();
      for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
      // A folder of the caller's may be a mount point: what is left of it is the caller's.
      try {
        rmdirSync(dataDir);
      } catch {
        return;
      }
    },
  };
}

let started = 0;

async function ask(core: Core, question: string, changed: Partial<RunInput> = {}): Promise<string> {
  const input: RunInput = {
    question,
    kind: 'auto',
    source: 'http',
    url: null,
    inputs: {},
    maxPages: 3,
    language: null,
    domains: { include: [], exclude: [] },
    today: '2026-11-30',
    maxDurationMs: 5 * 60_000,
    ...changed,
  };
  const { kind, source, url, maxPages: max_pages } = input;
  const memo: RunMemo = { question, kind, source, url, max_pages, body_hash: question };
  const runId = `run_${(++started).toString(16).padStart(8, '0')}${Math.random().toString(16).slice(2).padEnd(24, '0').slice(0, 24)}`;
  await core.runs.start(runId, input, memo);
  return runId;
}

/** A run that ended otherwise, or does not get there, tells how it stands: a timeout alone would tell nothing. */
const VIEW_TIMEOUT_MS = 50_000;

async function viewWhen(core: Core, runId: string, until: (view: RunView) => boolean): Promise<RunView> {
  const deadline = Date.now() + VIEW_TIMEOUT_MS;
  for (;;) {
    const view = await core.runs.view(runId);
    if (until(view)) return view;
    if (ended(view) || Date.now() > deadline)
      throw new Error(`run ${runId} did not come to what was waited for:\n${JSON.stringify(view, null, 1)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
