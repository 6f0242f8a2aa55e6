import { afterAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config.js';
import { ensureDataFolder } from './data-folder.js';

const dir = mkdtempSync(join(tmpdir(), 'data-folder-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made with all above it, and is left alone where it is', () => {
    const folder = join(dir, 'a', 'b');
    ensureDataFolder(folder);
    ensureDataFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('that is a file, or lies in one, is refused by the name of the setting', () => {
    const file = join(dir, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')])
      expect(() => ensureDataFolder(path)).toThrow(
        expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(/DATA_DIR .*is a file/su) }),
      );
  });

  it('on a file system that takes no folders is refused, at once', () => {
    if (!existsSync('/proc/self')) return console.warn('no /proc here: nothing that refuses folders');
    expect(() => ensureDataFolder('/proc/nope/below')).toThrow(ConfigError);
  });
});
