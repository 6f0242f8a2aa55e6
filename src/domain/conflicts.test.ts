import { describe, expect, it } from '@jest/globals';
import { findConflicts, type StatedSource } from './conflicts.js';

const source = (n: number, text: string, language = 'en'): StatedSource => ({
  n,
  text,
  language,
  spans: [{ start: 0, end: text.length }],
});
const FIRST = source(1, 'The lighthouse of Skerrow is 31 metres high and built from granite.');
const said = (text = 'It is 31 metres high.') => [
  { text, citations: [{ source: 1, span: { start: 0, end: FIRST.text.length } }] },
];

describe('sources that differ', () => {
  it.each([
    ['another number with the same unit', 'The granite lighthouse of Skerrow, built long ago, is 29 m high.', '29 m'],
    [
      'another number in words',
      'The lighthouse of Skerrow, built from granite, is twenty-nine metres high.',
      'twenty-nine metres',
    ],
  ])('are found: %s', (_what, text, value) => {
    const [conflict] = findConflicts(said(), [FIRST, source(2, text)]);
    expect(conflict?.stated).toMatchObject({ source: 1, value: '31 metres' });
    expect(conflict?.others).toMatchObject([{ source: 2, value }]);
  });

  it.each([
    ['the same number, written otherwise', 'The lighthouse of Skerrow is thirty-one m high and built from granite.'],
    ['another thing', 'The bridge of Borrow is 12 metres long.'],
    ['another unit', 'The lighthouse of Skerrow, built from granite, is 102 feet high.'],
    [
      'two numbers of one kind',
      'The lighthouse of Skerrow, built from granite, is 29 metres high on a rock 12 metres wide.',
    ],
    ['a bare count', 'The lighthouse of Skerrow, built from granite, has 126 steps.'],
  ])('are not seen in %s', (_what, text) => {
    expect(findConflicts(said(), [FIRST, source(2, text)])).toEqual([]);
  });

  it('are not repeated where the answer says both already', () => {
    const other = source(2, 'The lighthouse of Skerrow, built from granite, is 29 metres high.');
    expect(findConflicts([...said(), { text: 'Another says 29 metres.', citations: [] }], [FIRST, other])).toEqual([]);
  });
});
