/** The worker: runs workflows and activities. Started by the supervisor, or alone with `npm run worker`. */
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { connectWorker } from './adapters/temporal/connection.js';
import { installRuntime } from './adapters/temporal/runtime.js';
import { ensureUpkeep } from './adapters/temporal/upkeep-schedule.js';
import { builtBundlePath, bundleWorkflows } from './adapters/temporal/workflow-bundle.js';
import { composeCore, composeWorker, type Core, type WorkerParts } from './compose.js';
import { loadConfig, type Config } from './config.js';
import type { Activities, ActivityName } from './contracts/activities.js';
import { bulkQueue, mainQueue, renderQueue } from './contracts/messages.js';
import { createLog, type Log } from './log.js';
import { onStop } from './process-stop.js';
import { WorkerReporter } from './worker-reporter.js';

/** How long to wait for Temporal at start; the supervisor restarts the worker after that. */
const CONNECT_TIMEOUT_MS = 60_000;
/** A stop lets activities end for this long; what is cut off is taken up again by the next worker. */
const SHUTDOWN_GRACE_MS = 5_000;
/** Measured at about 0.3 MB each: 200 keep a worker far below its memory limit. */
const CACHED_WORKFLOWS = 200;
/** Waiting for the network, mostly: more than the cores, few enough for a laptop. */
const ACTIVITIES_AT_ONCE = 40;
const WORKFLOW_TASKS_AT_ONCE = 40;
/** Of imports and load: enough to keep on, few enough to leave a core to people. */
const BULK_CACHED_WORKFLOWS = 50;
const BULK_ACTIVITIES_AT_ONCE = 8;
const BULK_WORKFLOW_TASKS_AT_ONCE = 4;
/** Each takes a core while its page is put together: more would only slow each other down. */
const RENDERS_AT_ONCE = 3;
/** One per session, and room for one that is being closed. */
const SESSION_WORK_AT_ONCE = 8;
const IN_SESSIONS = [
  'openSession',
  'observe',
  'act',
  'closeSession',
  'readBehindGate',
  'signIn',
] as const satisfies readonly ActivityName[];
/** Beats come every 250 ms; a cancel comes back with one of them. */
const HEARTBEAT_THROTTLE_MS = 500;
/** A dead worker's sticky queue costs each of its workflows this long, once. */
const STICKY_TIMEOUT_MS = 2_000;

export interface RunningWorker {
  readonly workerId: string;
  /** stops polling, lets activities end, closes what was opened */
  stop(): Promise<void>;
  /** settles when the worker has ended, by itself or by `stop` */
  readonly ended: Promise<void>;
}

/** @param bundle a bundle made before (tests); by default the one the build left, else it is made now */
export async function startWorker(
  core: Core,
  log: Log,
  bundle?: WorkerOptions['workflowBundle'],
): Promise<RunningWorker> {
  installRuntime(log);
  core.faultPoint('start:worker');
  const workerId = randomUUID();
  const reporter = new WorkerReporter({ workerId, board: core.store.board, log });
  const parts = composeWorker(
    core,
    (attempt) => reporter.countPage(attempt),
    (message) => log.warn(message),
    (message) => log.info(message),
  );
  await parts.readyEmbedder().catch(async (error: unknown) => {
    await parts.close();
    throw error;
  });
  const connection = await connectWorker(core.address, CONNECT_TIMEOUT_MS);
  await ensureUpkeep(core.client, core.identity.storeId, log);
  const workflowBundle = bundle ?? (await defaultBundle());
  const workers = [
    await createWorker(core, parts, connection, { workflowBundle, ...FOR_PEOPLE }),
    await createWorker(core, parts, connection, { workflowBundle, ...FOR_BULK }),
    await createRenderWorker(core, parts, connection),
    await createBrowserWorker(core, parts, connection),
  ];
  reporter.start(parts.circuits, parts.embedder);
  const ended = runAll(workers).finally(async () => {
    await reporter.stop();
    await parts.close();
    await connection.close();
  });
  log.info({ queue: mainQueue(core.identity.storeId), temporal: core.address.address }, 'worker is polling');
  return { workerId, ended, stop: () => stopAll(workers, ended) };
}

/** All of them, or none: when one ends by itself, so do the others. */
async function runAll(workers: readonly Worker[]): Promise<void> {
  await Promise.all(workers.map((worker) => worker.run().finally(() => shutDown(workers))));
}

const shutDown = (workers: readonly Worker[]): void =>
  workers.filter((worker) => worker.getState() === 'RUNNING').forEach((worker) => worker.shutdown());

async function stopAll(workers: readonly Worker[], ended: Promise<void>): Promise<void> {
  shutDown(workers);
  await ended;
}

/** People's runs, and those of imports and load: few of these at once, whatever waits. */
const FOR_PEOPLE = {
  queueOf: mainQueue,
  maxCachedWorkflows: CACHED_WORKFLOWS,
  maxConcurrentActivityTaskExecutions: ACTIVITIES_AT_ONCE,
  maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_AT_ONCE,
};
const FOR_BULK = {
  queueOf: bulkQueue,
  maxCachedWorkflows: BULK_CACHED_WORKFLOWS,
  maxConcurrentActivityTaskExecutions: BULK_ACTIVITIES_AT_ONCE,
  maxConcurrentWorkflowTaskExecutions: BULK_WORKFLOW_TASKS_AT_ONCE,
  maxConcurrentWorkflowTaskPolls: 2,
  maxConcurrentActivityTaskPolls: 2,
};

function createWorker(
  core: Core,
  { activities }: WorkerParts,
  connection: NativeConnection,
  { queueOf, ...options }: Partial<WorkerOptions> & { queueOf: (storeId: string) => string },
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: core.address.namespace,
    taskQueue: queueOf(core.identity.storeId),
    activities: without(activities, 'renderPage', ...IN_SESSIONS),
    stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT_MS,
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    shutdownForceTime: SHUTDOWN_GRACE_MS * 2,
    ...options,
  });
}

/** What is done in browsers, few at a time; the rest waits in Temporal. */
function createRenderWorker(core: Core, { activities }: WorkerParts, connection: NativeConnection): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: core.address.namespace,
    taskQueue: renderQueue(core.identity.storeId),
    activities: only(activities, 'renderPage', 'readBehindGate'),
    maxConcurrentActivityTaskExecutions: RENDERS_AT_ONCE,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    shutdownForceTime: SHUTDOWN_GRACE_MS * 2,
  });
}

/** What is done in this worker's own browser sessions: reached through its own queue alone. */
function createBrowserWorker(
  core: Core,
  { activities, host }: WorkerParts,
  connection: NativeConnection,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: core.address.namespace,
    taskQueue: host.queue,
    activities: only(activities, ...IN_SESSIONS, 'offerKey'),
    maxConcurrentActivityTaskExecutions: SESSION_WORK_AT_ONCE,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    shutdownForceTime: SHUTDOWN_GRACE_MS * 2,
  });
}

const only = (activities: Activities, ...names: ActivityName[]) =>
  without(activities, ...Object.keys(activities).filter((name) => !names.some((wanted) => wanted === name)));

const without = (activities: Activities, ...names: string[]) =>
  Object.fromEntries(Object.entries(activities).filter(([name]) => !names.some((left) => left === name)));

async function defaultBundle(): Promise<NonNullable<WorkerOptions['workflowBundle']>> {
  const codePath = builtBundlePath();
  return codePath === null ? { code: await bundleWorkflows() } : { codePath };
}

async function main(config: Config): Promise<void> {
  const log = createLog(config, 'worker');
  const core = composeCore(config);
  const worker = await startWorker(core, log);
  onStop(() => worker.stop(), log);
  await worker.ended;
  await core.close();
}

if (process.argv[1] === import.meta.filename) {
  main(loadConfig()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    // What is still open must not keep a failed worker from being started again.
    process.exit(1);
  });
}
