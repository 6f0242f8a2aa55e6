import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdExclusively } from '../src/adapters/libsql/database.js';
import { TemporalUnavailableError } from '../src/contracts/errors.js';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { FACT, PAGES, QUESTION } from './support/pages.js';
import { startSystem, type System } from './support/system.js';

let web: OfflineWeb;
const settings = () => ({
  OUTBOUND_PROXY: web.proxyUrl,
  TAVILY_BASE_URL: web.searchUrl,
  TAVILY_API_KEY: 'tvly-test-key',
  SEARCH_ENGINES: 'tavily',
});

beforeAll(async () => {
  web = await startOfflineWeb(PAGES);
});
afterAll(() => web?.close());

/** A small file system of its own, or null where this user may not make one. */
function smallDisk(): { folder: string; remove: () => void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'synthetic-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** SQLite waits for a lock in the thread that asks, here the one that also asks Temporal: its deadlines may pass meanwhile. */
async function patiently<T>(look: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof TemporalUnavailableError)) throw error;
    }
  }
}

describe('a store that is locked', () => {
  it('for a few seconds costs a run nothing but those', async () => {
    const system = await startSystem(settings());
    try {
      await system.startWorker();
      const release = holdExclusively(system.config.storeFile);
      const runId = await patiently(() => system.ask(QUESTION));
      await new Promise((done) => setTimeout(done, 4_000));
      release?.();
      const view = await patiently(() => system.viewWhen(runId));
      expect(view.overall_status).toBe('succeeded');
      expect(view.answer).toContain(FACT);
    } finally {
      await system.stop();
    }
  }, 120_000);
});

describe('a disk that is full', () => {
  const disk = smallDisk();
  const itOnSmallDisk = disk === null ? it.skip : it;
  let system: System;
  afterAll(async () => {
    await system?.stop();
    disk?.remove();
  });

  itOnSmallDisk(
    'fails the run by name, and the next run goes well once there is room again',
    async () => {
      const folder = disk?.folder ?? '';
      system = await startSystem(settings(), folder);
      await system.startWorker();
      const filler = join(folder, 'filler');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
      const failed = await system.viewWhen(await system.ask(QUESTION));
      expect(failed.overall_status).not.toBe('succeeded');
      expect(failed.answer).toMatch(/store.*(full|locked)/i);
      rmSync(filler);
      const view = await system.viewWhen(await system.ask(QUESTION));
      expect(view.overall_status).toBe('succeeded');
      expect(view.answer).toContain(FACT);
      expect(existsSync(filler)).toBe(false);
    },
    180_000,
  );
});
