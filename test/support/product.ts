/** The product as a user runs it: `dist/start.js` with its real processes, on a data folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunView } from '../../src/contracts/run.js';

const root = join(import.meta.dirname, '../..');
export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Below the ports that systems give out by themselves: nobody who asks for any free one takes it before it is used. */
const FIRST_PORT = 11_000;
const PORTS = 19_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

export interface Product {
  readonly dataDir: string;
  readonly api: string;
  readonly process: ChildProcess;
  /** all that was printed */
  readonly output: () => string;
  /** Ctrl-C, and wait for the end; gives the exit code */
  stop(): Promise<number | null>;
  /** ends what is left and removes the data folder */
  discard(): void;
}

export interface ProductOptions {
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the product; resolves at once. `whenReady` waits for it. */
export async function startProduct({ dataDir, port, env = {} }: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'synthetic-product-'));
  const chosen = port ?? (await freePort());
  // A folder of its own for temporary files, so that what is left there can only be the product's.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const child = spawn(process.execPath, [join(root, 'dist', 'start.js')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: folder,
      TMPDIR: temporary,
      PORT: String(chosen),
      TEMPORAL_PORT: String(await freePort()),
      TEMPORAL_UI_PORT: String(await freePort()),
      TEMPORAL_CLI_PATH: process.env['TEMPORAL_CLI_PATH'] ?? defaultCli(),
      TEMPORAL_IGNORE_CONFIG_FILE: 'true',
      HOST_INTERVAL_MS: '0',
      EMBEDDER: 'hash',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return {
    dataDir: folder,
    api: `http://127.0.0.1:${chosen}`,
    process: child,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      return exited;
    },
    discard: () => {
      killAll(processesOf(folder));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function defaultCli(): string {
  const cached = join(root, '.data', 'bin', 'temporal');
  return existsSync(cached) ? cached : '';
}

/** Waits until `GET /ready` says 200. @throws when the product ended or `timeoutMs` passed */
export async function whenReady(product: Product, timeoutMs = 90_000): Promise<void> {
  await until('the product to be ready', timeoutMs, async () => {
    if (product.process.exitCode !== null) throw new Error(`the product ended:\n${product.output()}`);
    return (await fetch(`${product.api}/ready`)).status === 200;
  });
}

/** Polls until `check` is true; what it throws counts as not yet. */
export async function until(what: string, timeoutMs: number, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown = 'not yet';
  while (Date.now() < deadline) {
    try {
      if (await check()) return;
    } catch (error) {
      last = error instanceof Error ? (error.cause ?? error.message) : error;
    }
    await sleep(100);
  }
  throw new Error(`waited ${timeoutMs} ms in vain for ${what}: ${String(last)}`);
}

/** Starts a question like a client that tries again, with the same Idempotency-Key, when its connection breaks. */
export async function trigger(product: Product, body: object, key: string, timeoutMs = 60_000): Promise<string> {
  let runId = '';
  await until('POST /trigger to be answered', timeoutMs, async () => {
    const response = await fetch(`${product.api}/trigger`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { run_id?: string };
    runId = answer.run_id ?? '';
    return response.status === 202;
  });
  return runId;
}

export async function endOf(product: Product, runId: string, timeoutMs = 180_000): Promise<RunView> {
  let view: RunView | null = null;
  await until(`run ${runId} to end`, timeoutMs, async () => {
    view = (await (await fetch(`${product.api}/runs/${runId}`)).json()) as RunView;
    return view.finished_at != null;
  });
  return view!;
}

/** Processes whose environment or command line names the folder (Linux; elsewhere none are seen). */
export function processesOf(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['environ', 'cmdline'].some((file) => readProc(pid, file).includes(folder)))
    .map(Number);
}

/** Those of them that run this script, e.g. `worker.js`. */
export const processesRunning = (folder: string, script: string): number[] =>
  processesOf(folder).filter((pid) => readProc(String(pid), 'cmdline').includes(script));

/** SIGKILL; who has ended meanwhile needs none. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
