import { describe, expect, it } from '@jest/globals';
import { chooseBlocks } from './choose-blocks.js';
import { parseHtml } from './parse-html.js';
import { collectBlocks } from './text-blocks.js';

const blocksOf = (html: string) => collectBlocks(parseHtml(html, { maxNodes: 1_000, maxDepth: 50 }).root).blocks;
const kept = (html: string, chances: readonly number[]): string[] =>
  chooseBlocks(blocksOf(html), Float32Array.from(chances)).map((block) => block.text);

const first = 'Ten words that stand here to be a whole block.';
const second = 'Another ten words that stand here to be one block.';

describe('chooseBlocks', () => {
  it('keeps likely blocks in reading order and leaves unlikely ones', () => {
    expect(kept(`<p>${first}<p>menu<p>${second}`, [0.8, 0.05, 0.9])).toEqual([first, second]);
  });

  it('keeps a text once that stands on the page twice', () => {
    expect(kept(`<p>${first}<p>${second}<p>${first.toUpperCase()}`, [0.9, 0.9, 0.9])).toEqual([first, second]);
  });

  it('keeps equal cells of a table and equal lines of code', () => {
    const row = `<tr><td>${first}</td></tr>`;
    expect(kept(`<table>${row}${row}</table>`, [0.9, 0.9])).toHaveLength(2);
  });

  it('keeps unsure blocks where nothing on the page is sure', () => {
    expect(kept(`<p>${first}<p>${second}`, [0.4, 0.4])).toEqual([first, second]);
    expect(kept(`<p>${first.repeat(20)}<p>${second}`, [0.99, 0.3])).toEqual([first.repeat(20)]);
  });

  it('keeps nothing of a page where all is unlikely, unless it holds running text', () => {
    expect(kept(`<p>${first}<p>${second}`, [0.05, 0.05])).toEqual([]);
    expect(kept(`<p>${first.repeat(7)}<p>${second}`, [0.1, 0.05])).not.toEqual([]);
  });
});
