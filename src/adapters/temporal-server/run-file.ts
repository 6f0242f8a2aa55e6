import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSameProcess, type ProcessIdentity } from './process-identity.js';

/** What is running on a data folder: written by the supervisor, read by the CLI, doctor and separately started parts. */
export interface RunFile {
  /** the supervisor */
  readonly pid: number;
  /** tells the supervisor from a later process with the same pid */
  readonly process: string | null;
  /** the page's address, e.g. http://127.0.0.1:3000 */
  readonly page: string;
  readonly temporal_address: string;
  /** null: a server that is not ours, or one without a UI */
  readonly temporal_ui: string | null;
  readonly temporal_namespace: string;
  /** ISO 8601 */
  readonly started_at: string;
}

const runFilePath = (dataDir: string): string => join(dataDir, 'run.json');

/** Writes a file so that a reader sees the old or the new text, never half of it. */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** Reads JSON; null when the file is missing or is not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

export function writeRunFile(dataDir: string, run: RunFile): void {
  writeAtomically(runFilePath(dataDir), `${JSON.stringify(run, null, 2)}\n`);
}

export function removeRunFile(dataDir: string): void {
  rmSync(runFilePath(dataDir), { force: true });
}

/** The run file as it lies there; null when missing or not one of ours. */
export function readRunFile(dataDir: string): RunFile | null {
  const value = readJson(runFilePath(dataDir));
  if (typeof value !== 'object' || value === null) return null;
  const run = value as Partial<RunFile>;
  const complete =
    typeof run.pid === 'number' &&
    typeof run.page === 'string' &&
    typeof run.temporal_address === 'string' &&
    typeof run.temporal_namespace === 'string';
  return complete ? (run as RunFile) : null;
}

/** The run file of a supervisor that is alive; one left behind by a power cut counts as none. */
export function readLiveRunFile(dataDir: string): RunFile | null {
  const run = readRunFile(dataDir);
  if (run === null) return null;
  const identity: ProcessIdentity = { pid: run.pid, start: run.process ?? null };
  return isSameProcess(identity) ? run : null;
}
