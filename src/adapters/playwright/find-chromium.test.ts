import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { findChromium } from './find-chromium.js';

describe('findChromium', () => {
  it('takes the executable named by hand before any other', () => {
    expect(findChromium(process.execPath)).toBe(process.execPath);
  });

  it('takes nothing in place of a named executable that is missing', () => {
    expect(findChromium('/nowhere/chromium')).toBeNull();
  });

  it('treats an empty name as none and returns a file that exists, or null', () => {
    const found = findChromium('');
    expect(found).toBe(findChromium());
    expect(found === null || existsSync(found)).toBe(true);
  });
});
