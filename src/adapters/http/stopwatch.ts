/** A deadline that stands still while the work waits for its turn, joined with the caller's signal. */

export class DeadlineError extends Error {
  readonly code = 'DEADLINE';
  constructor(readonly limitMs: number) {
    super(`no end after ${limitMs / 1000} s`);
    this.name = 'DeadlineError';
  }
}

export interface Stopwatch {
  /** aborts with DeadlineError when the time is used up, or with the caller's reason */
  readonly signal: AbortSignal;
  /** runs `work` with the clock going */
  time<T>(work: () => Promise<T>): Promise<T>;
  /** lets go of the caller's signal */
  stop(): void;
}

/** @param limitMs sum of all timed work, milliseconds */
export function createStopwatch(limitMs: number, caller: AbortSignal): Stopwatch {
  const controller = new AbortController();
  const follow = () => controller.abort(caller.reason);
  if (caller.aborted) follow();
  else caller.addEventListener('abort', follow, { once: true });
  let leftMs = limitMs;
  return {
    signal: controller.signal,
    async time(work) {
      controller.signal.throwIfAborted();
      const started = performance.now();
      const timer = setTimeout(() => controller.abort(new DeadlineError(limitMs)), Math.max(0, leftMs));
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        leftMs -= performance.now() - started;
      }
    },
    stop: () => caller.removeEventListener('abort', follow),
  };
}
