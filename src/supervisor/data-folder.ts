import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { holdExclusively } from '../adapters/libsql/database.js';
import { ensureDataFolder } from '../data-folder.js';
import { readRunFile, removeRunFile } from '../adapters/temporal-server/run-file.js';

// A download of Temporal's CLI is given up after ten minutes; what is older belongs to nobody.
const ABANDONED_MS = 3_600_000;

/** Another `npm start` runs on this data folder. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string) {
    const page = readRunFile(dataDir)?.page;
    const where = page === undefined ? 'It is still starting.' : `Its page is at ${page}`;
    super(`It is already running on ${dataDir}. ${where}\nStop it with Ctrl-C there, or set another DATA_DIR.`);
    this.name = 'AlreadyRunningError';
  }
}

const names = (dir: string): string[] => {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
};

/** Removes what a power cut or a kill left behind: half-written files, downloads, an old run file. */
function removeLeftovers(dataDir: string): void {
  for (const dir of [dataDir, join(dataDir, 'temporal')])
    for (const name of names(dir)) if (name.endsWith('.tmp')) rmSync(join(dir, name), { force: true });
  const bin = join(dataDir, 'bin');
  for (const name of names(bin).filter((entry) => entry.startsWith('download-'))) {
    const age = Date.now() - statSync(join(bin, name)).mtimeMs;
    if (age > ABANDONED_MS) rmSync(join(bin, name), { recursive: true, force: true });
  }
  removeRunFile(dataDir);
}

/**
 * Takes the data folder for this supervisor and clears what an earlier one left.
 * @returns lets it go
 * @throws AlreadyRunningError another supervisor has it
 */
export function takeDataFolder(dataDir: string): () => void {
  ensureDataFolder(dataDir);
  const release = holdExclusively(join(dataDir, 'supervisor.lock'));
  if (release === null) throw new AlreadyRunningError(dataDir);
  removeLeftovers(dataDir);
  return release;
}
