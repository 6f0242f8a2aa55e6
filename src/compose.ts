/** The only place that builds adapters. Worker, server, CLI, doctor and tests call it. */
import type { Client, Connection } from '@temporalio/client';
import { randomBytes } from 'node:crypto';
import { indexStoredPage } from './activities/index-page.js';
import { createActivities } from './activities/index.js';
import { backUp, restore, sizeOf } from './adapters/backup.js';
import { createAnthropicModel } from './adapters/anthropic/anthropic-model.js';
import { withCircuit } from './adapters/anthropic/with-circuit.js';
import { createRecall } from './acting/recall.js';
import type { Circuits } from './adapters/circuits.js';
import { createCircuits } from './adapters/circuits.js';
import { createEgressGuard, type EgressGuard } from './adapters/egress/guard.js';
import { createHttpReader, userAgent, type HttpReader } from './adapters/http/http-reader.js';
import { claimHostSlot } from './adapters/libsql/host-slot.js';
import { createEmbedder } from './adapters/embedders/create-embedder.js';
import { openStore, type EmbeddedStore } from './adapters/libsql/store.js';
import { createOmiNotifications } from './adapters/omi/omi-notifications.js';
import { createOneTimeKeys } from './adapters/one-time-keys/one-time-keys.js';
import { createBrowserHost, type BrowserHost } from './adapters/playwright/browser-host.js';
import { createGateOpener } from './adapters/playwright/gates/gate-opener.js';
import { createPageRenderer } from './adapters/playwright/page-renderer.js';
import { Sessions } from './adapters/playwright/session/browser-sessions.js';
import { createArtifactStore } from './adapters/files/artifact-store.js';
import { createSearchEngines } from './adapters/search-engines.js';
import { createClient } from './adapters/temporal/connection.js';
import { createMemoryWriter } from './adapters/temporal/memory-writer.js';
import { createTemporalWearers } from './adapters/temporal/wearers.js';
import { createQdrantChunkIndex } from './adapters/qdrant/chunk-index.js';
import { createQdrantMemoryStore } from './adapters/qdrant/memory-store.js';
import { createQdrantRest } from './adapters/qdrant/qdrant-rest.js';
import { TemporalRuns } from './adapters/temporal/runs.js';
import { resolveTemporalAddress, type TemporalAddress } from './adapters/temporal-server/address.js';
import { readLiveRunFile } from './adapters/temporal-server/run-file.js';
import { createModelTraces, NO_TRACES } from './adapters/telemetry/model-traces.js';
import { createWikipediaReader } from './adapters/wikipedia/wikipedia-reader.js';
import { createClassifier } from './answering/classify-with-model.js';
import { createDecider } from './answering/decide-with-model.js';
import { createDrafter } from './answering/draft.js';
import { createExtractiveDrafter } from './answering/draft-extractively.js';
import { createSearchAtHand } from './answering/search-at-hand.js';
import { createEmbedClosest } from './answering/embed-closest.js';
import { createFindPassages } from './answering/find-passages.js';
import { createHearSpeech } from './answering/hear-speech.js';
import { createFieldFinder } from './answering/find-field.js';
import { createRetrieve } from './answering/retrieve.js';
import type { Config } from './config.js';
import { ensureDataFolder } from './data-folder.js';
import type { HostClaim } from './contracts/acting.js';
import type { Activities } from './contracts/activities.js';
import { browserQueue } from './contracts/messages.js';
import type { PageAttempt } from './contracts/run.js';
import { EmbedderRefusedError } from './contracts/errors.js';
import { spaceName } from './domain/vectors.js';
import { createFaultPoint, type FaultPoint } from './faults.js';
import type { ChunkIndex, Reindexing } from './ports/chunk-index.js';
import type { Embedder } from './ports/embedder.js';
import type { ArtifactStore } from './ports/artifact-store.js';
import type { LanguageModel } from './ports/language-model.js';
import type { MemoryStore } from './ports/memory-store.js';
import type { PageReader } from './ports/page-reader.js';
import type { PageRenderer } from './ports/page-renderer.js';
import type { Runs } from './ports/runs.js';
import type { Wearers } from './ports/wearers.js';
import type { StoreIdentity } from './ports/worker-board.js';
import { VERSION } from './version.js';

export interface Core {
  readonly config: Config;
  readonly store: EmbeddedStore;
  /** passages: in the embedded store, or in Qdrant */
  readonly chunks: ChunkIndex;
  /** memories of tasks: beside the passages */
  readonly memories: MemoryStore;
  readonly identity: StoreIdentity;
  readonly address: TemporalAddress;
  readonly runs: Runs;
  readonly wearers: Wearers;
  readonly client: Client;
  readonly faultPoint: FaultPoint;
  /** what was seen and done in browsers, by run */
  readonly artifacts: ArtifactStore;
  close(): Promise<void>;
}

/** Store and runs: what every part of the program shares. Connects to Temporal on the first call only. */
export function composeCore(config: Config): Core {
  ensureDataFolder(config.dataDir);
  const store = openStore(config.storeFile);
  const identity = store.identity();
  const address = resolveTemporalAddress(config);
  const { client, connection } = createClient(address);
  const { storeId } = identity;
  const runs = new TemporalRuns({ client, address: address.address, namespace: address.namespace, storeId });
  const wearers = createTemporalWearers({
    client,
    storeId,
    installationSecret: identity.installationSecret,
    defaults: { maxPages: config.maxPages, maxDurationMs: config.runMaxMs },
  });
  const { chunks, memories } = openSearched(config, store);
  const close = () => closeAll(connection, store);
  const artifacts = createArtifactStore(config.artifactsDir);
  return {
    config,
    store,
    chunks,
    memories,
    identity,
    address,
    runs,
    wearers,
    client,
    artifacts,
    faultPoint: createFaultPoint(config.faults),
    close,
  };
}

/** Passages and memories lie with the pages, or where QDRANT_URL says. */
function openSearched({ qdrant: { url, apiKey } }: Config, store: EmbeddedStore) {
  if (url === undefined) return { chunks: store.chunks, memories: store.memories };
  const rest = createQdrantRest({ url, apiKey });
  const pagesOfRun = (runId: string) => store.pages.pageRefsOfRun(runId);
  const chunks = createQdrantChunkIndex({ rest, pagesOfRun });
  return { chunks, memories: createQdrantMemoryStore(rest) };
}

async function closeAll(connection: Connection, store: EmbeddedStore): Promise<void> {
  await connection.close();
  store.close();
}

export interface Reading {
  /** the first that handles an address reads it */
  readonly readers: readonly PageReader[];
  /** reads what is at hand already, such as a file */
  readonly readBytes: HttpReader['readBytes'];
  /** reads what needs a browser; one is started when it is first asked */
  readonly renderer: PageRenderer;
  /** takes apart what a browser made of a page */
  readonly http: Pick<HttpReader, 'readBytes'>;
  /** for everything else that is done in a browser */
  readonly browsers: BrowserHost;
  readonly guard: EgressGuard;
  readonly circuits: Circuits;
  close(): Promise<void>;
}

/** What reads pages: Wikipedia by its own API, everything else over HTTP through the egress guard. */
export function composeReading(config: Config, warn: (message: string) => void = () => undefined): Reading {
  const { reading, dataDir, chromiumPath } = config;
  const circuits = createCircuits();
  const http = createHttpReader({ config: reading, circuits });
  const wikipedia = createWikipediaReader(config.search);
  const guard = createEgressGuard(reading);
  const { outboundProxy, contactUrl } = reading;
  const browsers = createBrowserHost({
    guard,
    outboundProxy,
    chromiumPath,
    dataDir,
    agent: userAgent(contactUrl),
    warn,
  });
  return {
    readers: [wikipedia, http],
    readBytes: (body, signal) => http.readBytes(body, signal),
    renderer: createPageRenderer({ browsers, guard, http }),
    http,
    browsers,
    guard,
    circuits,
    close: async () => void (await Promise.all([browsers.close(), http.close(), wikipedia.close()])),
  };
}

export interface WorkerParts {
  readonly activities: Activities;
  readonly circuits: Circuits;
  /** the slot and queue of this worker's browser sessions */
  readonly host: HostClaim;
  /** null: full text alone */
  readonly embedder: Embedder | null;
  /**
   * Begins to bring what the embedder needs, and looks whether the store's vectors are its own.
   * @throws EmbedderMismatchError
   */
  readyEmbedder(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param onPage told of every page that was tried
 * @param warn told of what the operator should know
 * @param inform told of what goes on in the background
 */
export function composeWorker(
  core: Core,
  onPage?: (attempt: PageAttempt) => void,
  warn?: (message: string) => void,
  inform: (message: string) => void = () => undefined,
): WorkerParts {
  const { config, store, chunks, runs, faultPoint } = core;
  const reading = composeReading(config, warn);
  const models = composeModels(config, reading.circuits);
  const { slot, release } = claimHostSlot(config.dataDir);
  const host = { slot, queue: browserQueue(slot, core.identity.storeId) };
  const sessions = new Sessions({ browsers: reading.browsers, guard: reading.guard });
  const embedder = createEmbedder(config, inform);
  const notifications = createOmiNotifications(config.omi);
  const gates = createGateOpener({
    ...reading,
    finder: finderOf(models, config),
    holdMs: config.gates.sessionHoldMs,
  });
  const activities = createActivities({
    engines: createSearchEngines(config.search, reading.circuits),
    readers: reading.readers,
    renderer: reading.renderer,
    sessions,
    artifacts: core.artifacts,
    decideNext: createDecider({ models: models.inOrder, budget: config.models.budget, newId }),
    hasModel: models.inOrder.length > 0,
    acting: config.acting,
    host,
    keys: createOneTimeKeys(),
    gates,
    gateOrigins: config.gates.origins,
    pages: store.pages,
    chunks,
    ...composeAnswering(core, models, embedder, warn),
    hearSpeech: createHearSpeech({ model: models.inOrder[0], budget: config.models.budget }),
    notifications,
    ...composeMemory(core, embedder),
    runs,
    faultPoint,
    freshMs: config.reading.freshMs,
    retentionMs: config.runRetentionMs,
    ownsServer: ownsServer(core),
    now: Date.now,
    ...(onPage ? { onPage } : {}),
  });
  const close = async () => {
    await Promise.all([sessions.closeAll(), gates.close()]);
    await Promise.all([reading.close(), models.close(), embedder?.close(), notifications.close()]);
    release();
  };
  const readyEmbedder = () => useEmbedder(embedder, chunks, warn);
  return { activities, circuits: reading.circuits, host, embedder, readyEmbedder, close };
}

/** Without a model, the markup alone tells which field is meant. */
function finderOf({ inOrder: [model] }: Models, { models: { budget } }: Config) {
  return model === undefined ? undefined : createFieldFinder({ model, budget });
}

export interface Models {
  /** in the order in which they are asked */
  readonly inOrder: readonly LanguageModel[];
  close(): Promise<void>;
}

/** Each with a circuit of its own, and its calls traced where there is a collector. */
export function composeModels({ models, telemetry }: Config, circuits: Circuits): Models {
  const { otlpEndpoint: endpoint, otlpHeaders: headers } = telemetry;
  const traces = endpoint === undefined ? NO_TRACES : createModelTraces({ endpoint, headers, version: VERSION });
  const opened = models.inOrder.map((settings) => createAnthropicModel(settings));
  return {
    inOrder: opened.map((model, index) =>
      withCircuit(traces.trace(model), circuits, index === 0 ? 'model' : 'fallback model'),
    ),
    close: async () => void (await Promise.all([traces.close(), ...opened.map((model) => model.close())])),
  };
}

const newId = (): string => randomBytes(9).toString('base64url');

/** An endpoint tells its dimension with its first answer. */
const PROBE_WITHIN_MS = 5_000;

async function useEmbedder(
  embedder: Embedder | null,
  chunks: ChunkIndex,
  warn: (message: string) => void = () => undefined,
): Promise<void> {
  if (embedder === null) return;
  embedder.prepare();
  try {
    if (embedder.dimension === null)
      await embedder.embed(['dimension'], { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
  } catch (error) {
    warn(`The embedder does not answer, so answers use full text alone until it does: ${String(error)}`);
  }
  if (embedder.dimension !== null) await chunks.useSpace(spaceName(embedder.model, embedder.dimension));
}

function composeAnswering(
  { config: { models: settings, embeddings }, store: { pages }, chunks }: Core,
  models: Models,
  embedder: Embedder | null,
  warn: (message: string) => void = () => undefined,
) {
  const { budget } = settings;
  const search = createSearchAtHand({ chunks, pages, warn });
  const find = createFindPassages({ chunks: search, embedder, warn });
  return {
    embedClosest: createEmbedClosest({ chunks, embedder, perRun: embeddings.perRun, all: embeddings.all }),
    classify: createClassifier({ model: models.inOrder[0], budget }),
    draft: createDrafter({
      models: models.inOrder,
      extractive: createExtractiveDrafter({ pages, chunks: search }),
      retrieve: createRetrieve({ pages, find }),
      pages,
      budget,
      now: () => performance.now(),
      newId,
    }),
  };
}

/** What is remembered of tasks: read by all, written through one workflow per memory. */
function composeMemory({ config, memories, client, identity }: Core, embedder: Embedder | null) {
  const { rules, retentionMs } = config.memory;
  return {
    memories,
    memoryWriter: createMemoryWriter(client, identity.storeId),
    recall: createRecall({ memories, embedder, rules }),
    replayRules: rules,
    memoryRetentionMs: retentionMs,
  };
}

/** What is remembered, for the command line: no Temporal is needed. */
function openMemories(config: Config): { readonly memories: MemoryStore; close(): Promise<void> } {
  const store = openStore(config.storeFile);
  const { memories } = openSearched(config, store);
  return { memories, close: async () => store.close() };
}

/** Was the Temporal server started for this data folder? Then its memory and the store's are one. */
function ownsServer({ config, address }: Core): boolean {
  const run = readLiveRunFile(config.dataDir);
  return run !== null && run.temporal_ui !== null && run.temporal_address === address.address;
}

export interface Surroundings {
  /** the browser that would be used */
  readonly chromium: string | null;
  /** Temporal's own page; asked for each time, as the supervisor learns it after the API has started */
  readonly temporalUi: () => string | null;
  readonly temporalNamespace: string;
}

/** What `GET /ready` shows besides the parts that it can ask. */
export async function composeApi({ config, address }: Core): Promise<Surroundings> {
  // Only here: playwright takes its time to load, and the API needs the path alone.
  const { findChromium } = await import('./adapters/playwright/find-chromium.js');
  return {
    chromium: findChromium(config.chromiumPath),
    temporalUi: () => readLiveRunFile(config.dataDir)?.temporal_ui ?? null,
    temporalNamespace: address.namespace,
  };
}

/** What the command line needs; each part is opened only by the command that uses it. */
export function composeCli(config: Config) {
  return {
    openRuns: (): Pick<Core, 'runs' | 'close'> => composeCore(config),
    openBackups: () => ({
      backUp: (target: string) => ({ ...backUp(config.dataDir, target, VERSION), bytes: sizeOf(target) }),
      restore: (source: string) => {
        const { manifest, movedTo } = restore(config.dataDir, source);
        return { created_at: manifest.created_at, movedTo };
      },
    }),
    openReading: () => composeReading(config),
    openMemories: () => openMemories(config),
    reindex: (onProgress: Reindexing['onProgress']) => reindex(config, onProgress),
  };
}

/** Embeds the stored passages anew with the embedder of the settings; returns how many, and for whom. */
async function reindex(config: Config, onProgress: Reindexing['onProgress']) {
  const core = composeCore(config);
  const embedder = createEmbedder(config, () => undefined);
  const signal = new AbortController().signal;
  try {
    if (embedder === null) throw new EmbedderRefusedError('EMBEDDER is none: there is nothing to embed with');
    const [probe] = await embedder.embed(['dimension'], { signal });
    const space = spaceName(embedder.model, probe?.length ?? 0);
    await indexWhatIsMissing(core);
    const embed = (texts: readonly string[]) => embedder.embed(texts, { signal });
    return { passages: await core.chunks.reindex({ space, embed, onProgress }), space };
  } finally {
    await embedder?.close();
    await core.close();
  }
}

/** A store of passages that was lost, or is new, gets those of every stored page. */
async function indexWhatIsMissing({ chunks, store: { pages } }: Core): Promise<void> {
  for (const pageId of await pages.pageIds()) {
    if ((await chunks.countOfPage(pageId)) > 0) continue;
    const page = await pages.get(pageId);
    if (page !== null) await indexStoredPage(chunks, page);
  }
}
