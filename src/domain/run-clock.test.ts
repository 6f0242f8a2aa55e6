import { describe, expect, it } from '@jest/globals';
import { RunClock, TICK_MS } from './run-clock.js';

const minute = 60_000;

describe('the clock of a run', () => {
  it('charges the time in which work goes on', () => {
    const clock = new RunClock(5 * minute, 0);
    clock.advance(10_000);
    clock.advance(25_000);
    expect(clock.remainingMs).toBe(5 * minute - 25_000);
  });

  it('charges no more than a tick and some slack for a gap in which no worker was there', () => {
    const clock = new RunClock(5 * minute, 0);
    clock.advance(60 * minute);
    expect(clock.remainingMs).toBeGreaterThanOrEqual(5 * minute - TICK_MS - 5_000);
  });

  it('stands still while it is stopped', () => {
    const clock = new RunClock(5 * minute, 0);
    clock.stop(1_000);
    clock.advance(40_000);
    clock.start(72 * 60 * minute);
    clock.advance(72 * 60 * minute + 2_000);
    expect(clock.remainingMs).toBe(5 * minute - 3_000);
  });

  it('never goes below nothing, nor backwards with the wall clock', () => {
    const clock = new RunClock(10_000, 5_000);
    clock.advance(1_000);
    expect(clock.remainingMs).toBe(10_000);
    clock.advance(20_000);
    expect(clock.remainingMs).toBe(0);
  });
});
