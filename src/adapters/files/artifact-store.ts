/** Artefacts as files below the data folder: one folder per run. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { StoreUnavailableError } from '../../contracts/errors.js';

const RUN_ID = /^[A-Za-z0-9_-]{1,100}$/u;
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/u;

/** @param root made when it is first written to */
export function createArtifactStore(root: string): ArtifactStore {
  const folder = (runId: string): string => {
    if (!RUN_ID.test(runId)) throw new Error(`not a run id: ${runId.slice(0, 40)}`);
    return join(root, runId);
  };
  const file = (runId: string, name: string): string => {
    if (!NAME.test(name)) throw new Error(`not an artefact's name: ${name.slice(0, 40)}`);
    return join(folder(runId), name);
  };
  return {
    save: (runId, name, bytes) =>
      writing(async () => {
        await mkdir(folder(runId), { recursive: true, mode: 0o700 });
        // Half-written files are told by their name, and are never read.
        const half = join(folder(runId), `.${name}.${randomBytes(4).toString('hex')}.tmp`);
        await writeFile(half, bytes, { mode: 0o600 });
        await rename(half, file(runId, name));
      }),
    load: (runId, name) => orNull(readFile(file(runId, name))),
    append: (runId, name, line) =>
      writing(async () => {
        await mkdir(folder(runId), { recursive: true, mode: 0o700 });
        const handle = await open(file(runId, name), 'a', 0o600);
        try {
          await handle.appendFile(`${line}\n`);
          await handle.sync();
        } finally {
          await handle.close();
        }
      }),
    list: async (runId) => ((await orNull(readdir(folder(runId)))) ?? []).filter((name) => NAME.test(name)).sort(),
    deleteRun: (runId) => writing(() => rm(folder(runId), { recursive: true, force: true })),
    runIds: async () => ((await orNull(readdir(root))) ?? []).filter((name) => RUN_ID.test(name)),
  };
}

async function writing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new StoreUnavailableError('what was seen in the browser cannot be kept: the disk is full or not writable', {
      cause: error,
    });
  }
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
