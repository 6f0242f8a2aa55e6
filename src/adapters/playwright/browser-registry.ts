/** Keeps note of the browsers that were started, so that what a dead worker left behind is found and cleared. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { identify, isSameProcess, type ProcessIdentity } from '../temporal-server/process-identity.js';

export interface BrowserRecord {
  readonly owner: ProcessIdentity;
  readonly browser: ProcessIdentity;
  /** its profile; null when the browser did not tell */
  readonly profile: string | null;
  /** folder for what it downloads */
  readonly artifacts: string;
}

/** A profile is removed only if it is named as the driver names its own. */
const PROFILE_NAME = /^playwright_\w+dev_profile-/u;

const ARTIFACTS = 'artifacts-';

export class BrowserRegistry {
  /** @param dir made when it is first written to */
  constructor(private readonly dir: string) {}

  /** A folder for one browser's downloads, here and not among the system's temporary files: what is left can be told ours. */
  makeArtifacts(): string {
    mkdirSync(this.dir, { recursive: true });
    return mkdtempSync(join(this.dir, ARTIFACTS));
  }

  /** @returns takes the record back, and the folder with it */
  add(browserPid: number, profile: string | null, artifacts: string): () => void {
    const record: BrowserRecord = { owner: identify(process.pid), browser: identify(browserPid), profile, artifacts };
    const file = join(this.dir, `${browserPid}.json`);
    writeFileSync(file, JSON.stringify(record));
    return () => {
      rmSync(artifacts, { recursive: true, force: true });
      rmSync(file, { force: true });
    };
  }

  /** Ends browsers whose worker is gone and removes their profiles. @returns how many were cleared */
  sweep(): number {
    const left = this.records().filter(({ record }) => record === null || !isSameProcess(record.owner));
    for (const { file, record } of left) {
      if (record !== null) this.clear(record);
      rmSync(file, { force: true });
    }
    return left.length;
  }

  private clear({ browser, profile, artifacts }: BrowserRecord): void {
    if (browser.start !== null && isSameProcess(browser)) killTree(browser.pid);
    if (profile !== null && PROFILE_NAME.test(basename(profile))) rmSync(profile, { recursive: true, force: true });
    if (dirname(artifacts) === this.dir) rmSync(artifacts, { recursive: true, force: true });
  }

  private records(): { file: string; record: BrowserRecord | null }[] {
    return namesIn(this.dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ file: join(this.dir, name), record: parse(join(this.dir, name)) }));
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function parse(file: string): BrowserRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BrowserRecord;
  } catch {
    return null;
  }
}

/** Ends a browser with all of its processes: it leads a group of its own. */
export function killTree(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended already, or leads no group.
    }
  }
}
