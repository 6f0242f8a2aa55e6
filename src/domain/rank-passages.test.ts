import { describe, expect, it } from '@jest/globals';
import { rankPassages } from './rank-passages.js';

/** A passage by a letter for its page and its position there: `a3`. */
const passage = (name: string) => ({ pageId: name[0]!, index: Number(name.slice(1)) });
const ranks = (...rankings: readonly [names: string, weight: number][]): string =>
  rankPassages(rankings.map(([names, weight]) => ({ found: names.split(' ').filter(Boolean).map(passage), weight })))
    .map(({ passage: { pageId, index } }) => `${pageId}${index}`)
    .join(' ');

describe('a ranking of passages from several', () => {
  it('begins with what all of them found', () => {
    expect(ranks(['a0 b0 c0', 1], ['d0 b0 e0', 1])).toMatch(/^b0 /);
  });

  it('heeds the weights, and leaves out a ranking of weight 0', () => {
    expect(ranks(['a0 b0', 1], ['b0 a0', 2])).toBe('b0 a0');
    expect(ranks(['a0 b0', 1], ['x0 y0', 0])).toBe('a0 b0');
    expect(ranks(['', 1], ['', 1])).toBe('');
  });

  it('keeps the order of a single ranking where each page has one passage', () => {
    expect(ranks(['c0 a0 d0 b0', 1])).toBe('c0 a0 d0 b0');
  });

  it('prefers a page that holds several good passages', () => {
    expect(ranks(['a0 b0 c0 b7 b9', 1])).toBe('a0 b0 b7 b9 c0');
  });

  it('prefers, among passages of one page, the neighbours of better ones', () => {
    expect(ranks(['a5 b0 a9 a6', 1])).toMatch(/a6.* a9/);
  });
});
