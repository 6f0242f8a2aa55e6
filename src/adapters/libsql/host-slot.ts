/** Which of the data folder's browser workers this process is. */
import { join } from 'node:path';
import { holdExclusively } from './database.js';

/** More workers than this do not share one folder. */
const MOST_SLOTS = 64;

export interface HostSlot {
  /** from 1 */
  readonly slot: number;
  readonly release: () => void;
}

/**
 * Takes the lowest free slot, held by a lock that the system frees however the process ends: so a worker that is started
 * again is the same one, on the same queue.
 * @throws StoreUnavailableError the folder cannot be written
 */
export function claimHostSlot(dataDir: string): HostSlot {
  for (let slot = 1; slot <= MOST_SLOTS; slot++) {
    const release = holdExclusively(join(dataDir, 'hosts', String(slot), 'lock'));
    if (release !== null) return { slot, release };
  }
  throw new Error(`more than ${MOST_SLOTS} workers run on ${dataDir}`);
}
