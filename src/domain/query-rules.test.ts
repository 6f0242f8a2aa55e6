import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { detectLanguage } from './language.js';
import { searchQueries } from './query-rules.js';

describe('the language of a question', () => {
  it.each([
    ['en', 'What is the capital of France?'],
    ['en', 'solar panels price'],
    ['de', 'Wann wurde der Kölner Dom fertig?'],
    ['de', 'Welche Farbe?'],
    ['fr', 'Quelle est la hauteur de la tour Eiffel ?'],
    ['es', '¿Cuántos habitantes tiene Madrid?'],
    ['it', 'Quanto costa un biglietto per Venezia?'],
    ['pt', 'Qual é a capital do Brasil?'],
    ['nl', 'Hoe hoog is de Domtoren?'],
    ['pl', 'Ile lat ma Kraków i gdzie jest?'],
    ['ru', 'Сколько лет Москве?'],
    ['uk', 'Скільки років місту Києву і чому його так назвали?'],
    ['ar', 'ما هي عاصمة مصر؟'],
    ['ja', '東京の人口は？'],
    ['zh', '中国的首都是哪里'],
    ['ko', '대한민국의 수도는 어디인가요'],
    ['el', 'Ποια είναι η πρωτεύουσα;'],
    ['he', 'מהי בירת ישראל'],
    ['th', 'เมืองหลวงของไทย'],
    ['hi', 'भारत की राजधानी क्या है'],
    ['en', '42?'],
  ])('is %s for %j', (language, question) => {
    expect(detectLanguage(question)).toBe(language);
  });

  it('is two or three letters for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(detectLanguage(text)).toMatch(/^[a-z]{2,3}$/);
      }),
    );
  });
});

describe('search queries', () => {
  it('are the question, then its significant words', () => {
    expect(searchQueries('What is the capital of France?', 'en')).toEqual([
      'What is the capital of France?',
      'capital France',
    ]);
  });

  it('leave out what adds nothing', () => {
    expect(searchQueries('solar panels price', 'en')).toEqual(['solar panels price']);
    expect(searchQueries('東京の人口は？', 'ja')).toEqual(['東京の人口は？']);
  });

  it('of a long story ask what the story asks', () => {
    const story =
      'I have been trying for weeks to fix my bike. The chain slips when I pedal hard and I already replaced the cassette ' +
      'last month, which did not help at all. How can I stop the chain from slipping? Thanks.';
    expect(searchQueries(story, 'en')[0]).toBe('How can I stop the chain from slipping?');
  });

  it('ask a second question of its own', () => {
    expect(searchQueries('Who wrote Faust? When did Goethe die in Weimar?', 'en')).toContain(
      'When did Goethe die in Weimar?',
    );
  });

  it('are one to three, each once, none longer than an engine takes, for any question', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 200 })).filter((text) => text.trim() !== ''),
        fc.constantFrom('en', 'de', 'ja', 'xx'),
        (question, language) => {
          const queries = searchQueries(question, language);
          expect(queries.length).toBeGreaterThanOrEqual(1);
          expect(queries.length).toBeLessThanOrEqual(3);
          expect(new Set(queries).size).toBe(queries.length);
          for (const query of queries) {
            expect(query.length).toBeLessThanOrEqual(400);
            expect(query.trim()).not.toBe('');
          }
        },
      ),
    );
  });
});
