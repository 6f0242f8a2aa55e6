import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PROBLEMS } from './problems.js';

describe('docs/http-api.md', () => {
  it('lists every problem code under its status, and no other', () => {
    const text = readFileSync(new URL('../../docs/http-api.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\|\s*(\d{3})\s*\|(.*)\|$/gm)];
    const documented = rows.flatMap(([, status, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => [code, Number(status)] as const),
    );
    const known = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status] as const);
    const sorted = (pairs: readonly (readonly [string, number])[]) =>
      pairs
        .filter(([code]) => code !== 'request_id')
        .map(([code, status]) => `${status} ${code}`)
        .sort();
    expect(sorted(documented)).toEqual(sorted(known));
  });
});
