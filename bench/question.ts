/**
 * `npm run bench:question [-- --json]`: questions over stored real pages, served offline by the replay web, 5 pages each.
 * Prints the median seconds of a question alone, questions per second with 20 at once, and the peak memory of each process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunView } from '../src/contracts/run.js';
import {
  endOf,
  freePort,
  processesOf,
  startProduct,
  trigger,
  until,
  whenReady,
  type Product,
} from '../test/support/product.js';

const root = join(import.meta.dirname, '..');
const shared = resolve(root, process.env['SHARED_DIR'] ?? '../shared');
const replayWeb = join(shared, 'tools', 'replay-web.mjs');

interface AskedQuestion {
  readonly question: string;
}

async function startReplayWeb(): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [replayWeb, '--port', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until('the replay web', 30_000, async () => (await fetch(`${url}/_pages`)).ok);
  return { url, process: child };
}

/** What a process of the product runs; null: a helper of one. */
function partOf(pid: number): string | null {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return /(start|worker|server)\.js/.exec(command)?.[0] ?? (command.includes('start-dev') ? 'temporal' : null);
}

/** Processor seconds of each part so far. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuSeconds(product: Product): Record<string, number> {
  const seconds: Record<string, number> = {};
  for (const pid of processesOf(product.dataDir)) {
    const name = partOf(pid);
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Ticks are hundredths of a second on every Linux that Node runs on.
    if (name !== null) seconds[name] = (seconds[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100;
  }
  return seconds;
}

/** VmHWM of each process of the product, by what it runs; MiB. */
function peakMemory(product: Product): Record<string, number> {
  const peaks: Record<string, number> = {};
  for (const pid of processesOf(product.dataDir)) {
    const name = partOf(pid);
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    if (name !== null && kib !== undefined) peaks[name] = Math.max(peaks[name] ?? 0, Math.round(Number(kib) / 1024));
  }
  return peaks;
}

const secondsOf = ({ created_at, finished_at }: RunView): number =>
  (Date.parse(finished_at ?? '') - Date.parse(created_at)) / 1000;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

let asked = 0;
async function askOne(product: Product, question: string): Promise<RunView> {
  const runId = await trigger(product, { question, max_pages: 5 }, `bench-${++asked}`);
  return endOf(product, runId);
}

/** Seconds of the wall for `count` questions asked together. */
async function burst(
  product: Product,
  questions: readonly string[],
  count: number,
): Promise<{ seconds: number; views: RunView[] }> {
  const startedAt = Date.now();
  const wanted = Array.from({ length: count }, (_, n) => questions[n % questions.length] ?? '');
  const views = await Promise.all(wanted.map((question) => askOne(product, question)));
  return { seconds: (Date.now() - startedAt) / 1000, views };
}

async function main(): Promise<void> {
  if (!existsSync(replayWeb)) return console.log(`skipped: there is no replay web at ${shared}; set SHARED_DIR`);
  const questions = (
    JSON.parse(readFileSync(join(root, 'test/real-web/questions.json'), 'utf8')) as AskedQuestion[]
  ).map((q) => q.question);
  const web = await startReplayWeb();
  const product = await startProduct({
    env: {
      OUTBOUND_PROXY: web.url,
      TAVILY_BASE_URL: web.url,
      TAVILY_API_KEY: 'tvly-replay-web-key',
      SEARCH_ENGINES: 'tavily',
      HOST_INTERVAL_MS: '0',
      PAGE_FRESH_MINUTES: '0',
      TRIGGERS_PER_MINUTE: '10000',
      LOG_LEVEL: 'error',
    },
  });
  try {
    await whenReady(product);
    await askOne(product, questions[0] ?? '');
    const alone: RunView[] = [];
    for (const question of questions) alone.push(await askOne(product, question));
    const before = cpuSeconds(product);
    const together = await burst(product, questions, 20);
    const after = cpuSeconds(product);
    const cpu = Object.entries(after).map(([part, seconds]) => [part, (seconds - (before[part] ?? 0)) / 20] as const);
    report(alone, together, { peaks: peakMemory(product), cpu });
  } finally {
    await product.stop();
    product.discard();
    web.process.kill();
  }
}

function report(
  alone: RunView[],
  together: { seconds: number; views: RunView[] },
  used: { readonly peaks: Record<string, number>; readonly cpu: readonly (readonly [string, number])[] },
): void {
  const result = {
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'cpu'}, Node ${process.version}`,
    questions_alone: alone.length,
    median_seconds_alone: Number(median(alone.map(secondsOf)).toFixed(2)),
    pages_read_per_question: median(alone.map(({ sources_succeeded: read }) => read)),
    questions_per_second_20_at_once: Number((20 / together.seconds).toFixed(2)),
    median_seconds_20_at_once: Number(median(together.views.map(secondsOf)).toFixed(2)),
    ended_with_an_answer: [...alone, ...together.views].filter(({ sources }) => sources.length > 0).length,
    of: alone.length + 20,
    cpu_seconds_per_question: Object.fromEntries(used.cpu.map(([part, seconds]) => [part, Number(seconds.toFixed(3))])),
    peak_memory_mib: used.peaks,
  };
  console.log(process.argv.includes('--json') ? JSON.stringify(result) : result);
}

await main();
