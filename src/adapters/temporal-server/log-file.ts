import { existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MAX_BYTES = 10_000_000;

/** Where the log of one part of the product lies. */
export const logFilePath = (dataDir: string, part: string): string => join(dataDir, 'logs', `${part}.log`);

/**
 * Opens a log to append to; one past 10 MB becomes `.1` first, so that two files a part is the most there is.
 * @returns its descriptor, for the caller to close
 */
export function openLogFile(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}
