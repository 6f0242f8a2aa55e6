/** Settles with the work or with the signal, whichever comes first: nothing a page does holds an activity up. */
export async function endingWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, fail) => {
    abort = () => fail(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    // When the signal came first nobody listens any more.
    work.catch(() => undefined);
  }
}
