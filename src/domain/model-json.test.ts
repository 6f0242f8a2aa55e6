import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseClassification, parseDraft } from './model-json.js';

const SENTENCE = { text: 'It is 31 metres high.', citations: [{ source: 1, quote: 'is 31 metres high' }] };
const DRAFT = { answered: true, sentences: [SENTENCE] };
const JSON_TEXT = JSON.stringify(DRAFT);

describe('a draft as models write it', () => {
  it.each([
    ['plain', JSON_TEXT],
    ['in prose', `Sure! Here is the answer:\n\n${JSON_TEXT}\n\nLet me know if {you} need more.`],
    ['in a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['after reasoning', `<think>The user wants {"answered": false}. Hm.</think>\n${JSON_TEXT}`],
    ['after reasoning whose opening was eaten', `I should look at {source 1}.</think>${JSON_TEXT}`],
    ['with trailing commas', JSON_TEXT.replace('}]}]}', '},]},],}')],
    ['with comments', JSON_TEXT.replace('{', '{ // the answer\n')],
    ['with single quotes', JSON_TEXT.replaceAll('"', "'")],
    ['with Python words', JSON_TEXT.replace('true', 'True')],
    ['with bare keys', JSON_TEXT.replaceAll(/"(answered|sentences|text|citations|source|quote)":/g, '$1:')],
    ['with line breaks in strings', JSON_TEXT.replace('31 metres high.', '31\nmetres high.')],
    ['with a second object after it', `${JSON_TEXT}\n{"answered": false}`],
  ])('is read: %s', (_how, text) => {
    const parsed = parseDraft(text);
    expect(parsed.ok && parsed.value.answered).toBe(true);
    expect(parsed.ok && parsed.value.sentences[0]?.citations).toEqual(SENTENCE.citations);
  });

  it.each([
    ['1', 1],
    ['[2]', 2],
    ['Source 3', 3],
    ['one', Number.NaN],
    [null, Number.NaN],
    ['1 and 2', Number.NaN],
  ])('takes the source %j for %d', (source, n) => {
    const parsed = parseDraft(
      JSON.stringify({ answered: true, sentences: [{ text: 'x', citations: [{ source, quote: 'q' }] }] }),
    );
    expect(parsed.ok && parsed.value.sentences[0]?.citations[0]?.source).toBe(n);
  });

  it('is not made of half an object', () => {
    for (let length = 1; length < JSON_TEXT.length; length += 1)
      expect(parseDraft(JSON_TEXT.slice(0, length)).ok).toBe(false);
  });

  it.each([
    ['', 'holds no JSON'],
    ['<think>still thinking {', 'reasoning only'],
    ['[1, 2]', 'holds no JSON'],
    ['{"answered": true}', '"sentences" is missing'],
    ['{"answered": true, "sentences": []}', 'holds no object'],
    ['{"answered": true, "sentences": ["text"]}', 'holds no object'],
  ])('is refused with a word that a model can act on: %j', (text, problem) => {
    const parsed = parseDraft(text);
    expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining(problem) as unknown });
  });

  it('that says there is no answer holds none', () => {
    const text = JSON.stringify({ ...DRAFT, answered: 'false' });
    expect(parseDraft(text)).toEqual({ ok: true, value: { answered: false, sentences: [] } });
  });

  it('never makes the parser throw', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('{', '}', '[', ']', '"', "'", '\\', '<think>', '</think>', '```', ',', ':', JSON_TEXT),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => typeof parseDraft(pieces.join('')).ok === 'boolean'),
    );
  });
});

describe('a classification as models write it', () => {
  it('is read field by field; what is wrong is left out', () => {
    expect(parseClassification('{"kind":"action","language":"de","queries":["a","b",3]}')).toEqual({
      ok: true,
      value: { kind: 'action', language: 'de', queries: ['a', 'b'] },
    });
    expect(parseClassification('{"kind":"payment","language":"German","queries":"x"}')).toEqual({
      ok: true,
      value: { kind: null, language: null, queries: [] },
    });
  });
});
