import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '../../contracts/errors.js';
import { holdExclusively } from './database.js';

describe('a file held for one process', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'hold-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('is given to one holder at a time, and again once it is let go', () => {
    const file = join(dir, 'lock');
    const release = holdExclusively(file);
    expect(release).not.toBeNull();
    expect(holdExclusively(file)).toBeNull();
    release?.();
    const again = holdExclusively(file);
    expect(again).not.toBeNull();
    again?.();
  });

  it('is free at once when its holder is killed', async () => {
    const file = join(dir, 'lock');
    const program = join(dir, 'holder.mts');
    const module = resolve('src/adapters/libsql/database.ts');
    writeFileSync(
      program,
      `import { holdExclusively } from ${JSON.stringify(module)};
       console.log(holdExclusively(${JSON.stringify(file)}) === null ? 'taken' : 'held');
       setInterval(() => undefined, 1000);`,
    );
    const holder = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(holder.stdout, 'data')) as [Buffer];
    expect(String(said).trim()).toBe('held');
    expect(holdExclusively(file)).toBeNull();
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    const release = holdExclusively(file);
    expect(release).not.toBeNull();
    release?.();
  });

  it('says so when the file is no database', () => {
    const file = join(dir, 'lock');
    writeFileSync(file, 'not a database, but long enough to be read as the header of one'.repeat(20));
    expect(() => holdExclusively(file)).toThrow(StoreUnavailableError);
  });
});
