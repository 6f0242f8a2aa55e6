/** The local embedder: a child process holds the model while it is needed, so that its memory is not the worker's. */
import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EmbedderRefusedError, EmbedderUnavailableError } from '../../contracts/errors.js';
import type { Embedder, EmbedderStatus } from '../../ports/embedder.js';
import type { EmbedReply, EmbedRequest } from './local-child.js';
import { fetchWeights, hasRuntime, LOCAL_DIMENSION, LOCAL_MODEL, weightsArePresent } from './weights.js';

export interface LocalEmbedderOptions {
  /** where the weights lie, or shall lie */
  readonly folder: string;
  readonly log: (line: string) => void;
  /** brings the weights; gives what went wrong, or null */
  readonly bring?: (signal: AbortSignal) => Promise<readonly string[] | null>;
  /** how long the process is kept with nothing to do, milliseconds [60,000] */
  readonly idleMs?: number;
  readonly runtime?: boolean;
}

const IDLE_MS = 60_000;
/** A download that failed is tried again after this long, when there is something to embed. */
const BRING_AGAIN_MS = 10 * 60_000;
const COMPILED = !import.meta.url.endsWith('.ts');
const loader = (): string[] =>
  COMPILED ? [] : ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];

export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  const { folder, log, runtime = hasRuntime() } = options;
  const closing = new AbortController();
  const child = createModelProcess(folder, options.idleMs ?? IDLE_MS);
  const bring = options.bring ?? ((signal: AbortSignal) => fetchWeights({ folder, log, signal }));
  let bringing: Promise<void> | null = null;
  let failed: { readonly why: string; readonly at: number } | null = null;

  async function bringWeights(): Promise<void> {
    const faults = await bring(closing.signal).catch((error: unknown) => [String(error)]);
    bringing = null;
    if (closing.signal.aborted) return;
    failed = faults === null ? null : { why: faults.join('; '), at: performance.now() };
    log(faults === null ? 'The embedder has its weights: answers use meanings from now on.' : weightsMissing(faults));
  }

  function status(): EmbedderStatus {
    if (!runtime) return unavailable(`onnxruntime-node has no build for ${process.platform} ${process.arch}`);
    if (child.fault() !== null) return unavailable(`the model cannot be run: ${child.fault()}`);
    if (weightsArePresent(folder)) return { state: 'ready', detail: `${LOCAL_MODEL}, on this machine` };
    if (bringing !== null)
      return { state: 'fetching', detail: 'its weights are being fetched: full text alone until then' };
    return unavailable(
      failed === null ? 'its weights are not there yet' : `its weights could not be fetched: ${failed.why}`,
    );
  }

  return {
    model: LOCAL_MODEL,
    dimension: LOCAL_DIMENSION,
    local: true,
    lexicalOnly: false,
    // Trained on English pairs; other languages it knows by shared words alone.
    speaks: (language) => language === 'en',
    status,
    prepare() {
      const soon = failed !== null && performance.now() - failed.at < BRING_AGAIN_MS;
      if (!runtime || bringing !== null || soon || closing.signal.aborted || weightsArePresent(folder)) return;
      bringing = bringWeights();
    },
    async embed(texts, { signal }) {
      const { state, detail } = status();
      if (state !== 'ready') throw new EmbedderUnavailableError(detail);
      const vectors: Float32Array[] = [];
      // One by one: the texts of several runs take turns, and a cancel is heard between two of them.
      for (const text of texts) {
        signal.throwIfAborted();
        vectors.push(await child.embed(text));
      }
      return vectors;
    },
    async close() {
      closing.abort();
      await Promise.all([child.stop(), bringing]);
    },
  };
}

const unavailable = (why: string): EmbedderStatus => ({ state: 'unavailable', detail: `${why}: full text alone` });
const weightsMissing = (faults: readonly string[]): string =>
  `The embedder's weights could not be fetched, so answers use full text alone. ${faults.join('; ')}`;

interface Waiting {
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

function createModelProcess(folder: string, idleMs: number) {
  let current: { readonly process: ChildProcess; readonly waiting: Map<number, Waiting> } | null = null;
  let fault: string | null = null;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;

  function start(): NonNullable<typeof current> {
    const file = fileURLToPath(new URL(`./local-child.${COMPILED ? 'js' : 'ts'}`, import.meta.url));
    const started = fork(file, [folder], {
      execArgv: loader(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const waiting = new Map<number, Waiting>();
    const made = { process: started, waiting };
    const end = (how: string): void => {
      if (current === made) current = null;
      for (const { reject } of waiting.values()) reject(new EmbedderUnavailableError(`the embedder's process ${how}`));
      waiting.clear();
    };
    started.once('error', (error) => end(`could not be started: ${error.message}`));
    started.once('exit', (code, signal) => end(`ended (${signal ?? `exit code ${code}`})`));
    started.on('message', (reply: EmbedReply) => settle(made.waiting, reply));
    return made;
  }

  function settle(waiting: Map<number, Waiting>, reply: EmbedReply): void {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('vector' in reply) asker?.resolve(reply.vector);
    else {
      fault = reply.fault;
      asker?.reject(new EmbedderRefusedError(`the local model cannot be run: ${fault}`));
    }
    if (waiting.size === 0) rest();
  }

  /** With nothing to do the process keeps nobody from ending, and is let go after a while. */
  function rest(): void {
    current?.process.unref();
    current?.process.channel?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void stop(), idleMs).unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ending = current?.process;
    current = null;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((done) => ending.once('exit', done));
    ending.kill('SIGKILL');
    await gone;
  }

  return {
    fault: () => fault,
    stop,
    embed(text: string): Promise<Float32Array> {
      clearTimeout(idle);
      current ??= start();
      const { process: child, waiting } = current;
      child.ref();
      child.channel?.ref();
      const id = (asked += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const request: EmbedRequest = { id, text };
        child.send(request, (error) => {
          if (error === null) return;
          waiting.delete(id);
          reject(new EmbedderUnavailableError(`the embedder's process cannot be reached: ${error.message}`));
        });
      });
    },
  };
}
