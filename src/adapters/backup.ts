/** A copy of all that a data folder keeps, taken while the product runs, and put back while it does not. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { snapshotDatabase } from './libsql/database.js';
import { readLiveRunFile } from './temporal-server/run-file.js';

/** What is made anew by a start, or belongs to what runs. */
const LEFT_OUT = new Set(['bin', 'browsers', 'hosts', 'logs', 'models', 'run.json', 'temporal']);
const IS_LEFT_OUT = /^supervisor\.lock|-(?:shm|wal|journal)$/;
const STORE = 'synthetic.db';
const TEMPORAL = join('temporal', 'temporal.db');
const CLI_VERSION = `${TEMPORAL}.cli-version`;
const MANIFEST = 'backup.json';

export interface BackupManifest {
  readonly product: string;
  /** ISO 8601 */
  readonly created_at: string;
  /** names in the backup */
  readonly files: readonly string[];
  /** false: runs are kept by a server of the operator's own, which has backups of its own */
  readonly has_runs: boolean;
}

/** A backup cannot be taken or put back as asked; the message says what to do. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

const isEmptyOrNew = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/**
 * Temporal's database first, then the store: what the runs refer to is in the store's later copy.
 * @param target a folder that is new or empty
 * @throws BackupError, StoreUnavailableError
 */
export function backUp(dataDir: string, target: string, product: string): BackupManifest {
  if (!existsSync(join(dataDir, STORE))) throw new BackupError(`${dataDir} has no store: there is nothing to back up.`);
  if (!isEmptyOrNew(target)) throw new BackupError(`${target} is not empty: name a new folder.`);
  try {
    return copyInto(dataDir, target, product);
  } catch (error) {
    // Half a backup is none, and would only stand in the way of the next.
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

function copyInto(dataDir: string, target: string, product: string): BackupManifest {
  mkdirSync(join(target, 'temporal'), { recursive: true, mode: 0o700 });
  const hasRuns = existsSync(join(dataDir, TEMPORAL));
  if (hasRuns) snapshotDatabase(join(dataDir, TEMPORAL), join(target, TEMPORAL));
  if (existsSync(join(dataDir, CLI_VERSION))) cpSync(join(dataDir, CLI_VERSION), join(target, CLI_VERSION));
  snapshotDatabase(join(dataDir, STORE), join(target, STORE));
  for (const name of readdirSync(dataDir))
    if (name !== STORE && !LEFT_OUT.has(name) && !IS_LEFT_OUT.test(name))
      cpSync(join(dataDir, name), join(target, name), { recursive: true });
  const files = readdirSync(target).filter((name) => !name.endsWith('-wal'));
  const manifest = { product, created_at: new Date().toISOString(), files, has_runs: hasRuns };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

function readManifest(source: string): BackupManifest {
  try {
    return JSON.parse(readFileSync(join(source, MANIFEST), 'utf8')) as BackupManifest;
  } catch {
    throw new BackupError(`${source} is not a backup: it has no ${MANIFEST} that can be read.`);
  }
}

/**
 * Puts a backup in the place of the data folder. What was there is moved aside, never overwritten.
 * @returns the backup, and where the old folder's content went, if it had any
 * @throws BackupError the product runs on the folder, or `source` is no backup
 */
export function restore(dataDir: string, source: string): { manifest: BackupManifest; movedTo: string | null } {
  const manifest = readManifest(source);
  if (readLiveRunFile(dataDir) !== null)
    throw new BackupError(`The product runs on ${dataDir}: stop it first (Ctrl-C), then restore.`);
  const movedTo = isEmptyOrNew(dataDir) ? null : `${dataDir}.before-${Date.now()}`;
  if (movedTo !== null) renameSync(dataDir, movedTo);
  mkdirSync(dataDir, { recursive: true });
  for (const name of readdirSync(source))
    if (name !== MANIFEST) cpSync(join(source, name), join(dataDir, name), { recursive: true });
  // What is no data of anybody's need not be fetched again.
  for (const name of ['bin', 'models'])
    if (movedTo !== null && existsSync(join(movedTo, name)))
      cpSync(join(movedTo, name), join(dataDir, name), { recursive: true });
  return { manifest, movedTo };
}

/** Bytes of a folder's files. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
