import type { Log } from './log.js';

/** A second signal, or a stop that hangs for this long, ends the process at once. */
const HARD_STOP_MS = 15_000;

/**
 * Calls `stop` once when the process is asked to end: SIGINT, SIGTERM, or the loss of the supervisor that started it
 * (its IPC channel closes when it dies, however it dies).
 */
export function onStop(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const begin = (why: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    stop().then(
      () => process.disconnect?.(),
      (error: unknown) => {
        log.error({ error: String(error) }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => begin('SIGTERM'));
  process.once('SIGINT', () => begin('SIGINT'));
  if (process.connected) process.once('disconnect', () => begin('the supervisor is gone'));
}
