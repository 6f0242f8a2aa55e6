import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

/** Measured at 1.7 MB with its source map when this was written; each cached workflow pays for it. */
const MOST_BYTES = 2_600_000;

const bundle = readFileSync(process.env['TEST_WORKFLOW_BUNDLE'] ?? '', 'utf8');
const modules = [...bundle.matchAll(/^\s*\/\*\*\*\/ "([^"]+)":?/gm)].map(([, name]) => name ?? '');

describe('the workflow bundle', () => {
  it('lists the modules that it judges', () => {
    expect(modules).toEqual(expect.arrayContaining([expect.stringContaining('src/workflows/run.ts')]));
  });

  it.each([
    'node_modules/zod',
    'tinyld',
    'tldts',
    'libsql',
    'undici',
    'ipaddr',
    'snowball',
    '/adapters/',
    '/activities/',
    '/schemas/',
    'stop-words',
  ])('does not hold %s', (unwanted) => {
    expect(modules.filter((name) => name.includes(unwanted))).toEqual([]);
  });

  it('stays small', () => {
    expect(bundle.length).toBeLessThan(MOST_BYTES);
  });
});
