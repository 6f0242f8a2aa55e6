import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';
import { loadConfig } from '../../config.js';
import { SEARCH_ATTRIBUTES } from '../../contracts/messages.js';
import { ensureTemporalCli } from './cli.js';
import {
  adoptDevServer,
  databaseVersion,
  DatabaseVersionError,
  DevServerFailedError,
  startDevServer,
  type DevServer,
} from './dev-server.js';
import { prepareNamespace } from './namespace.js';
import { isAlive } from './process-identity.js';

const HOUR_MS = 3_600_000;
const quiet = () => undefined;

/** Every process whose command line holds the text. */
function processesWith(text: string): string[] {
  const list = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'));
}

/** Waits for a condition; gives up long after it must have held. */
async function until(done: () => boolean): Promise<void> {
  const giveUp = Date.now() + 45_000;
  while (!done()) {
    if (Date.now() > giveUp) throw new Error(`never held: ${String(done)}`);
    await sleep(25);
  }
}

describe("Temporal's development server", () => {
  let cliPath: string;
  let dir: string;
  let server: DevServer | undefined;
  let blocker: Server | undefined;

  beforeAll(async () => {
    const config = loadConfig();
    cliPath = (await ensureTemporalCli({ dataDir: config.dataDir, cliPath: config.temporal.cliPath, log: quiet })).path;
  }, 300_000);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'dev-server-'));
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    blocker?.close();
    blocker = undefined;
    rmSync(dir, { recursive: true, force: true });
  });
  afterAll(() => expect(processesWith('dev-server-')).toEqual([]));

  const options = (more: object = {}) => ({
    cliPath,
    dbFile: null,
    port: 0,
    uiPort: null,
    dataDir: dir,
    log: quiet,
    ...more,
  });
  const dbFile = () => join(dir, 'temporal', 'temporal.db');

  it('is ready when it is returned, and gone when it has stopped', async () => {
    server = await startDevServer(options());
    const connection = await Connection.connect({ address: server.address });
    const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace: 'default' });
    expect(namespaceInfo?.name).toBe('default');
    await connection.close();
    expect(isAlive(server.pid)).toBe(true);
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('is set up once for the product: attributes, retention, namespace; a repeat changes nothing', async () => {
    server = await startDevServer(options({ namespace: 'mine' }));
    const connection = await Connection.connect({ address: server.address });
    const prepare = (namespace: string, alter: boolean) =>
      prepareNamespace({ connection, namespace, retentionMs: 48 * HOUR_MS, alter });
    const before = await prepare('mine', false);
    expect(before.missingAttributes).toEqual(SEARCH_ATTRIBUTES);
    expect(before.commands[0]).toBe(
      'temporal operator search-attribute create --namespace mine --name RunStatus --type Keyword',
    );
    const [first] = await Promise.all([prepare('mine', true), prepare('mine', true)]);
    expect(first).toEqual({ retentionMs: 48 * HOUR_MS, missingAttributes: [], commands: [] });
    expect(await prepare('mine', true)).toEqual(first);
    expect(await prepare('mine', false)).toEqual(first);
    const absent = await prepare('absent', false);
    expect(absent.retentionMs).toBeNull();
    expect(absent.commands[0]).toBe('temporal operator namespace create --namespace absent --retention 48h');
    expect((await prepare('absent', true)).missingAttributes).toEqual([]);
    await connection.close();
  });

  it('takes the next free port where the wanted one is taken, for gRPC and for the UI', async () => {
    blocker = createServer();
    const port = await new Promise<number>((done) => {
      blocker?.listen(0, '127.0.0.1', () => done((blocker?.address() as { port: number }).port));
    });
    server = await startDevServer(options({ port, uiPort: port }));
    expect(server.address).not.toBe(`127.0.0.1:${port}`);
    expect(server.uiAddress).not.toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(server.uiAddress ?? '')).status).toBe(200);
  });

  it('refuses HTTP calls, so that no web page can read or signal runs', async () => {
    server = await startDevServer(options());
    const answer = await fetch(`http://127.0.0.1:${server.httpPort}/api/v1/namespaces/default/workflows`);
    expect(answer.status).toBe(403);
  });

  it('keeps what is in its file over a kill and a start, with a journal that is fully written', async () => {
    server = await startDevServer(options({ dbFile: dbFile() }));
    const first = await Connection.connect({ address: server.address });
    await prepareNamespace({ connection: first, namespace: 'default', retentionMs: 50 * HOUR_MS, alter: true });
    await first.close();
    process.kill(server.pid, 'SIGKILL');
    expect((await server.exited).code).toBe(137);
    server = await startDevServer(options({ dbFile: dbFile() }));
    const second = await Connection.connect({ address: server.address });
    const state = await prepareNamespace({ connection: second, namespace: 'default', retentionMs: 1, alter: false });
    await second.close();
    expect(state).toEqual({ retentionMs: 50 * HOUR_MS, missingAttributes: [], commands: [] });
    expect(existsSync(`${dbFile()}-wal`)).toBe(true);
  });

  it('is found again by its pid file while it runs, and a stranger with its process id is let be', async () => {
    expect(await adoptDevServer(dir)).toBeNull();
    server = await startDevServer(options({ dbFile: dbFile() }));
    const found = await adoptDevServer(dir);
    expect(found).toMatchObject({ address: server.address, pid: server.pid });
    await found?.stop();
    expect(await found?.exited).toEqual({ code: null, signal: null });
    expect(isAlive(server.pid)).toBe(false);

    const stranger = spawn('sleep', ['60']);
    const file = { pid: stranger.pid, start: 'another', address: server.address, uiAddress: null, dbFile: dbFile() };
    writeFileSync(join(dir, 'temporal', 'server.json'), JSON.stringify(file));
    expect(await adoptDevServer(dir)).toBeNull();
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
    expect(existsSync(join(dir, 'temporal', 'server.json'))).toBe(false);
    stranger.kill();
  });

  it('does not open a database that another CLI version made, and says what can be done', async () => {
    server = await startDevServer(options({ dbFile: dbFile() }));
    await server.stop();
    expect(databaseVersion(dbFile())).toMatch(/^\d+\.\d+\.\d+$/);
    writeFileSync(`${dbFile()}.cli-version`, '0.9.0\n');
    const start = startDevServer(options({ dbFile: dbFile() }));
    await expect(start).rejects.toThrow(DatabaseVersionError);
    await expect(start).rejects.toThrow(/made by Temporal's CLI 0\.9\.0.*TEMPORAL_CLI_PATH/s);
  });

  it('shows the end of its log when it does not start', async () => {
    const broken = join(dir, 'temporal-cli');
    writeFileSync(broken, '#!/bin/sh\necho "the disk is on fire" >&2\nexit 3\n');
    chmodSync(broken, 0o755);
    const start = startDevServer(options({ cliPath: broken }));
    await expect(start).rejects.toThrow(DevServerFailedError);
    await expect(start).rejects.toThrow(/the disk is on fire/);
  });

  it('ends when the process that started it is killed', async () => {
    const program = join(dir, 'starter.mts');
    const module = resolve('src/adapters/temporal-server/dev-server.ts');
    writeFileSync(
      program,
      `import { startDevServer } from ${JSON.stringify(module)};
       const server = await startDevServer(${JSON.stringify({ ...options(), log: undefined })});
       console.log(server.pid);
       setInterval(() => undefined, 1000);`,
    );
    const starter = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    starter.stdout.on('data', (chunk) => (said += String(chunk)));
    await until(() => said.includes('\n'));
    const pid = Number.parseInt(said, 10);
    expect(isAlive(pid)).toBe(true);
    starter.kill('SIGKILL');
    await until(() => !isAlive(pid) && processesWith(dir).length === 0);
    expect(readFileSync(join(dir, 'logs', 'temporal.log'), 'utf8')).toContain('Temporal');
  });
});
