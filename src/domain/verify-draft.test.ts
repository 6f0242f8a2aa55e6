import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ModelDraft } from './model-json.js';
import { verifyDraft, type CheckedSentence, type VerifiableSource } from './verify-draft.js';

const LIGHT = `The lighthouse of Skerrow is 31 metres high and was built in 1884 from granite.

Its keeper, Maren Oake, climbed the 126 steps every night until the lamp was switched off on 12 March 2015. Visitors may climb the tower on Saturdays from 10:30 to 5 pm for €4.50.

The island has 1,234 inhabitants and 3.5 million birds. The old lamp used thirty-one litres of oil a week.`;
const TURM = `Der Leuchtturm von Skerrow ist 31 Meter hoch und wurde 1884 aus Granit gebaut. Ebba Storm zündete ihn am 3. Mai 1884 an. Die Insel hat 1.234 Einwohner; 12,5 % davon fischen. Der Eintritt kostet 4,50 Euro.`;

const SOURCES: readonly VerifiableSource[] = [
  { n: 1, text: LIGHT, title: 'The lighthouse of Skerrow', language: 'en' },
  { n: 2, text: TURM, title: 'Der Leuchtturm von Skerrow', language: 'de' },
];
const QUESTION = 'How high is the lighthouse of Skerrow?';

function checked(text: string, quotes: readonly (string | [number, string])[], language = 'en'): CheckedSentence {
  const citations = quotes.map((quote) =>
    typeof quote === 'string' ? { source: language === 'de' ? 2 : 1, quote } : { source: quote[0], quote: quote[1] },
  );
  const draft: ModelDraft = { answered: true, sentences: [{ text, citations }] };
  return verifyDraft(draft, { sources: SOURCES, question: QUESTION, language }).sentences[0]!;
}

const HIGH = 'The lighthouse of Skerrow is 31 metres high and was built in 1884 from granite.';
const KEEPER =
  'Its keeper, Maren Oake, climbed the 126 steps every night until the lamp was switched off on 12 March 2015.';
const OPEN = 'Visitors may climb the tower on Saturdays from 10:30 to 5 pm for €4.50.';
const BIRDS = 'The island has 1,234 inhabitants and 3.5 million birds.';
const HOCH = 'Der Leuchtturm von Skerrow ist 31 Meter hoch und wurde 1884 aus Granit gebaut.';

describe('a sentence is supported', () => {
  it.each([
    ['The lighthouse of Skerrow is 31 metres high.', HIGH],
    ['The lighthouse is 31 m high.', HIGH],
    ['The lighthouse is thirty-one metres high.', HIGH],
    ['It was built in 1884.', HIGH],
    ['Maren Oake kept the light and climbed its 126 steps.', KEEPER],
    ['The lamp was switched off on March 12, 2015.', KEEPER],
    ['The lamp was switched off on 2015-03-12.', KEEPER],
    ['The lamp was switched off in March 2015.', KEEPER],
    ['The lamp was switched off in 2015.', KEEPER],
    ['The tower can be climbed each Saturday, 10:30 a.m. to 17:00.', OPEN],
    ['Climbing the tower costs 4.50 euros.', OPEN],
    ['1,234 people and 3,500,000 birds live on the island.', BIRDS],
    ['The lamp needed 31 litres of oil.', 'The old lamp used thirty-one litres of oil a week.'],
    ['The lighthouse is 31 metres high.', 'The lighthouse … is 31 metres high'],
  ])('%s', (text, quote) => {
    expect(checked(text, [quote])).toMatchObject({ verdict: 'supported', lacks: null });
  });

  it.each([
    ['Der Leuchtturm ist 31 Meter hoch.', HOCH],
    ['Er wurde am 3. Mai 1884 von Ebba Storm angezündet.', 'Ebba Storm zündete ihn am 3. Mai 1884 an.'],
    [
      'Auf der Insel leben 1.234 Einwohner, davon sind 12,5 Prozent Fischer.',
      'Die Insel hat 1.234 Einwohner; 12,5 % davon fischen.',
    ],
    ['Der Turm ist einunddreißig Meter hoch.', HOCH],
  ])('in German: %s', (text, quote) => {
    expect(checked(text, [quote], 'de')).toMatchObject({ verdict: 'supported' });
  });

  it('by a quote in another language, with its numbers written the other way', () => {
    expect(
      checked('The island has 1,234 inhabitants, 12.5 percent of whom fish.', [
        [2, 'Die Insel hat 1.234 Einwohner; 12,5 % davon fischen.'],
      ]),
    ).toMatchObject({ verdict: 'supported' });
    expect(checked('Die Insel hat 1.234 Einwohner.', [[1, BIRDS]], 'de')).toMatchObject({ verdict: 'supported' });
  });

  it('by what is left when one of its citations is invented, and the invented one is gone', () => {
    const sentence = checked('The lighthouse of Skerrow is 31 metres high.', [
      HIGH,
      'It is the highest on the coast.',
      [9, HIGH],
    ]);
    expect(sentence.verdict).toBe('supported');
    expect(sentence.citations).toEqual([{ source: 1, span: { start: 0, end: HIGH.length - 1 } }]);
  });
});

describe('a sentence is not supported', () => {
  it.each([
    ['a bent number', 'The lighthouse is 99 metres high.', HIGH, 'number'],
    ['a bent number in words', 'The lighthouse is ninety metres high.', HIGH, 'number'],
    ['a number that is only part of one', 'The lighthouse is 3 metres high.', HIGH, 'number'],
    [
      'a number a thousand times as large',
      'The island has 1.234 inhabitants.',
      'was built in 1884 from granite',
      'number',
    ],
    ['a number that was calculated', 'The lighthouse is 142 years old.', HIGH, 'number'],
    ['a bent scale', 'The island has 3.5 billion birds.', BIRDS, 'number'],
    ['another unit', 'The lighthouse is 31 feet high.', HIGH, 'unit'],
    ['another currency', 'Climbing the tower costs $4.50.', OPEN, 'unit'],
    ['a bent day', 'The lamp was switched off on 13 March 2015.', KEEPER, 'date'],
    ['a bent month', 'The lamp was switched off in April 2015.', KEEPER, 'date'],
    ['a bent year', 'The lamp was switched off on 12 March 2016.', KEEPER, 'date'],
    ['another day of the week', 'Visitors may climb the tower on Sundays.', OPEN, 'date'],
    ['another time of day', 'Visitors may climb the tower until 6 pm.', OPEN, 'date'],
    ['another name', 'Its keeper, Maren Storm, climbed the steps.', KEEPER, 'name'],
    ['a name from nowhere', 'The lamp of Skerrow was switched off by Ebba.', KEEPER, 'name'],
    ['what the quote does not speak of', 'Please transfer your savings quickly.', HIGH, 'unrelated'],
  ])('with %s: %s', (_what, text, quote, lacks) => {
    expect(checked(text, [quote])).toMatchObject({ verdict: 'unsupported', lacks, citations: [] });
  });

  it.each([
    ['Der Leuchtturm ist 99 Meter hoch.', HOCH, 'number'],
    ['Der Leuchtturm ist zweiunddreißig Meter hoch.', HOCH, 'number'],
    ['Er wurde am 3. Juni 1884 angezündet.', 'Ebba Storm zündete ihn am 3. Mai 1884 an.', 'date'],
    ['Er wurde von Maren Oake angezündet.', 'Ebba Storm zündete ihn am 3. Mai 1884 an.', 'name'],
  ])('in German: %s', (text, quote, lacks) => {
    expect(checked(text, [quote], 'de')).toMatchObject({ verdict: 'unsupported', lacks });
  });

  it('by a quote that the page does not hold', () => {
    expect(
      checked('The lighthouse is 31 metres high.', ['The lighthouse of Skerrow is thirty metres high']),
    ).toMatchObject({ verdict: 'dropped_citation', lacks: 'quote', citations: [] });
  });

  it.each([0, -1, 3, 9, Number.NaN, 1.5])('by a source that there is not: %d', (source) => {
    expect(checked('The lighthouse is 31 metres high.', [[source, HIGH]])).toMatchObject({
      verdict: 'dropped_citation',
      citations: [],
    });
  });

  it('by another source than the one that holds the quote', () => {
    expect(checked('The lighthouse is 31 metres high.', [[2, HIGH]]).verdict).toBe('dropped_citation');
  });

  it('by an empty or tiny quote, or by none', () => {
    for (const quotes of [[''], ['31'], ['...'], []])
      expect(checked('The lighthouse is 31 metres high.', quotes).verdict).not.toBe('supported');
  });
});

describe('the text of a sentence', () => {
  it.each([
    ['See https://evil.example/x?q=1 for the lighthouse.', 'See for the lighthouse.'],
    ['The [lighthouse](https://evil.example) is high.', 'The lighthouse is high.'],
    ['The lighthouse ![x](https://evil.example/p.png) is high.', 'The lighthouse is high.'],
    ['The lighthouse <img src="https://evil.example/p.png"> is <b>high</b>.', 'The lighthouse is high.'],
    ['Visit www.evil.example or evil.com/login for the lighthouse.', 'Visit or for the lighthouse.'],
    ['Mail boss@evil.com about the lighthouse.', 'Mail about the lighthouse.'],
    ['The lighthouse javascript:alert(1) is high.', 'The lighthouse is high.'],
    ['The lighthouse is high [1][2, 3]【4†source】.', 'The lighthouse is high.'],
    ['## The **lighthouse** is\n\nhigh.', 'The lighthouse is high.'],
    ['The li\u200bght\u202ehouse is high.', 'The lighthouse is high.'],
    ['The lighthouse uses Node.js and is high.', 'The lighthouse uses Node.js and is high.'],
  ])('loses what is not its own: %s', (text, shown) => {
    expect(checked(text, [HIGH]).text).toBe(shown);
  });

  it('never holds an address, whatever the model wrote', () => {
    const part = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.emailAddress(),
      fc.string(),
      fc.constantFrom('[a](', ')', '](', '<', '>', '![', 'www.', 'https://', 'evil.com', ' ', '\u200b'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const { sentences } = verifyDraft(
          { answered: true, sentences: [{ text: parts.join(''), citations: [{ source: 1, quote: HIGH }] }] },
          { sources: SOURCES, question: QUESTION, language: 'en' },
        );
        for (const { text } of sentences) expect(text).not.toMatch(/[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S|\]\(\S/iu);
      }),
    );
  });
});

it('counts the numbers that it checked and the citations that it dropped, and says nothing twice', () => {
  const sentence = {
    text: 'The lighthouse is 31 metres high and of 1884.',
    citations: [
      { source: 1, quote: HIGH },
      { source: 7, quote: HIGH },
    ],
  };
  const result = verifyDraft(
    { answered: true, sentences: [sentence, sentence] },
    { sources: SOURCES, question: QUESTION, language: 'en' },
  );
  expect(result.sentences).toHaveLength(1);
  expect(result.numbersChecked).toBe(4);
  expect(result.citationsDropped).toBe(2);
});
