import { describe, expect, it } from '@jest/globals';
import { evenOut } from './even-out.js';
import { parseHtml } from './parse-html.js';
import { collectBlocks } from './text-blocks.js';

const chances = (html: string, scores: readonly number[]): number[] => {
  const { blocks } = collectBlocks(parseHtml(html, { maxNodes: 1_000, maxDepth: 50 }).root);
  expect(blocks).toHaveLength(scores.length);
  return [...evenOut(blocks, Float64Array.from(scores))];
};

describe('evenOut', () => {
  it('lets blocks that a template makes alike speak for each other', () => {
    const [sure, unsure, other] = chances('<p class=title>One<p class=title>Two<p class=price>3', [2, -1, -1]);
    expect(unsure).toBeGreaterThan(other ?? 1);
    expect(sure).toBeGreaterThan(unsure ?? 1);
  });

  it('lets a long block speak louder than a short one', () => {
    const long = 'word '.repeat(100);
    const [, byLong] = chances(`<p>${long}<p>short`, [2, -2]);
    const [, byShort] = chances(`<p>short<p>${long}`, [2, -2]);
    expect(byLong).toBeGreaterThan(byShort ?? 1);
  });

  it('tells elements of one class apart by what holds them', () => {
    const list = '<ul class=posts><li><p>One</ul><ul class=links><li><p>Two</ul>';
    const [first, second] = chances(list, [3, -3]);
    expect(first).toBeGreaterThan(0.8);
    expect(second).toBeLessThan(0.2);
  });

  it('gives a chance for every block, also where there are none', () => {
    expect(chances('', [])).toEqual([]);
    expect(chances('<p>One', [0])[0]).toBeCloseTo(0.475, 3);
  });
});
