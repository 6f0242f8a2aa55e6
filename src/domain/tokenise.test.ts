import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fold } from './fold.js';
import { STOP_WORD_LANGUAGES, stopWords } from './stop-words.js';
import { indexedText, questionTerms, tokenise } from './tokenise.js';

const terms = (text: string, language: string | null = 'en'): string[] => indexedText(text, language).split(' ');

describe('words', () => {
  it.each([
    ['en', 'The Running RUNNERS ran', 'runner running'],
    ['de', 'Häuser und Städte', 'Häusern Stadt'],
    ['fr', 'les élections présidentielles', 'election presidentielle'],
    ['es', 'canciones españolas', 'cancion española'],
    ['it', 'le città italiane', 'citta italiana'],
    ['pt', 'cidades portuguesas', 'cidade portuguesa'],
    ['nl', 'boeken en kranten', 'boek krant'],
    ['ru', 'городами', 'города'],
  ])('are found again in %s whatever their case and ending', (language, text, other) => {
    const known = new Set(terms(text, language));
    for (const term of terms(other, language)) expect(known).toContain(term);
  });

  it.each([
    ['1,234,567 people', '1234567', 'a number with separators'],
    ['it costs 3.50 today', '3_50', 'a decimal number'],
    ['C++ and C# are', 'c++', 'C++'],
    ['１２３ ｆｕｌｌ', '123', 'full-width digits'],
    ['Straße', 'strasse', 'letters that no decomposition reaches'],
    ['don’t', 'don', 'a word with an apostrophe'],
  ])('of %j hold %j: %s', (text, term) => {
    expect(terms(text)).toContain(term);
  });

  it('of scripts without spaces are told apart, compounds by their parts too', () => {
    expect(terms('東京都の人口', 'ja')).toEqual(expect.arrayContaining(['東京', '人口']));
    expect(terms('서울은 수도', 'ko')).toEqual(expect.arrayContaining(['서울', '수도']));
  });

  it('stand where they say, and hold nothing that the index would split', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('en', 'de', 'ja', 'ar', 'constructor', null),
        (text, language) => {
          for (const { term, start, end } of tokenise(text, language)) {
            expect(end).toBeGreaterThan(start);
            expect(text.slice(start, end)).not.toMatch(/\s/u);
            expect(term).not.toMatch(/[\0\s"]/u);
          }
        },
      ),
    );
  });
});

describe('the terms of a question', () => {
  it.each([
    ['en', 'What is the capital of France?', ['capit', 'franc']],
    ['de', 'Wann wurde die Brücke gebaut?', ['bruck', 'gebaut']],
    ['fr', 'Quelle est la hauteur de la tour ?', ['hauteur', 'tour']],
    ['es', '¿Cuántos habitantes tiene la ciudad?', ['habit', 'ciud']],
    ['it', 'Quanti abitanti ha la città?', ['abit', 'citt']],
    ['pt', 'Qual é a população da cidade?', ['popul', 'cidad']],
    ['nl', 'Hoeveel inwoners heeft de stad?', ['inwoner', 'stad']],
    ['ru', 'Сколько жителей в этом городе?', ['жител', 'город']],
  ])('in %s leave out its stop words', (language, question, expected) => {
    expect(questionTerms(question, [language])).toEqual(expected);
  });

  it('are all of its words when it has nothing but stop words', () => {
    expect(questionTerms('Who is who?', ['en'])).toEqual(['who', 'is']);
  });

  it('are stemmed for each language that the pages are in', () => {
    expect(questionTerms('Solaranlagen', ['en', 'de'])).toEqual(['solaranlagen', 'solaranlag']);
  });

  it('meet stop words in the form that folding gives them', () => {
    for (const language of STOP_WORD_LANGUAGES) {
      for (const word of stopWords(language)) expect(fold(word)).toBe(word);
    }
  });
});
