/** What `synthetic doctor` finds: every part of an installation, what is missing, and what to do about it. */
import { statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { probeModel } from './adapters/anthropic/probe-model.js';
import { createEmbedder } from './adapters/embedders/create-embedder.js';
import { describeEmbedder } from './adapters/embedders/describe-embedder.js';
import { findChromium } from './adapters/playwright/find-chromium.js';
import {
  configuredTemporalAddress,
  resolveTemporalAddress,
  type TemporalAddress,
} from './adapters/temporal-server/address.js';
import { PINNED_CLI_VERSION } from './adapters/temporal-server/cli-pins.js';
import { findTemporalCli } from './adapters/temporal-server/cli.js';
import { commandsFor } from './adapters/temporal-server/namespace.js';
import { composeCore, type Core } from './compose.js';
import { ConfigError, type Config } from './config.js';
import { ensureDataFolder } from './data-folder.js';
import { SEARCH_ATTRIBUTES } from './contracts/messages.js';
import { EmbedderMismatchError } from './contracts/errors.js';
import { spaceName } from './domain/vectors.js';
import type { ModelSettings } from './model-settings.js';
import type { TemporalReport } from './ports/runs.js';
import type { WorkerState } from './ports/worker-board.js';
import { enginesInUse } from './supervisor/first-screen.js';
import { namespaceRetentionMs } from './supervisor/temporal-part.js';

export interface DoctorLine {
  readonly name: string;
  /** `missing`: something needed is not there; `warning`: it works, but less well */
  readonly status: 'ok' | 'missing' | 'warning';
  readonly detail: string;
}

export interface DoctorReport {
  /** false when a line says `missing` */
  readonly ok: boolean;
  readonly lines: readonly DoctorLine[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A worker that has not reported for this long counts as unknown. */
const BOARD_MAX_AGE_MS = 15_000;
const LITTLE_SPACE_BYTES = 1_000_000_000;
const TOO_LITTLE_SPACE_BYTES = 100_000_000;

const ok = (name: string, detail: string): DoctorLine => ({ name, status: 'ok', detail });
const warning = (name: string, detail: string): DoctorLine => ({ name, status: 'warning', detail });
const missing = (name: string, detail: string): DoctorLine => ({ name, status: 'missing', detail });
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function cliLine(config: Config): Promise<DoctorLine> {
  const { dataDir, temporal } = config;
  const name = 'Temporal CLI';
  try {
    const cli = await findTemporalCli({ dataDir, cliPath: temporal.cliPath });
    if (cli !== null) return ok(name, `${cli.version}, server ${cli.serverVersion} (${cli.source}: ${cli.path})`);
    if (configuredTemporalAddress(config) !== null)
      return ok(name, 'none found; none is needed for a configured server');
    return warning(name, `none found; npm start downloads ${PINNED_CLI_VERSION} when it has to bring a server`);
  } catch (error) {
    return missing(name, messageOf(error));
  }
}

function serverLine(address: TemporalAddress, report: TemporalReport): DoctorLine {
  const where = `${address.address} (${address.described})`;
  const name = 'Temporal server';
  if (report.reachable) return ok(name, `${report.serverVersion ?? 'of unknown version'} at ${where}`);
  // A deadline's own words say nothing more than that there was no answer.
  const why = report.reason === null || /deadline/i.test(report.reason) ? '' : `: ${report.reason}`;
  const hint = address.source === 'default' ? 'Start it with: npm start' : 'Is it running, and is the address right?';
  return missing(name, `does not answer at ${where}${why}. ${hint}`);
}

function namespaceLines(config: Config, report: TemporalReport): DoctorLine[] {
  const { namespace, retentionDays, missingSearchAttributes: lacking } = report;
  const present = retentionDays !== null;
  const commands = commandsFor(namespace, present, lacking, namespaceRetentionMs(config));
  const advice = commands.length === 0 ? '' : ` Run: ${commands.join(' ; ')}`;
  if (!present) return [missing('Namespace', `${namespace} is not there.${advice}`)];
  const kept = `${namespace}, closed workflows are kept ${retentionDays} days`;
  const tooShort = retentionDays * DAY_MS < config.runRetentionMs;
  return [
    tooShort
      ? warning('Namespace', `${kept}: less than RUN_RETENTION_HOURS (${config.runRetentionMs / HOUR_MS} h)`)
      : ok('Namespace', kept),
    lacking.length === 0
      ? ok('Search attributes', SEARCH_ATTRIBUTES.join(', '))
      : missing('Search attributes', `${lacking.join(', ')} are not registered.${advice}`),
  ];
}

function pollersLine({ workflowPollers, activityPollers }: TemporalReport): DoctorLine {
  const detail = `${workflowPollers} for workflows, ${activityPollers} for activities`;
  if (workflowPollers > 0 && activityPollers > 0) return ok('Pollers', detail);
  return missing('Pollers', `${detail}: no worker asks for work. Start one with: npm start, or npm run worker`);
}

async function temporalLines(config: Config, core: Core | null): Promise<DoctorLine[]> {
  if (core === null) {
    const { address, described } = resolveTemporalAddress(config);
    return [warning('Temporal server', `${address} (${described}) was not asked: the store has to open first`)];
  }
  const report = await core.runs.report();
  const server = serverLine(core.address, report);
  return report.reachable ? [server, ...namespaceLines(config, report), pollersLine(report)] : [server];
}

function chromiumLine({ chromiumPath }: Config): DoctorLine {
  const path = findChromium(chromiumPath);
  if (path !== null) return ok('Chromium', path);
  const why = chromiumPath === undefined ? 'none found' : `CHROMIUM_PATH names ${chromiumPath}, which is not there`;
  return warning('Chromium', `${why}: npx playwright install chromium, or set CHROMIUM_PATH`);
}

function openCore(config: Config): { core: Core | null; line: DoctorLine } {
  try {
    const core = composeCore(config);
    return { core, line: ok('Store', `${config.storeFile} (id ${core.identity.storeId})`) };
  } catch (error) {
    return { core: null, line: missing('Store', messageOf(error)) };
  }
}

/** Where QDRANT_URL is set; a run goes on without it, with the words of its pages. */
async function qdrantLines({ qdrant: { url } }: Config, core: Core | null): Promise<DoctorLine[]> {
  if (url === undefined || core === null) return [];
  const name = 'Qdrant';
  try {
    await core.chunks.countOfPage('doctor');
    return [ok(name, `passages lie at ${new URL(url).host}`)];
  } catch (error) {
    return [missing(name, `${messageOf(error)}. Is it running, and is QDRANT_URL right?`)];
  }
}

function searchLine({ search }: Config): DoctorLine {
  const facts = {
    engines: search.engines,
    tavilyKey: search.tavilyApiKey !== undefined,
    searxng: search.searxngUrl !== undefined,
  };
  const inUse = enginesInUse(facts);
  if (inUse.length === 0) return missing('Search', 'no engine is configured: set TAVILY_API_KEY or SEARCH_ENGINES');
  const wholeWeb = inUse.includes('tavily') || inUse.includes('searxng') || !search.engines.includes('tavily');
  if (wholeWeb) return ok('Search', inUse.join(', then '));
  return warning('Search', `${inUse.join(', then ')}; tavily needs TAVILY_API_KEY, searxng SEARXNG_URL`);
}

/** A line for each model in the order in which they are asked; each is asked for a word, which costs next to nothing. */
async function modelLines({ models: { inOrder } }: Config): Promise<DoctorLine[]> {
  if (inOrder.length === 0)
    return [
      warning(
        'Model',
        'none is configured: answers are the closest passages with their sources, and only remembered tasks are acted on',
      ),
    ];
  return Promise.all(inOrder.map((settings, index) => modelLine(index === 0 ? 'Model' : 'Fallback model', settings)));
}

async function modelLine(name: string, settings: ModelSettings): Promise<DoctorLine> {
  const { endpoint, fault, answeredBy, writesJson, listedContextTokens: listed } = await probeModel(settings);
  const where = `${settings.name} at ${endpoint}`;
  if (fault !== null) return warning(name, `${where}: ${fault}; answers fall back to passages`);
  const facts = `${where} answers as ${answeredBy ?? 'unnamed'}, ${settings.contextTokens} tokens of context are used`;
  if (!writesJson)
    return warning(name, `${facts}; it did not write the JSON it was asked for: answers may be passages`);
  if (listed !== null && listed < settings.contextTokens)
    return warning(name, `${facts}, but it has ${listed} only: set MODEL_CONTEXT_TOKENS=${listed}`);
  return ok(name, `${facts}${listed === null ? '' : ` of ${listed}`}, writes JSON`);
}

/** An endpoint is asked for one vector; of the local embedder it is looked whether all is there. */
const EMBEDDER_WITHIN_MS = 10_000;

async function embedderLine(config: Config, core: Core | null): Promise<DoctorLine> {
  const name = 'Embedder';
  const embedder = createEmbedder(config, () => undefined);
  const described = describeEmbedder(config);
  if (embedder === null) return ok(name, described);
  try {
    const ready = embedder.status().state === 'ready';
    if (embedder.dimension === null)
      await embedder.embed(['doctor'], { signal: AbortSignal.timeout(EMBEDDER_WITHIN_MS) });
    const { model, dimension, lexicalOnly } = embedder;
    if (dimension !== null) await core?.chunks.useSpace(spaceName(model, dimension));
    return ready && !lexicalOnly ? ok(name, `${described}, ${dimension} dimensions`) : warning(name, described);
  } catch (error) {
    if (error instanceof EmbedderMismatchError) return missing(name, error.message);
    return warning(name, `${described}: ${messageOf(error)}; full text alone`);
  } finally {
    await embedder.close();
  }
}

function proxyLines({ reading }: Config): DoctorLine[] {
  if (reading.outboundProxy === undefined) return [];
  const { host } = new URL(reading.outboundProxy);
  const detail = `pages are read through ${host}, which resolves names: addresses are checked by their form only`;
  return [warning('Outbound proxy', detail)];
}

/** Makes the folder where it is missing, as every part does. */
function dataFolderLine({ dataDir }: Config): DoctorLine {
  try {
    ensureDataFolder(dataDir);
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    const detail = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free`;
    if (free < TOO_LITTLE_SPACE_BYTES) return missing('Data folder', `${detail}: too little to write to`);
    return free < LITTLE_SPACE_BYTES ? warning('Data folder', detail) : ok('Data folder', detail);
  } catch (error) {
    return missing('Data folder', error instanceof ConfigError ? error.faults.join('; ') : messageOf(error));
  }
}

function circuitsLine(workers: readonly WorkerState[]): DoctorLine {
  if (workers.length === 0) return warning('Circuits', 'unknown: no worker has reported in the last 15 s');
  const notClosed = workers
    .flatMap(({ circuits }) => Object.entries(circuits))
    .filter(([, state]) => state !== 'closed');
  if (notClosed.length === 0) return ok('Circuits', `all closed, as ${workers.length} worker(s) report`);
  return warning('Circuits', notClosed.map(([name, state]) => `${name} is ${state.replace('_', ' ')}`).join(', '));
}

async function readCircuits(core: Core | null): Promise<DoctorLine> {
  try {
    const workers = (await core?.store.board.list({ maxAgeMs: BOARD_MAX_AGE_MS })) ?? [];
    return circuitsLine(workers);
  } catch (error) {
    return warning('Circuits', messageOf(error));
  }
}

/** Two copies of protobufjs break the reading of Temporal's JSON histories ("type must be a Type"). */
function protobufLine(): DoctorLine {
  const require = createRequire(import.meta.url);
  const users = ['@temporalio/common', '@temporalio/client', '@temporalio/proto', '@temporalio/worker'];
  const copies = new Set(users.map((user) => createRequire(require.resolve(user)).resolve('protobufjs')));
  copies.add(require.resolve('protobufjs'));
  if (copies.size === 1) return ok('protobufjs', 'one copy');
  return warning('protobufjs', `${copies.size} copies: run npm ci, or JSON histories cannot be replayed`);
}

/** Looks at every part of this installation; takes a few seconds at most when servers do not answer. */
export async function runDoctor(config: Config): Promise<DoctorReport> {
  const folder = dataFolderLine(config);
  const { core, line: store } = openCore(config);
  try {
    // Asked first: what workers report is fresh for some seconds only, and servers that are away take their time.
    const circuits = await readCircuits(core);
    const lines = [
      ok('Node', process.version),
      folder,
      store,
      ...(await qdrantLines(config, core)),
      await cliLine(config),
      ...(await temporalLines(config, core)),
      chromiumLine(config),
      searchLine(config),
      ...(await modelLines(config)),
      await embedderLine(config, core),
      ...proxyLines(config),
      circuits,
      protobufLine(),
    ];
    return { ok: lines.every(({ status }) => status !== 'missing'), lines };
  } finally {
    await core?.close();
  }
}
