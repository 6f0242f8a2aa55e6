import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sentenceSpans } from './sentences.js';

const sentences = (text: string): string[] => sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it.each([
    ['ends them at stops, with the marks that close', 'He said "no." Then he left! Why? (He was tired.) So.', 5],
    ['keeps abbreviations whole', 'Dr. Smith met Mr. J. R. Jones, e.g. at St. Mary, approx. 3 p.m. on Oct. 3.', 1],
    ['keeps decimals, versions and addresses whole', 'Version 1.2.3 costs 3.5 dollars at example.org today.', 1],
    ['keeps German dates and abbreviations whole', 'Am 3. Oktober wird z. B. gefeiert, ca. 5 Mio. Euro kostet es.', 1],
    [
      'ends a sentence at a number when a new one opens',
      'It was founded in 12. The firm grew. It moved in 1998. Then it closed.',
      4,
    ],
    ['ends a sentence after U.S. when a new one opens', 'He lives in the U.S. He works. The U.S. Senate met.', 3],
    ['knows the stops of Chinese and Japanese', '北京是首都。人口很多！東京は？「はい。」そうです。', 5],
    ['knows the stops of Arabic and Hindi', 'ما هي العاصمة؟ القاهرة. यह एक वाक्य है। दूसरा वाक्य।', 4],
    ['takes a short line as a sentence of its own', 'Opening hours\nMonday to Friday\n9 to 5', 3],
    [
      'joins lines that were only wrapped',
      'This line was wrapped by whoever made the document and\ngoes on here. Next one.',
      2,
    ],
    ['takes items of a list apart', 'We sell:\n- apples\n- pears\n2) plums', 4],
  ])('%s', (_name, text, count) => {
    expect(sentences(text)).toHaveLength(count);
  });

  it('leaves out nothing but white space and never overlaps, whatever the text', () => {
    const piece = fc.constantFrom('a', 'B', '.', ' ', '\n', '"', '。', '3', '!', 'Dr', '…', ')', '- ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (text) => {
          const spans = sentenceSpans(text);
          let at = 0;
          for (const { start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            expect(text.slice(at, start).trim()).toBe('');
            at = end;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
    );
  });

  it('stays within the stretch that it was given', () => {
    const text = 'One two. Three four. Five six.';
    expect(sentenceSpans(text, { start: 4, end: 18 })).toEqual([
      { start: 4, end: 8 },
      { start: 9, end: 18 },
    ]);
  });
});
