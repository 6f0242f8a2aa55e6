import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isPortFree, nextFreePort } from '../adapters/temporal-server/free-port.js';
import { identify } from '../adapters/temporal-server/process-identity.js';
import { removeRunFile, writeRunFile } from '../adapters/temporal-server/run-file.js';
import { describeEmbedder } from '../adapters/embedders/describe-embedder.js';
import type { Config } from '../config.js';
import { takeDataFolder } from './data-folder.js';
import { firstScreen } from './first-screen.js';
import { KeptPart } from './kept-part.js';
import { programPath, startProgram } from './program.js';
import { listenForStop } from './stop-request.js';
import { bringTemporal, type BroughtTemporal } from './temporal-part.js';

/** Where the supervisor speaks: the first screen to one stream, what happens to the other. */
export interface Voice {
  /** the first screen */
  readonly show: (text: string) => void;
  /** what happens, line by line */
  readonly say: (line: string) => void;
}

/** The page's port is somebody else's. */
export class PortTakenError extends Error {
  constructor(port: number, host: string) {
    super(`PORT ${port} on ${host} is taken by another program. Set another PORT, or none to take the next free one.`);
    this.name = 'PortTakenError';
  }
}

/** The API ended again and again before it ever listened. */
export class ApiFailedError extends Error {
  constructor(logDir: string) {
    super(`The API does not start: see ${join(logDir, 'api.log')}`);
    this.name = 'ApiFailedError';
  }
}

const API_TRIES = 3;
const WILDCARDS = new Set(['0.0.0.0', '::', '[::]']);
const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '');

async function choosePort({ host, port, portGiven }: Config['api']): Promise<number> {
  if (!portGiven || port === 0) return nextFreePort(port, bareHost(host));
  if (!(await isPortFree(port, bareHost(host)))) throw new PortTakenError(port, host);
  return port;
}

/** The page's address on this machine. */
function pageAddress({ host, tls }: Config['api'], port: number): string {
  const bare = bareHost(host);
  const reachable = WILDCARDS.has(host) ? '127.0.0.1' : bare.includes(':') ? `[${bare}]` : bare;
  return `${tls === null ? 'http' : 'https'}://${reachable}:${port}`;
}

function announceRun(config: Config, page: string, temporal: BroughtTemporal): void {
  const { pid, start } = identify(process.pid);
  writeRunFile(config.dataDir, {
    pid,
    process: start,
    page,
    temporal_address: temporal.address,
    temporal_ui: temporal.ui,
    temporal_namespace: temporal.namespace,
    started_at: new Date().toISOString(),
  });
}

function programEnvironment(config: Config, port: number, temporal: BroughtTemporal): Record<string, string> {
  // Our own server takes neither TLS nor a key, whatever profile the user keeps for another one.
  const plain = { TEMPORAL_IGNORE_CONFIG_FILE: 'true', TEMPORAL_TLS: '', TEMPORAL_API_KEY: '' };
  return {
    DATA_DIR: config.dataDir,
    PORT: String(port),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...(temporal.part === null ? {} : plain),
  };
}

const isListening = (message: unknown): message is { url: string } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'listening';

interface Programs {
  readonly parts: readonly KeptPart[];
  /** resolves with the page's address for people; rejects when the API never listens */
  readonly listening: Promise<string>;
}

function programs(config: Config, env: Record<string, string>, { say }: Voice): Programs {
  const { dataDir } = config;
  let apiStarts = 0;
  let onListening: (url: string) => void;
  let onFailed: (error: Error) => void;
  const listening = new Promise<string>((resolve, reject) => {
    onListening = resolve;
    onFailed = reject;
  });
  // It is looked at once the parts have begun; until then a failure has to wait.
  listening.catch(() => undefined);
  const startWorker = async () => startProgram({ name: 'worker', entry: 'worker', env, dataDir, show: say });
  const startApi = async () => {
    apiStarts += 1;
    if (apiStarts > API_TRIES) onFailed(new ApiFailedError(join(dataDir, 'logs')));
    const onMessage = (message: unknown) => {
      if (isListening(message)) onListening(message.url);
    };
    return startProgram({ name: 'api', entry: 'server', env, dataDir, show: say, onMessage });
  };
  const worker = new KeptPart({ name: 'worker', start: startWorker, say });
  const api = new KeptPart({ name: 'API', start: startApi, say });
  return { parts: [worker, api], listening };
}

/**
 * The browser that would be used. Asked of a process of its own: Playwright, which knows where its browser lies, takes
 * 57 MB (measured) that the supervisor would hold for good.
 */
async function askForChromium({ chromiumPath }: Config): Promise<string | null> {
  const program = [...process.execArgv, programPath('supervisor/print-chromium')];
  const args = chromiumPath === undefined ? program : [...program, chromiumPath];
  // The first screen is no reason to end everything: what cannot be asked counts as not found.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(() => ({ stdout: '' }));
  return stdout === '' ? null : stdout;
}

async function screenOf(config: Config, page: string, temporal: BroughtTemporal): Promise<string> {
  return firstScreen({
    page,
    temporal: { address: temporal.address, described: temporal.described, ui: temporal.ui },
    engines: config.search.engines,
    tavilyKey: config.search.tavilyApiKey !== undefined,
    searxng: config.search.searxngUrl !== undefined,
    chromium: await askForChromium(config),
    qdrant: config.qdrant.url === undefined ? null : new URL(config.qdrant.url).host,
    embedder: describeEmbedder(config),
    storeFile: config.storeFile,
    logDir: join(config.dataDir, 'logs'),
    commands: temporal.commands,
  });
}

/** Ends the parts in the reverse order of their start. */
async function stopAll(parts: readonly KeptPart[]): Promise<void> {
  for (const part of [...parts].reverse()) await part.stop();
}

async function runAll(config: Config, voice: Voice, running: KeptPart[], stopped: Promise<unknown>): Promise<void> {
  const port = await choosePort(config.api);
  const page = pageAddress(config.api, port);
  const temporal = await Promise.race([bringTemporal(config, voice.say), stopped.then(() => null)]);
  if (temporal === null) return;
  if (temporal.part !== null) running.push(temporal.part);
  announceRun(config, page, temporal);
  const { parts, listening } = programs(config, programEnvironment(config, port, temporal), voice);
  for (const part of parts) {
    running.push(part);
    await part.begin();
  }
  const shown = await Promise.race([listening, stopped.then(() => null)]);
  if (shown !== null) voice.show(await screenOf(config, shown, temporal));
  // The API that gave up before it listened ends all of it; afterwards only a person does.
  await stopped;
}

/**
 * Runs Temporal (unless one is configured), the worker and the API with the page until it is asked to end, starting
 * again what dies; then ends them in order: API, worker, server.
 * @throws AlreadyRunningError, PortTakenError, ApiFailedError, TemporalCliMissingError, DatabaseVersionError,
 *   DevServerFailedError: each message says what to do
 */
export async function supervise(config: Config, voice: Voice): Promise<void> {
  const release = takeDataFolder(config.dataDir);
  const running: KeptPart[] = [];
  const stop = listenForStop(() => {
    for (const part of running) part.kill();
    process.exit(130);
  });
  const stopped = stop.requested.then(() => voice.say('Stopping: API, worker, Temporal. Once more ends them at once.'));
  try {
    await runAll(config, voice, running, stopped);
  } finally {
    await stopAll(running);
    removeRunFile(config.dataDir);
    release();
    stop.dispose();
  }
}
