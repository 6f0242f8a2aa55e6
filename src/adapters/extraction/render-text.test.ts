import { describe, expect, it } from '@jest/globals';
import { parseHtml } from './parse-html.js';
import { meaningfulLinks, renderText } from './render-text.js';
import { collectBlocks } from './text-blocks.js';

const blocksOf = (html: string) => collectBlocks(parseHtml(html, { maxNodes: 10_000, maxDepth: 100 }).root).blocks;
const text = (html: string): string => renderText(blocksOf(html)).text;

describe('renderText', () => {
  it('parts blocks by a blank line and marks headings by level', () => {
    expect(text('<h1>One</h1><p>Two <b>three</b>.</p><h3>Four</h3>')).toBe('# One\n\nTwo three.\n\n### Four');
  });

  it('lists items a line each, nested ones indented', () => {
    expect(text('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>')).toBe('- a\n  - b\n- c');
  });

  it('writes a table row by row with its cells apart', () => {
    const table = '<table><tr><th>Name<th>Size<tr><td>Elm<td>30 m<tr><td>Oak | red<td>25 m</table>';
    expect(text(table)).toBe('Name | Size\nElm | 30 m\nOak / red | 25 m');
  });

  it('keeps code line by line between fences', () => {
    expect(text('<p>So:</p><pre><code>if (a) {\n  b();\n}</code></pre>')).toBe('So:\n\n```\nif (a) {\n  b();\n}\n```');
  });

  it('says where each heading begins', () => {
    const { text: whole, headings } = renderText(blocksOf('<p>x</p><h2>Second <i>part</i></h2><p>y</p>'));
    expect(headings).toEqual([{ level: 2, text: 'Second part', start: whole.indexOf('## Second part') }]);
  });

  it('keeps words of neighbouring inline elements apart', () => {
    expect(text('<div><span>4.5</span><span>stars</span><a href=/r>12 reviews</a></div>')).toBe('4.5 stars 12 reviews');
  });
});

describe('meaningfulLinks', () => {
  it('lists each target once and leaves out jumps within the page and other schemes', () => {
    const html =
      '<p><a href="/a">One</a> <a href="/a">again</a> <a href="#b">jump</a> <a href="mailto:x@y.z">mail</a> <a href="c">Sea</a></p>';
    expect(meaningfulLinks(blocksOf(html), new URL('https://s.example/d/e'))).toEqual([
      { text: 'One', url: 'https://s.example/a' },
      { text: 'Sea', url: 'https://s.example/d/c' },
    ]);
  });
});
