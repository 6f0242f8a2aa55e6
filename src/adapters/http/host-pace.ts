/** One connection per host, spaced apart, and silence for as long as a host asked for it. Shared by all reads of a process. */

/** The host asked to be left alone for longer than anybody would wait. */
export class HostBackedOffError extends Error {
  readonly code = 'HOST_BACKED_OFF';
  constructor(
    readonly host: string,
    readonly retryAfterMs: number,
  ) {
    super(`${host} asks to be left alone for ${Math.ceil(retryAfterMs / 1000)} s`);
    this.name = 'HostBackedOffError';
  }
}

export interface Turn {
  /** ends the turn; the next one starts no sooner than the interval after this one began */
  release(): void;
  /** the host wants more room than the setting gives (Crawl-delay), milliseconds */
  widen(intervalMs: number): void;
}

export interface HostPace {
  /**
   * Waits until this caller alone may speak to the host.
   * @throws HostBackedOffError when that is further away than the longest wait; the signal's reason when aborted
   */
  turn(host: string, signal: AbortSignal): Promise<Turn>;
  /** no request before that much time has passed, milliseconds */
  backOff(host: string, ms: number): void;
  /** back-off for a 429 or 503 without Retry-After: doubles with each in a row; returns milliseconds */
  failed(host: string): number;
  succeeded(host: string): void;
}

interface HostState {
  busy: boolean;
  nextAt: number;
  intervalMs: number;
  failures: number;
  readonly waiting: (() => void)[];
}

export interface HostPaceOptions {
  readonly intervalMs: number;
  /** a wait asked for by the host that is longer than this is refused at once [60,000] */
  readonly longestWaitMs?: number;
}

const LONGEST_WAIT_MS = 60_000;
const FIRST_BACK_OFF_MS = 1_000;
const MOST_DOUBLINGS = 5;
/** Idle hosts beyond this many are forgotten, oldest first: pace matters within minutes. */
const MOST_HOSTS = 5_000;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    // It may have been aborted between the call and its turn in the queue: then no event comes any more.
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });

export function createHostPace({ intervalMs, longestWaitMs = LONGEST_WAIT_MS }: HostPaceOptions): HostPace {
  const hosts = new Map<string, HostState>();

  function stateOf(host: string): HostState {
    const known = hosts.get(host);
    if (known) return known;
    const fresh: HostState = { busy: false, nextAt: 0, intervalMs, failures: 0, waiting: [] };
    forgetIdle();
    hosts.set(host, fresh);
    return fresh;
  }

  function forgetIdle(): void {
    if (hosts.size < MOST_HOSTS) return;
    for (const [host, state] of hosts)
      if (!state.busy && state.waiting.length === 0 && state.nextAt < performance.now()) hosts.delete(host);
  }

  function pass(state: HostState): void {
    const next = state.waiting.shift();
    if (next) next();
    else state.busy = false;
  }

  async function queue(state: HostState, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!state.busy) {
      state.busy = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        signal.removeEventListener('abort', left);
        resolve();
      };
      const left = () => {
        const at = state.waiting.indexOf(called);
        if (at >= 0) state.waiting.splice(at, 1);
        reject(signal.reason as Error);
      };
      state.waiting.push(called);
      signal.addEventListener('abort', left, { once: true });
    });
  }

  async function waitForHost(host: string, state: HostState, signal: AbortSignal): Promise<void> {
    const waitMs = state.nextAt - performance.now();
    if (waitMs > longestWaitMs) throw new HostBackedOffError(host, waitMs);
    if (waitMs > 0) await sleep(waitMs, signal);
  }

  return {
    async turn(host, signal) {
      const state = stateOf(host);
      await queue(state, signal);
      try {
        await waitForHost(host, state, signal);
      } catch (error) {
        pass(state);
        throw error;
      }
      const began = performance.now();
      return {
        widen: (ms) => void (state.intervalMs = Math.max(intervalMs, ms)),
        release: () => {
          state.nextAt = Math.max(state.nextAt, began + state.intervalMs);
          pass(state);
        },
      };
    },
    backOff(host, ms) {
      const state = stateOf(host);
      state.nextAt = Math.max(state.nextAt, performance.now() + ms);
    },
    failed(host) {
      const state = stateOf(host);
      const ms = FIRST_BACK_OFF_MS * 2 ** Math.min(state.failures, MOST_DOUBLINGS);
      state.failures += 1;
      state.nextAt = Math.max(state.nextAt, performance.now() + ms);
      return ms;
    },
    succeeded(host) {
      stateOf(host).failures = 0;
    },
  };
}
