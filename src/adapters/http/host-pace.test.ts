import { describe, expect, it } from '@jest/globals';
import { createHostPace, HostBackedOffError } from './host-pace.js';

const signal = () => new AbortController().signal;

describe('the pace of a host', () => {
  it('lets one speak at a time, in the order they came, an interval apart', async () => {
    const pace = createHostPace({ intervalMs: 40 });
    const began: number[] = [];
    const order: number[] = [];
    let speaking = 0;
    await Promise.all(
      [0, 1, 2].map(async (at) => {
        const turn = await pace.turn('a', signal());
        expect((speaking += 1)).toBe(1);
        began.push(performance.now());
        order.push(at);
        await Promise.resolve();
        speaking -= 1;
        turn.release();
      }),
    );
    expect(order).toEqual([0, 1, 2]);
    // Timers may fire up to a millisecond early.
    expect(Math.min((began[1] ?? 0) - (began[0] ?? 0), (began[2] ?? 0) - (began[1] ?? 0))).toBeGreaterThanOrEqual(38);
  });

  it('of one host does not hold up another', async () => {
    const pace = createHostPace({ intervalMs: 60_000 });
    (await pace.turn('a', signal())).release();
    (await pace.turn('b', signal())).release();
  });

  it('gets wider when the host asks for it, never narrower than the setting', async () => {
    const pace = createHostPace({ intervalMs: 0, longestWaitMs: 50 });
    const turn = await pace.turn('a', signal());
    turn.widen(1_000);
    turn.release();
    await expect(pace.turn('a', signal())).rejects.toBeInstanceOf(HostBackedOffError);
    const wide = createHostPace({ intervalMs: 1_000, longestWaitMs: 50 });
    const first = await wide.turn('a', signal());
    first.widen(0);
    first.release();
    await expect(wide.turn('a', signal())).rejects.toBeInstanceOf(HostBackedOffError);
  });

  it('keeps silent as long as asked for, and says so at once when that is too long', async () => {
    const pace = createHostPace({ intervalMs: 0, longestWaitMs: 1_000 });
    pace.backOff('a', 30);
    const started = performance.now();
    (await pace.turn('a', signal())).release();
    expect(performance.now() - started).toBeGreaterThanOrEqual(28);
    pace.backOff('a', 5_000);
    await expect(pace.turn('a', signal())).rejects.toMatchObject({ code: 'HOST_BACKED_OFF', host: 'a' });
  });

  it('backs off longer with each failure in a row, half a minute at most, and forgets it on success', () => {
    const pace = createHostPace({ intervalMs: 0 });
    expect(Array.from({ length: 7 }, () => pace.failed('a'))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000,
    ]);
    pace.succeeded('a');
    expect(pace.failed('a')).toBe(1_000);
  });

  it('passes the turn on when one who waits gives up', async () => {
    const pace = createHostPace({ intervalMs: 0 });
    const first = await pace.turn('a', signal());
    const leaving = new AbortController();
    const second = pace.turn('a', leaving.signal);
    const third = pace.turn('a', signal());
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    first.release();
    (await third).release();
    pace.backOff('a', 10_000);
    const asleep = new AbortController();
    const fourth = pace.turn('a', asleep.signal);
    asleep.abort(new Error('left too'));
    await expect(fourth).rejects.toThrow('left too');
    await expect(pace.turn('a', AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came');
  });
});
