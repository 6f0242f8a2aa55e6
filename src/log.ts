import { pino, type Logger } from 'pino';
import type { Config } from './config.js';
import { redact } from './domain/redaction.js';

export type Log = Logger;

/** JSON lines on standard error: time, level, part, message and facts; secrets of the settings are taken out. */
export function createLog(config: Pick<Config, 'logLevel' | 'secrets'>, part: string): Log {
  return pino(
    {
      name: part,
      level: config.logLevel,
      base: { part },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (facts) => redact(facts, config.secrets),
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
