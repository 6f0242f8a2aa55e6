import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.js';
import { createRedactor } from './domain/redaction.js';

export type Log = Logger;

/** An error as plain data, so that what it says is kept, and redacted like everything else. */
const asData = (value: unknown): unknown => (value instanceof Error ? { ...stdSerializers.err(value) } : value);

/** What is logged as an error alone: pino would take its message over as it is. */
function withMessage(inputs: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = inputs;
  return first instanceof Error ? [{ err: first }, ...(rest.length === 0 ? [first.message] : rest)] : inputs;
}

/**
 * JSON lines: time, level, part, message and facts; secrets of the settings are taken out of facts, errors and message.
 * @param destination default: standard error
 */
export function createLog(
  config: Pick<Config, 'logLevel' | 'secrets'>,
  part: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  const redact = createRedactor(config.secrets);
  return pino(
    {
      name: part,
      level: config.logLevel,
      base: { part },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (facts) => redact(Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, asData(value)]))),
      },
      serializers: { err: (error: unknown) => error }, // it is plain data by then
      hooks: {
        logMethod(inputs, method) {
          const spoken = withMessage(inputs).map((input) => (typeof input === 'string' ? redact(input) : input));
          method.apply(this, spoken as Parameters<typeof method>);
        },
      },
    },
    destination,
  );
}
