/** Runs `work` in its turn. @throws the signal's reason when it aborts while waiting */
export type Limiter = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** At most `atOnce` pieces of work at a time, first come, first served; who aborts leaves the queue. */
export function createLimiter(atOnce: number): Limiter {
  let busy = 0;
  const waiting: (() => void)[] = [];
  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const called = () => {
        signal.removeEventListener('abort', left);
        resolve();
      };
      const left = () => {
        waiting.splice(waiting.indexOf(called), 1);
        reject(signal.reason as Error);
      };
      waiting.push(called);
      signal.addEventListener('abort', left, { once: true });
    });
  return async (signal, work) => {
    signal.throwIfAborted();
    if (busy >= atOnce) await enter(signal);
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
