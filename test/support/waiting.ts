/** Many runs that wait for a person, and what that costs those who do not. Shared by a bench and a test of fewer. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { GateRequest } from '../../src/contracts/gates.js';
import type { RunInput, RunMemo } from '../../src/contracts/run.js';
import { randomRunId } from '../../src/api/run-ids.js';
import { bundleAskingWorkflow } from './gated-system.js';
import { startSystem, type System } from './system.js';

/** Starts on their way at once: a client that imports. */
const STARTS_AT_ONCE = 20;
const RESUMED = 30;
const MIB = 1024 * 1024;

const GATE: GateRequest = { kind: 'approval', prompt: 'May this be done?', url: 'https://example.com/' };

export interface Waiting {
  readonly runs: number;
  readonly startSeconds: number;
  /** until the last of them had asked */
  readonly askedSeconds: number;
  /** resident memory of the worker, MiB, by how many runs had been started */
  readonly memory: readonly { readonly runs: number; readonly mib: number }[];
  /** from the start of a person's run to its first step, seconds: each that was tried while the starts went on */
  readonly personBegan: readonly number[];
  /** from the answer to the end of the run, seconds */
  readonly resumed: readonly number[];
}

const inputOf = (question: string): RunInput => ({
  question,
  kind: 'question',
  source: 'http',
  url: null,
  inputs: {},
  maxPages: 1,
  language: 'en',
  domains: { include: [], exclude: [] },
  today: '2026-11-30',
  maxDurationMs: 300_000,
});
const memoOf = ({ question }: RunInput, id: string): RunMemo => ({
  question,
  kind: 'question',
  source: 'http',
  url: null,
  max_pages: 1,
  body_hash: id,
});

async function start(system: System, question: string, bulk: boolean): Promise<string> {
  const id = randomRunId();
  const input = inputOf(question);
  await system.core.runs.start(id, input, memoOf(input, id), { bulk });
  return id;
}

/** Seconds from its start until a person's run has scheduled its first step. */
async function beginsAfter(system: System): Promise<number> {
  const began = performance.now();
  const id = await start(system, 'How high is the tower?', false);
  await system.viewWhen(id, ({ steps, finished_at }) => steps.length > 0 || finished_at !== null);
  const seconds = (performance.now() - began) / 1000;
  await system.core.runs.cancel(id).catch(() => undefined);
  return seconds;
}

async function resumesAfter(system: System, id: string): Promise<number> {
  const { pending_input: gate } = await system.core.runs.view(id);
  const began = performance.now();
  await system.core.runs.answer(id, { gate_id: gate?.gate_id ?? '', answer_id: 'a', approve: true });
  await system.viewWhen(id);
  return (performance.now() - began) / 1000;
}

function residentMib({ pid }: ChildProcess): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / MIB);
}

/** A worker in a process of its own, so that its memory is its own. */
async function startWorkerProcess(system: System): Promise<ChildProcess> {
  const bundle = join(system.dataDir, 'waiting-bundle.js');
  writeFileSync(bundle, (await bundleAskingWorkflow('waiting-workflow')).code);
  const { dataDir, config } = system;
  const child = fork(join(import.meta.dirname, 'waiting-worker.ts'), [bundle], {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      TEMPORAL_ADDRESS: config.temporal.environment['TEMPORAL_ADDRESS'] ?? '',
      TEMPORAL_IGNORE_CONFIG_FILE: 'true',
      SEARCH_ENGINES: 'wikipedia',
      EMBEDDER: 'none',
    },
  });
  await new Promise<void>((done, fail) => {
    child.once('message', () => done());
    child.once('exit', (code) => fail(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

/** How many of these runs wait now, by Temporal's own count; it lags a little behind. */
const waiting = async (system: System): Promise<number> =>
  (await system.core.client.workflow.count('GateKind="approval" AND RunStatus="awaiting_human_input"')).count;

/** @param report told a line now and then */
export async function measureWaiting(runs: number, report: (line: string) => void): Promise<Waiting> {
  const system = await startSystem({ SEARCH_ENGINES: 'wikipedia', EMBEDDER: 'none' }, undefined, { file: true });
  const worker = await startWorkerProcess(system);
  try {
    return await measure(system, worker, runs, report);
  } finally {
    const gone = new Promise((done) => worker.once('exit', done));
    worker.kill('SIGTERM');
    await gone;
    await system.stop();
  }
}

async function measure(
  system: System,
  worker: ChildProcess,
  runs: number,
  report: (line: string) => void,
): Promise<Waiting> {
  const memory = [{ runs: 0, mib: residentMib(worker) }];
  const personBegan: number[] = [];
  const ids: string[] = [];
  const began = performance.now();
  const lane = async (): Promise<void> => {
    while (ids.length < runs) {
      const at = ids.push('') - 1;
      ids[at] = await start(system, JSON.stringify([GATE]), true);
    }
  };
  let starting = true;
  const people = (async () => {
    while (starting) {
      const seconds = await beginsAfter(system);
      personBegan.push(seconds);
      memory.push({ runs: ids.length, mib: residentMib(worker) });
      report(
        `${ids.length} started: a person's run began after ${seconds.toFixed(2)} s, worker ${memory.at(-1)?.mib} MiB`,
      );
      await new Promise((done) => setTimeout(done, Math.min(15_000, runs)));
    }
  })();
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, lane));
  const startSeconds = (performance.now() - began) / 1000;
  while ((await waiting(system)) < runs) await new Promise((done) => setTimeout(done, 500));
  const askedSeconds = (performance.now() - began) / 1000;
  starting = false;
  await people;
  report(`${runs} started in ${startSeconds.toFixed(0)} s, all of them waiting after ${askedSeconds.toFixed(0)} s`);
  memory.push({ runs, mib: residentMib(worker) });
  const chosen = Array.from({ length: Math.min(RESUMED, runs) }, (_, n) => ids[Math.floor((n * runs) / RESUMED)] ?? '');
  const resumed: number[] = [];
  for (const id of new Set(chosen)) resumed.push(await resumesAfter(system, id));
  const sorted = [...resumed].sort((a, b) => a - b);
  report(
    `resumed: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)} s, longest ${sorted.at(-1)?.toFixed(2)} s`,
  );
  memory.push({ runs, mib: residentMib(worker) });
  report(`memory of the worker: ${memory.map((entry) => `${entry.mib} MiB at ${entry.runs}`).join(', ')}`);
  return { runs, startSeconds, askedSeconds, memory, personBegan, resumed };
}
