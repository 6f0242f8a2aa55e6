import { expect, it } from '@jest/globals';
import { takeTurns } from './take-turns.js';

it('gives the first of each group, then the second, until all are there', () => {
  const turns = (names: string) => takeTurns(names.split(' ').filter(Boolean), (name) => name[0]!).join(' ');
  expect(turns('a1 a2 b1 a3 c1 b2')).toBe('a1 b1 c1 a2 b2 a3');
  expect(turns('')).toBe('');
});
