import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { childEnvironment } from '../../config.js';
import { versionOf } from './cli.js';
import { nextFreePort } from './free-port.js';
import { logFilePath, openLogFile } from './log-file.js';
import { identify, isAlive, isSameProcess } from './process-identity.js';
import { readJson, writeAtomically } from './run-file.js';

const HOST = '127.0.0.1';
// Measured: a new file is ready after 1.3 s on an idle machine; a slow disk under load takes many times that.
const READY_WITHIN_MS = 90_000;
// SIGTERM ends the server in 1.5 to 2.5 s.
const STOP_WITHIN_MS = 15_000;
const PORT_TRIES = 5;

/**
 * Runs the server and ends it when our end of standard input closes: a supervisor that was killed leaves no server
 * behind. The first line on descriptor 3 is the server's own process id.
 */
const KEEPER = `
exec 4<&0 </dev/null
"$@" 3>&- 4<&- & server=$!
echo "$server" >&3; exec 3>&-
( read -r _ <&4
  kill -TERM "$server"
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" || exit 0; sleep 1; done
  kill -KILL "$server" ) 2>/dev/null & guard=$!
exec 4<&-
wait "$server"; code=$?
kill "$guard" 2>/dev/null
exit "$code"
`;

export interface DevServerOptions {
  readonly cliPath: string;
  /** the SQLite file; null keeps everything in memory */
  readonly dbFile: string | null;
  /** tried first, then the next free ones; 0 takes any */
  readonly port: number;
  /** the same for the UI; null starts none */
  readonly uiPort: number | null;
  /** take these ports or fail, as after a crash: others know the address. Default false */
  readonly exactPorts?: boolean;
  /** holds `logs/temporal.log` and, with a file, `temporal/server.json` */
  readonly dataDir: string;
  /** default `default` */
  readonly namespace?: string;
  readonly log: (line: string) => void;
}

export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface DevServer {
  /** host:port of gRPC */
  readonly address: string;
  /** the web UI's address; null without one */
  readonly uiAddress: string | null;
  /** the HTTP API's port; null for a server that was running before */
  readonly httpPort: number | null;
  /** the server itself, not its keeper */
  readonly pid: number;
  /** resolves when the server has ended, however */
  readonly exited: Promise<ServerExit>;
  /** SIGTERM, then SIGKILL; resolves when nothing of it is left */
  stop(): Promise<void>;
}

/** The server did not come up; the message ends with the last lines of its log. */
export class DevServerFailedError extends Error {
  constructor(what: string, logFile: string) {
    super(`Temporal's server ${what}. The end of ${logFile}:\n${tailOf(logFile)}`);
    this.name = 'DevServerFailedError';
  }
}

function tailOf(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

interface Ports {
  readonly grpc: number;
  readonly http: number;
  readonly ui: number | null;
}

async function choosePorts({ port, uiPort, exactPorts }: DevServerOptions): Promise<Ports> {
  if (exactPorts === true) return { grpc: port, ui: uiPort, http: await nextFreePort(0, HOST) };
  const grpc = await nextFreePort(port, HOST);
  const ui = uiPort === null ? null : await nextFreePort(uiPort, HOST, [grpc]);
  const http = await nextFreePort(0, HOST, [grpc, ui ?? 0]);
  return { grpc, http, ui };
}

function flagsOf({ dbFile, namespace }: DevServerOptions, ports: Ports): string[] {
  const file = [
    '--db-filename',
    dbFile ?? '',
    '--sqlite-pragma',
    'journal_mode=wal',
    '--sqlite-pragma',
    'synchronous=2',
  ];
  const ui = ports.ui === null ? ['--headless'] : ['--ui-port', String(ports.ui), '--ui-disable-news-fetch'];
  return [
    'server',
    'start-dev',
    ...['--ip', HOST, '--port', String(ports.grpc), '--http-port', String(ports.http), ...ui],
    ...(dbFile === null ? [] : file),
    ...(namespace === undefined ? [] : ['--namespace', namespace]),
    // Without it any web page can read and signal runs through the server's HTTP port (measured).
    ...['--dynamic-config-value', 'frontend.httpAllowedHosts=["none.invalid"]'],
    ...['--dynamic-config-value', 'frontend.WorkflowPauseEnabled=true'],
  ];
}

/** Temporal's own variables are left out: the CLI would read an address, a namespace or a key from them. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(childEnvironment({})).filter(([name]) => !name.startsWith('TEMPORAL_'));
  return Object.fromEntries(kept);
}

function openLog(dataDir: string): { file: string; descriptor: number } {
  const file = logFilePath(dataDir, 'temporal');
  return { file, descriptor: openLogFile(file) };
}

function spawnKeeper(options: DevServerOptions, ports: Ports, descriptor: number): ChildProcess {
  const command = ['-c', KEEPER, 'temporal', options.cliPath, ...flagsOf(options, ports)];
  return spawn('/bin/sh', command, {
    detached: true,
    env: serverEnvironment(),
    stdio: ['pipe', descriptor, descriptor, 'pipe'],
  });
}

function exitOf(child: ChildProcess): Promise<ServerExit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      killGroup(child);
      resolve({ code, signal });
    });
  });
}

/** Whatever is left of the keeper's process group. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // nothing is left
  }
}

async function readPid(child: ChildProcess): Promise<number> {
  const pipe = child.stdio[3] as Readable;
  let text = '';
  for await (const chunk of pipe) text += String(chunk);
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid)) throw new Error('the server was not started');
  return pid;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

async function namespaceAnswers(address: string, namespace: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: '3 seconds' });
    try {
      await connection.workflowService.describeNamespace({ namespace });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}

/**
 * Waits until the server answers for its namespace. The port is probed first: gRPC's own back-off after a refused
 * connection would add up to 1.5 s (measured).
 */
async function untilReady(port: number, namespace: string, ended: () => boolean): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!ended() && Date.now() < until) {
    if ((await accepts(port)) && (await namespaceAnswers(`${HOST}:${port}`, namespace))) return true;
    await sleep(50);
  }
  return false;
}

const versionFile = (dbFile: string): string => `${dbFile}.cli-version`;

/** The CLI version that made a database; undefined where there is none yet. */
export function databaseVersion(dbFile: string): string | undefined {
  if (!existsSync(dbFile) || !existsSync(versionFile(dbFile))) return undefined;
  return readFileSync(versionFile(dbFile), 'utf8').trim() || undefined;
}

/** The database was made by another CLI version, which never migrates it: opening it may lose runs. */
export class DatabaseVersionError extends Error {
  constructor(dbFile: string, made: string, given: string) {
    super(
      [
        `${dbFile} was made by Temporal's CLI ${made}; the one found is ${given}, and databases are not migrated between versions.`,
        'Ways out:',
        `  1. set TEMPORAL_CLI_PATH to a CLI of version ${made}`,
        `  2. start afresh: move ${dirname(dbFile)} away (runs in progress stay in it; stored pages are not touched)`,
        `  3. try it at your own risk: copy ${dirname(dbFile)}, then delete ${versionFile(dbFile)}`,
      ].join('\n'),
    );
    this.name = 'DatabaseVersionError';
  }
}

async function claimDatabase({ dbFile, cliPath }: DevServerOptions): Promise<void> {
  if (dbFile === null) return;
  mkdirSync(dirname(dbFile), { recursive: true });
  const { cli } = await versionOf(cliPath);
  const made = databaseVersion(dbFile);
  if (made !== undefined && made !== cli) throw new DatabaseVersionError(dbFile, made, cli);
  writeAtomically(versionFile(dbFile), `${cli}\n`);
}

interface PidFile {
  readonly pid: number;
  readonly start: string | null;
  readonly address: string;
  readonly uiAddress: string | null;
  readonly dbFile: string;
}

const pidFilePath = (dataDir: string): string => join(dataDir, 'temporal', 'server.json');

function readPidFile(dataDir: string): PidFile | null {
  const value = readJson(pidFilePath(dataDir)) as Partial<PidFile> | null;
  const complete = typeof value?.pid === 'number' && typeof value.address === 'string';
  return complete ? ({ start: null, uiAddress: null, dbFile: '', ...value } as PidFile) : null;
}

async function untilGone(pid: number, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (isAlive(pid) && Date.now() < until) await sleep(25);
  return !isAlive(pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended by itself
  }
}

/**
 * The server of this data folder that is still running, by its pid file; null when there is none. It is told by its
 * start time, so a stranger with the same process id is never taken for it, nor stopped.
 */
export async function adoptDevServer(dataDir: string, namespace = 'default'): Promise<DevServer | null> {
  const file = readPidFile(dataDir);
  if (file === null) return null;
  const ended = () => !isSameProcess(file);
  const port = Number(file.address.split(':').at(-1));
  if (ended() || !(await untilReady(port, namespace, ended))) {
    if (ended()) rmSync(pidFilePath(dataDir), { force: true });
    return null;
  }
  return adopted(file, ended, () => rmSync(pidFilePath(dataDir), { force: true }));
}

function adopted(file: PidFile, ended: () => boolean, forget: () => void): DevServer {
  const watch = async (): Promise<ServerExit> => {
    while (!ended()) await sleep(250, undefined, { ref: false });
    return { code: null, signal: null };
  };
  return {
    address: file.address,
    uiAddress: file.uiAddress,
    httpPort: null,
    pid: file.pid,
    exited: watch(),
    async stop() {
      if (!ended()) signal(file.pid, 'SIGTERM');
      if (!(await untilGone(file.pid, STOP_WITHIN_MS)) && !ended()) signal(file.pid, 'SIGKILL');
      forget();
    },
  };
}

async function launch(options: DevServerOptions, ports: Ports, log: { file: string; descriptor: number }) {
  const child = spawnKeeper(options, ports, log.descriptor);
  let ended = false;
  const exited = exitOf(child).then((exit) => {
    ended = true;
    return exit;
  });
  const pid = await Promise.race([readPid(child), exited.then(() => Promise.reject(new Error('it ended at once')))]);
  const ready = await untilReady(ports.grpc, options.namespace ?? 'default', () => ended);
  if (!ready) {
    signal(pid, 'SIGKILL');
    await exited;
  }
  // The pipe that keeps the server alive must not keep us alive.
  (child.stdin as unknown as { unref(): void }).unref();
  child.unref();
  return { child, pid, exited, ready };
}

/**
 * Starts Temporal's development server on the loopback address in a process group of its own, and waits until it
 * answers. It ends with this process, also when this process is killed.
 * @throws DatabaseVersionError the database was made by another CLI version
 * @throws DevServerFailedError it ended or did not answer within 90 s
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  await claimDatabase(options);
  const log = openLog(options.dataDir);
  try {
    for (let tries = 1; ; tries += 1) {
      const ports = await choosePorts(options);
      const launched = await launch(options, ports, log);
      if (launched.ready) return started(options, ports, launched);
      const taken = /address already in use/.test(tailOf(log.file));
      if (!taken || options.exactPorts === true || tries === PORT_TRIES)
        throw new DevServerFailedError('did not start', log.file);
      options.log('A port of the Temporal server was taken in the meantime; trying the next one.');
    }
  } finally {
    closeSync(log.descriptor);
  }
}

type Launched = Awaited<ReturnType<typeof launch>>;

function started(options: DevServerOptions, ports: Ports, { child, pid, exited }: Launched): DevServer {
  const address = `${HOST}:${ports.grpc}`;
  const uiAddress = ports.ui === null ? null : `http://${HOST}:${ports.ui}`;
  const { dbFile, dataDir } = options;
  const file = pidFilePath(dataDir);
  if (dbFile !== null) writeAtomically(file, JSON.stringify({ ...identify(pid), address, uiAddress, dbFile }));
  return {
    address,
    uiAddress,
    httpPort: ports.http,
    pid,
    exited,
    async stop() {
      child.ref();
      signal(pid, 'SIGTERM');
      const inTime = await Promise.race([exited.then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
      if (!inTime) signal(pid, 'SIGKILL');
      await exited;
      if (dbFile !== null) rmSync(file, { force: true });
    },
  };
}
