import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { claimHostSlot } from './host-slot.js';

it('gives each worker of a data folder a slot of its own, the lowest that is free', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'slots-'));
  const first = claimHostSlot(dataDir);
  const second = claimHostSlot(dataDir);
  expect([first.slot, second.slot]).toEqual([1, 2]);
  first.release();
  const again = claimHostSlot(dataDir);
  expect(again.slot).toBe(1);
  again.release();
  second.release();
  rmSync(dataDir, { recursive: true, force: true });
});
