import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, restore } from '../adapters/backup.js';
import { openDatabase } from '../adapters/libsql/database.js';
import { openStore } from '../adapters/libsql/store.js';
import { completion } from './commands/completion.js';
import { Command } from 'commander';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder as a running product has it: its store open, with writes that stand in the write-ahead log alone. */
function runningFolder(): { dataDir: string; storeId: string; close: () => void } {
  const dataDir = join(folder, 'data');
  const store = openStore(join(dataDir, 'synthetic.db'));
  const temporal = openDatabase(join(dataDir, 'temporal', 'temporal.db'));
  temporal.run('CREATE TABLE history (run TEXT)');
  temporal.run("INSERT INTO history VALUES ('run_1')");
  writeFileSync(join(dataDir, 'temporal', 'temporal.db.cli-version'), '1.9.1');
  for (const name of ['bin', 'logs', 'browsers', 'artifacts']) mkdirSync(join(dataDir, name));
  writeFileSync(join(dataDir, 'bin', 'temporal'), 'a program');
  writeFileSync(join(dataDir, 'artifacts', 'step-1.png'), 'an image');
  const close = () => {
    temporal.close();
    store.close();
  };
  return { dataDir, storeId: store.identity().storeId, close };
}

const runsIn = (dataDir: string): unknown => {
  const database = openDatabase(join(dataDir, 'temporal', 'temporal.db'));
  const rows = database.all('SELECT run FROM history');
  database.close();
  return rows;
};

describe('a backup', () => {
  it('taken while the product runs is whole, and comes back as it was', () => {
    const { dataDir, storeId, close } = runningFolder();
    const target = join(folder, "Monday's");
    const manifest = backUp(dataDir, target, '0.1.0');
    expect([...manifest.files].sort()).toEqual(['artifacts', 'synthetic.db', 'temporal']);
    expect(manifest.has_runs).toBe(true);
    close();

    const { movedTo } = restore(dataDir, target);
    const store = openStore(join(dataDir, 'synthetic.db'));
    expect(store.identity().storeId).toBe(storeId);
    store.close();
    expect(runsIn(dataDir)).toEqual([{ run: 'run_1' }]);
    expect(existsSync(join(dataDir, 'artifacts', 'step-1.png'))).toBe(true);
    expect(existsSync(join(dataDir, 'temporal', 'temporal.db.cli-version'))).toBe(true);
    // What was there is moved, not lost; programs are kept.
    expect(readdirSync(movedTo ?? '')).toContain('synthetic.db');
    expect(existsSync(join(dataDir, 'bin', 'temporal'))).toBe(true);
  });

  it('is refused where it would overwrite, or hold nothing', () => {
    const { dataDir, close } = runningFolder();
    expect(() => backUp(dataDir, dataDir, '0.1.0')).toThrow('is not empty');
    expect(() => backUp(join(folder, 'none'), join(folder, 'new'), '0.1.0')).toThrow('nothing to back up');
    expect(() => restore(dataDir, folder)).toThrow('is not a backup');
    close();
  });
});

describe('the completion script', () => {
  const program = new Command('synthetic');
  program.command('ask <question>').description('ask a question').option('--max-pages <n>').option('--json');
  program.command('runs').description("list runs; it's short");

  const complete = (line: string): string[] => {
    const words = line.split(' ');
    const script = `${completion('bash', program)}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _synthetic; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  };

  it('gives commands, and the options of each', () => {
    expect(complete('synthetic r')).toEqual(['runs']);
    expect(complete('synthetic ask --m')).toEqual(['--max-pages']);
    expect(complete('synthetic ask --')).toEqual(['--max-pages', '--json', '--help']);
  });

  it('is there for zsh and fish, and says which shells are known', () => {
    expect(completion('zsh', program)).toContain('bashcompinit');
    expect(completion('fish', program)).toContain("-a ask -d 'ask a question'");
    expect(() => completion('tcsh', program)).toThrow('bash, zsh, fish');
  });
});
