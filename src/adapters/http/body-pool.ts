/** Worker threads for parsing: a body that takes too long or too much memory costs its thread, nothing else. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { errorCode } from '../error-code.js';
import { createLimiter } from '../limiter.js';
import type { BodyContent, BodyTask } from './body-content.js';
import { unreadContent } from './body-content.js';

export interface BodyPool {
  /** @throws only the signal's reason when it aborts */
  read(task: BodyTask, signal: AbortSignal): Promise<BodyContent>;
  close(): Promise<void>;
}

export interface BodyPoolOptions {
  /** time for one body once a thread works on it, milliseconds [20,000] */
  readonly timeoutMs?: number;
  /** heap of one thread, MiB [160] */
  readonly heapMb?: number;
  /** [cores, at most 4] */
  readonly threads?: number;
}

const TIMEOUT_MS = 20_000;
const HEAP_MB = 160;
const MOST_THREADS = 4;
const IDLE_MS = 60_000;

const TOO_LONG = unreadContent('too_large', 'parse_timeout', 'This page takes too long to take apart.');
const TOO_MUCH = unreadContent('too_large', 'parse_memory', 'This page takes too much memory to take apart.');
const BROKEN = unreadContent('broken', 'parse_failed', 'This page cannot be parsed.');

const COMPILED = !import.meta.url.endsWith('.ts');

/** The entries beside this file: compiled, or as TypeScript with its loader. */
const entry = (name: string): string => fileURLToPath(new URL(`./${name}.${COMPILED ? 'js' : 'ts'}`, import.meta.url));
const loader = (): string[] =>
  COMPILED ? [] : ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];

export function createBodyPool(options: BodyPoolOptions = {}): BodyPool {
  const { timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB } = options;
  const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
  let pool: Piscina<BodyTask, BodyContent> | null = null;
  // A body waits here and not in the pool, so that its time starts when a thread is free.
  const withThread = createLimiter(threads);

  const start = () =>
    new Piscina<BodyTask, BodyContent>({
      execArgv: loader(),
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    });

  async function run(task: BodyTask, signal: AbortSignal): Promise<BodyContent> {
    signal.throwIfAborted();
    pool ??= start();
    const late = AbortSignal.timeout(timeoutMs);
    // A copy: the thread takes the memory over, and a Buffer may share its own with others.
    const bytes = new Uint8Array(task.bytes);
    try {
      return await pool.run(
        { ...task, bytes },
        {
          filename: entry(task.kind === 'pdf' ? 'pdf-worker' : 'text-worker'),
          signal: AbortSignal.any([signal, late]),
          transferList: [bytes.buffer],
        },
      );
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return TOO_LONG;
      return errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_MUCH : BROKEN;
    }
  }

  return {
    read: (task, signal) => withThread(signal, () => run(task, signal)),
    async close() {
      await pool?.destroy();
      pool = null;
    },
  };
}
