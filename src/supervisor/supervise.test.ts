import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';
import { processesOf } from '../../test/support/product.js';
import { ensureTemporalCli } from '../adapters/temporal-server/cli.js';
import { startDevServer } from '../adapters/temporal-server/dev-server.js';
import { prepareNamespace } from '../adapters/temporal-server/namespace.js';
import { readRunFile, type RunFile } from '../adapters/temporal-server/run-file.js';
import { childEnvironment, loadConfig } from '../config.js';

const HOUR_MS = 3_600_000;
const quiet = () => undefined;

/** `npm start` from the sources, on a data folder of its own. */
class Started {
  private text = '';
  readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.text += String(chunk)));
    this.ended = new Promise((done) => child.once('close', (code) => done(code)));
  }

  get output(): string {
    return this.text;
  }

  async until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
    const giveUp = Date.now() + 100_000;
    while (!(await done())) {
      if (Date.now() > giveUp) throw new Error(`${what} never came:\n${this.text}`);
      await sleep(50);
    }
  }

  async screen(): Promise<void> {
    await this.until('the first screen', () => this.text.includes('Ctrl-C ends all of it'));
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function holdPort(port: number): Promise<{ server: Server; port: number } | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(port, '127.0.0.1', () => done({ server, port: (server.address() as AddressInfo).port }));
  });
}

describe('npm start', () => {
  let cliPath: string;
  let dir: string;
  const all: Started[] = [];

  beforeAll(async () => {
    const config = loadConfig();
    cliPath = (await ensureTemporalCli({ dataDir: config.dataDir, cliPath: config.temporal.cliPath, log: quiet })).path;
  }, 300_000);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'supervise-'));
  });
  afterEach(() => {
    for (const pid of processesOf(dir)) process.kill(pid, 'SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });

  function start(env: Record<string, string> = {}): Started {
    const settings = {
      DATA_DIR: dir,
      TEMPORAL_CLI_PATH: cliPath,
      TEMPORAL_IGNORE_CONFIG_FILE: 'true',
      TEMPORAL_PORT: '0',
      TEMPORAL_UI_PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    };
    const child = spawn(process.execPath, ['--import', 'tsx', resolve('src/start.ts')], {
      env: childEnvironment(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new Started(child);
    all.push(started);
    return started;
  }

  const runFile = (): RunFile => {
    const run = readRunFile(dir);
    if (run === null) throw new Error('there is no run file');
    return run;
  };
  const pidOf = (text: string): number | undefined =>
    processesOf(dir).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text));
  const serverPid = (): number =>
    (JSON.parse(readFileSync(join(dir, 'temporal', 'server.json'), 'utf8')) as { pid: number }).pid;

  it('brings everything up, starts again what dies where it was, refuses a second one, and ends without a trace', async () => {
    const blocker = await holdPort(3000);
    const product = start({ PORT: '' });
    await product.screen();
    const run = runFile();
    expect(run.pid).toBe(product.child.pid);
    expect(new URL(run.page).port).not.toBe('3000');
    expect(product.output).toContain(`Ask at       ${run.page}`);
    expect(product.output).toContain(`Temporal UI  ${run.temporal_ui}`);
    await product.until('the API', () => answers(`${run.page}/ready`));

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(`already running on ${dir}. Its page is at ${run.page}`);

    const before = { api: pidOf('src/server.ts'), worker: pidOf('src/worker.ts'), server: serverPid() };
    for (const pid of Object.values(before)) process.kill(pid ?? 0, 'SIGKILL');
    await product.until(
      'the server',
      () => existsSync(join(dir, 'temporal', 'server.json')) && serverPid() !== before.server,
    );
    await product.until('the API and the worker', () => answers(`${run.page}/ready`));
    expect(runFile()).toEqual(run);
    for (const name of ['worker', 'API', 'Temporal server'])
      expect(product.output).toMatch(new RegExp(`The ${name} ended \\(.*\\); it starts again in`));

    product.child.kill('SIGINT');
    expect(await product.ended).toBe(0);
    expect(processesOf(dir)).toEqual([]);
    expect(readRunFile(dir)).toBeNull();
    expect(existsSync(join(dir, 'temporal', 'server.json'))).toBe(false);
    blocker?.server.close();
  }, 240_000);

  it('leaves nothing running when it is killed, and starts again over what that left', async () => {
    const first = start();
    await first.screen();
    await first.until('the worker', () => pidOf('src/worker.ts') !== undefined);
    first.child.kill('SIGKILL');
    await first.ended;
    await first.until('the end of its parts', () => processesOf(dir).length === 0);
    expect(readRunFile(dir)).not.toBeNull();
    writeFileSync(join(dir, 'run.json.1.tmp'), 'half');

    const second = start();
    await second.screen();
    expect(runFile().pid).toBe(second.child.pid);
    expect(existsSync(join(dir, 'run.json.1.tmp'))).toBe(false);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(processesOf(dir)).toEqual([]);
  }, 240_000);

  it('looks at a configured server, tells what it needs, and neither alters nor ends it', async () => {
    const others = mkdtempSync(join(tmpdir(), 'foreign-'));
    const foreign = await startDevServer({ cliPath, dbFile: null, port: 0, uiPort: null, dataDir: others, log: quiet });
    const product = start({ TEMPORAL_ADDRESS: foreign.address });
    await product.screen();
    expect(product.output).toContain(`that of ${foreign.address} (TEMPORAL_ADDRESS)`);
    expect(product.output).toContain('--name RunStatus --type Keyword');
    expect(runFile()).toMatchObject({ temporal_address: foreign.address, temporal_ui: null });
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    const connection = await Connection.connect({ address: foreign.address });
    const state = await prepareNamespace({ connection, namespace: 'default', retentionMs: HOUR_MS, alter: false });
    await connection.close();
    expect(state).toMatchObject({ retentionMs: 24 * HOUR_MS, missingAttributes: { length: 4 } });
    await foreign.stop();
    rmSync(others, { recursive: true, force: true });
  }, 240_000);

  it('stops with one clear message when the chosen port is taken', async () => {
    const blocker = await holdPort(0);
    const product = start({ PORT: String(blocker?.port) });
    expect(await product.ended).toBe(1);
    expect(product.output).toContain(`PORT ${blocker?.port} on 127.0.0.1 is taken by another program`);
    expect(processesOf(dir)).toEqual([]);
    blocker?.server.close();
  });

  it('stops with the ways out when the database is of another CLI version, and when a setting is wrong', async () => {
    mkdirSync(join(dir, 'temporal'));
    for (const name of ['temporal.db', 'temporal.db.cli-version']) writeFileSync(join(dir, 'temporal', name), '0.9.0');
    const product = start();
    expect(await product.ended).toBe(1);
    expect(product.output).toMatch(/made by Temporal's CLI 0\.9\.0[^]*Ways out/);
    const misset = start({ MAX_PAGES: '0', LOG_LEVEL: 'loud' });
    expect(await misset.ended).toBe(1);
    expect(misset.output).toMatch(/2 faults[^]*LOG_LEVEL must be one of[^]*MAX_PAGES must be at least 1/);
  });

  it('gives up with a pointer to the log when the API cannot start at all', async () => {
    const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
    for (const file of [cert, key]) writeFileSync(file, 'not a certificate');
    const product = start({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    expect(await product.ended).toBe(1);
    expect(product.output).toContain(join(dir, 'logs', 'api.log'));
    expect(processesOf(dir)).toEqual([]);
  }, 180_000);
});
