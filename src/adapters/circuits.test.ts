import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CircuitOpenError, createCircuits } from './circuits.js';

const failing = async () => 'bad';
const isBad = (result: string) => result === 'bad';

describe('a circuit', () => {
  it('opens after five failures in a row, then tries once and closes on success', async () => {
    const circuits = createCircuits({ openMs: 50 });
    for (let time = 0; time < 5; time += 1) await circuits.run('a', failing, isBad);
    expect(circuits.states()).toEqual({ a: 'open' });
    await expect(circuits.run('a', failing, isBad)).rejects.toBeInstanceOf(CircuitOpenError);
    while (true) {
      await sleep(10);
      const result = await circuits.run('a', async () => 'good', isBad).catch(() => null);
      if (result === 'good') break;
    }
    expect(circuits.states()).toEqual({ a: 'closed' });
  });

  it('is not opened by failures with a success between them, nor by what the work throws', async () => {
    const circuits = createCircuits();
    for (let time = 0; time < 20; time += 1)
      await circuits.run('a', async () => (time % 5 === 4 ? 'good' : 'bad'), isBad);
    const aborted = new Error('aborted');
    for (let time = 0; time < 20; time += 1)
      await expect(circuits.run('b', () => Promise.reject(aborted), isBad)).rejects.toBe(aborted);
    expect(circuits.states()).toEqual({ a: 'closed', b: 'closed' });
  });

  it('of one dependency does not touch another', async () => {
    const circuits = createCircuits();
    for (let time = 0; time < 5; time += 1) await circuits.run('a', failing, isBad);
    expect(await circuits.run('b', async () => 'good', isBad)).toBe('good');
  });

  it('is forgotten when it is closed and there are very many', async () => {
    const circuits = createCircuits();
    for (let time = 0; time < 5; time += 1) await circuits.run('open', failing, isBad);
    for (let at = 0; at < 1_200; at += 1) await circuits.run(`host:${at}`, async () => 'good', isBad);
    const states = circuits.states();
    expect(states['open']).toBe('open');
    expect(Object.keys(states).length).toBeLessThanOrEqual(1_000);
  });
});
