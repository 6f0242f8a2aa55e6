import { describe, expect, it } from '@jest/globals';
import { BackOff } from './back-off.js';
import { KeptPart, type Instance } from './kept-part.js';

/** An instance that ends when told to; counts its stops. */
function controlled() {
  let end: (how: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => (end = resolve));
  const calls: string[] = [];
  const instance: Instance = {
    ended,
    stop: async () => {
      calls.push('stop');
      end('signal SIGTERM');
    },
    kill: () => {
      calls.push('kill');
      end('signal SIGKILL');
    },
  };
  return { instance, calls, end: (how: string) => end(how) };
}

describe('a part that is kept running', () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);

  it('is started again when it ends, with the reason said, and not after it was stopped', async () => {
    const runs = [controlled(), controlled(), controlled()];
    const waits: number[] = [];
    let started = 0;
    let again: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (again = resolve));
    const start = async () => {
      started += 1;
      if (started === 2) again();
      return runs[started - 1]!.instance;
    };
    const part = new KeptPart({ name: 'worker', start, say, wait: async (ms) => void waits.push(ms) });
    await part.begin();
    runs[0]?.end('signal SIGKILL');
    await second;
    await part.stop();
    expect(started).toBe(2);
    expect(waits).toEqual([250]);
    expect(said).toContain('The worker ended (signal SIGKILL); it starts again in 0.25 s.');
    expect(runs[1]?.calls).toEqual(['stop']);
  });

  it('throws what its first start throws, and tries again when a later one fails', async () => {
    const failing = new KeptPart({ name: 'API', start: () => Promise.reject(new Error('no room')), say });
    await expect(failing.begin()).rejects.toThrow('no room');

    const [first, third] = [controlled(), controlled()];
    const starts = [
      async () => first.instance,
      () => Promise.reject(new Error('still no room')),
      async () => third.instance,
    ];
    let reached: () => void = () => undefined;
    const up = new Promise<void>((resolve) => (reached = resolve));
    const start = () => {
      const next = starts.shift()!;
      if (starts.length === 0) reached();
      return next();
    };
    const part = new KeptPart({ name: 'API', start, say, wait: async () => undefined });
    await part.begin();
    first.end('exit code 1');
    await up;
    await part.stop();
    expect(said).toContain('still no room');
    expect(third.calls).toEqual(['stop']);
  });

  it('is stopped at once while it waits for its next start', async () => {
    const only = controlled();
    let waiting: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (waiting = resolve));
    const start = async () => only.instance;
    const wait = (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
        waiting();
      });
    const part = new KeptPart({ name: 'worker', start, say, wait });
    await part.begin();
    only.end('exit code 1');
    await waits;
    await part.stop();
    expect(only.calls).toEqual([]);
  });

  it('can be ended at once, without order', async () => {
    const only = controlled();
    const part = new KeptPart({ name: 'worker', start: async () => only.instance, say });
    await part.begin();
    part.kill();
    await part.stop();
    expect(only.calls).toEqual(['kill']);
  });
});

describe('the pause before another start', () => {
  it('doubles up to ten seconds, and is short again for a part that had settled', () => {
    const backOff = new BackOff();
    const pauses = Array.from({ length: 8 }, () => backOff.next(100));
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(backOff.next(60_000)).toBe(250);
    expect(backOff.next(100)).toBe(500);
  });
});
