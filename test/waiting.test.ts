import { describe, expect, it } from '@jest/globals';
import { measureWaiting } from './support/waiting.js';

describe('many runs that wait for a person', () => {
  it('all ask, hold nobody up, and any of them goes on when it is answered', async () => {
    const RUNS = 120;
    const { personBegan, resumed, memory } = await measureWaiting(RUNS, () => undefined);
    expect(memory.at(-1)?.runs).toBe(RUNS);
    expect(personBegan.length).toBeGreaterThan(0);
    expect(resumed).toHaveLength(30);
  }, 180_000);
});
