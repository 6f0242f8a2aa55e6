import { describe, expect, it } from '@jest/globals';
import { createLog } from './log.js';

const SECRET = 'key-of-the-installation';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = '';
  const destination = { write: (line: string) => void (lines += line) };
  write(createLog({ logLevel: 'debug', secrets: [SECRET] }, 'api', destination));
  return lines;
}

describe('the log', () => {
  it.each([
    ['a message', (log: ReturnType<typeof createLog>) => log.info(`sent ${SECRET}`)],
    ['a message beside facts', (log: ReturnType<typeof createLog>) => log.info({ n: 1 }, `sent ${SECRET}`)],
    ['a fact', (log: ReturnType<typeof createLog>) => log.info({ deep: [{ header: `Bearer ${SECRET}` }] }, 'sent')],
    ['an error', (log: ReturnType<typeof createLog>) => log.error({ err: new Error(`refused ${SECRET}`) }, 'failed')],
    ['an error alone', (log: ReturnType<typeof createLog>) => log.error(new Error(`refused ${SECRET}`))],
  ])('never holds a secret of the settings: %s', (_where, write) => {
    const lines = logged(write);
    expect(lines).toContain('[redacted]');
    expect(lines).not.toContain(SECRET);
  });

  it('keeps what an error says, and where it came from', () => {
    const line = JSON.parse(logged((log) => log.error({ err: new TypeError('no such page') }, 'failed'))) as {
      err: { type: string; message: string; stack: string };
    };
    expect(line.err).toMatchObject({ type: 'TypeError', message: 'no such page' });
    expect(line.err.stack).toContain('log.test');
  });
});
