import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createQuoteFinder, findQuote } from './quotes.js';

const found = (text: string, quote: string): string[] | null =>
  findQuote(text, quote)?.map(({ start, end }) => text.slice(start, end)) ?? null;

describe('a quote', () => {
  it.each([
    [
      'other quotation marks',
      'He said “it’s the «best» day” of all',
      `said "it's the 'best' day" of`,
      'said “it’s the «best» day” of',
    ],
    ['other dashes', 'from 1990–1995 — a long time', 'from 1990-1995 - a long time', 'from 1990–1995 — a long time'],
    [
      'other spaces',
      'costs 10\u202f000\u00a0euros a\n\n  year',
      'costs 10 000 euros a year',
      'costs 10\u202f000\u00a0euros a\n\n  year',
    ],
    ['soft hyphens', 'the con\u00adsti\u00adtution says', 'the constitution says', 'the con\u00adsti\u00adtution says'],
    ['hyphenation at a line end', 'an impor-\ntant finding here', 'an important finding', 'an impor-\ntant finding'],
    ['a compound broken at its hyphen', 'a well-\nknown writer', 'a well-known writer', 'a well-\nknown writer'],
    ['ligatures', 'the ﬁrst eﬃcient one', 'the first efficient one', 'the ﬁrst eﬃcient one'],
    [
      'decomposed accents',
      'le cafe\u0301 d’e\u0301te\u0301 ferme',
      "le café d'été ferme",
      'le cafe\u0301 d’e\u0301te\u0301 ferme',
    ],
    ['case, and a full stop of its own', 'and the tower is tall, they say', 'The tower is tall.', 'the tower is tall'],
    ['full-width forms', 'ＡＢＣ株式会社の売上', 'ABC株式会社の売上', 'ＡＢＣ株式会社の売上'],
  ])('is found through %s, at its exact place', (_difference, text, quote, place) => {
    expect(found(text, quote)).toEqual([place]);
  });

  it.each([
    ['other words', 'the tower is 300 metres tall', 'the tower is 324 metres tall'],
    ['a cut number', 'it costs 35 euros a day', 'it costs 3'],
    ['a cut decimal', 'it weighs about 3.55 kilograms', 'it weighs about 3'],
    ['the tail of a number', 'altogether 1,500 euros a month', '500 euros a month'],
    ['a cut word', 'the party went on all night', 'art went on all night'],
    ['too little', 'a tower of words', 'a tower'],
    ['nothing', 'a tower of words', ' … '],
    ['parts in the wrong order', 'first the cause came, then the effect came', 'the effect came … the cause came'],
    ['a part that is not there', 'first the cause came, then the effect', 'the cause came … and a moral'],
    ['parts far apart', `the cause came ${'x '.repeat(1_000)} the effect came`, 'the cause came … the effect came'],
  ])('is not found in %s', (_why, text, quote) => {
    expect(found(text, quote)).toBeNull();
  });

  it('with an ellipsis is found part by part, in order', () => {
    const text = 'The plan, which took years, was changed in March and dropped in May.';
    expect(found(text, 'The plan … was changed in March [...] dropped in May')).toEqual([
      'The plan',
      'was changed in March',
      'dropped in May',
    ]);
  });

  it('with an ellipsis starts at the place that the rest follows', () => {
    const text = `The plan failed. ${'y '.repeat(1_000)} The plan was good and then it failed badly.`;
    expect(findQuote(text, 'The plan … it failed badly')?.[0]?.start).toBe(text.lastIndexOf('The plan'));
  });

  it('whose ellipsis is the page’s own is found whole', () => {
    expect(found('Wait… there is more to it', 'Wait... there is more')).toEqual(['Wait… there is more']);
  });

  it('is found wherever it was taken from, however its typography was changed', () => {
    const word = fc.constantFrom(
      'first',
      'Straße',
      'naïve',
      '1,500',
      '3.5',
      'well-known',
      '“said”',
      'l’eau',
      '東京都',
      'Ünïcödé',
      'Ωμέγα',
      '𝄞',
      'x',
    );
    const change = fc.constantFrom(
      (text: string) => text.normalize('NFD'),
      (text: string) => text.replace(/ /gu, '\u00a0\n '),
      (text: string) => text.replace(/[“”]/gu, '"').replace(/’/gu, "'"),
      (text: string) => text.toUpperCase().replace(/SS/gu, 'ß'),
      (text: string) => text.replace(/(\p{L})(\p{L})/gu, '$1\u00ad$2'),
      (text: string) => `“${text}.”`,
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 12, maxLength: 30 }),
        fc.nat(5),
        fc.array(change),
        (words, skip, changes) => {
          const text = words.join(' ');
          const original = words.slice(skip, skip + 6).join(' ');
          const quote = changes.reduce((changed, apply) => apply(changed), original);
          fc.pre((original.match(/[\p{L}\p{N}]/gu) ?? []).length >= 8);
          const spans = createQuoteFinder(text).find(quote);
          expect(spans).toHaveLength(1);
          const [{ start, end }] = spans as [{ start: number; end: number }];
          expect(text.slice(start, end).replace(/[“”]/gu, '')).toBe(original.replace(/[“”]/gu, ''));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is looked for in any text without an exception, and stays within it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 30 }), (text, quote) => {
        for (const { start, end } of findQuote(text, quote) ?? []) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
