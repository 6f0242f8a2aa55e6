import { expect, it } from '@jest/globals';
import { parseRetryAfter } from './retry-after.js';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['1.5', 1_500],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['2030', 2_030_000],
  ['', null],
  [null, null],
  [undefined, null],
])('Retry-After %p is %p ms', (value, wanted) => {
  expect(parseRetryAfter(value, now)).toBe(wanted);
});
