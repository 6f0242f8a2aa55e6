import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';
import type { Log } from '../../log.js';

const LEVELS: Readonly<Record<LogLevel, 'debug' | 'info' | 'warn' | 'error'>> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'debug', // the SDK tells of every state it goes through
  WARN: 'warn',
  ERROR: 'error',
};

/** The browsers' queue has activities only, as it should: no news for the operator. */
const NO_NEWS = /^No workflows registered/;

let installed = false;

/** Lets Temporal's runtime speak through our log, and leaves signals to us. Once per process; later calls do nothing. */
export function installRuntime(log: Log): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('DEBUG', ({ level, message, meta }) =>
      log[NO_NEWS.test(message) ? 'debug' : LEVELS[level]]({ temporal: meta }, message),
    ),
    telemetryOptions: { logging: { forward: {}, filter: 'WARN' } },
  });
}
