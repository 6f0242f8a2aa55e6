import { describe, expect, it } from '@jest/globals';
import { requestKey } from './request-key.js';
import { spokenRequests } from './spoken-requests.js';

const heard = (text: string) => spokenRequests(text, 'long').requests.map(({ kind, text: t }) => [kind, t]);

describe('what is asked in speech', () => {
  it.each([
    ['What is the tallest building in Zurich?'],
    ['how high is the harbour light of Skerrow'],
    ['Who wrote the Magic Mountain?'],
    ['How did World War I start?'],
    ['How many states does the US have?'],
    ['How was the Eiffel Tower built?'],
    ['Is the Louvre open on Mondays?'],
    ['What is the river that flows through Paris?'],
    ['Wann wurde der Kölner Dom fertiggestellt?'],
    ['Combien de ponts traversent la Seine à Paris ?'],
    ['¿Cuándo se construyó la Alhambra?'.slice(1)],
    ['東京タワーの高さは？'],
    ['Какая самая длинная река в мире?'],
    ['Tell me the population of Reykjavik'],
  ])('is a question: %s', (text) => {
    expect(heard(text)).toEqual([['question', text]]);
  });

  it.each([
    ['How are you today?'],
    ['What do you want for dinner?'],
    ["What's up?"],
    ['Right?'],
    ['You know what I mean?'],
    ['Where did I put my keys?'],
    ['What time is it?'],
    ['Is the door closed?'],
    ['What is that?'],
    ['Was machst du heute Abend?'],
    ['Comment ça va ?'],
    ['And then we went home.'],
    ['Send it over.'],
    ['What?'],
    [''],
  ])('is nothing to find out: %s', (text) => {
    expect(heard(text)).toEqual([]);
  });

  it.each([
    ['Hey Omi, how long do I boil an egg?', 'how long do I boil an egg?'],
    ['hey omi how long do I boil an egg', 'how long do I boil an egg'],
    ['Hey, oh me. Population of Malta', 'Population of Malta'],
    ['Omi, the score of the match in Bern', 'the score of the match in Bern'],
  ])('is a question to us by name: %s', (text, question) => {
    expect(heard(text)).toEqual([['question', question]]);
  });

  it('tells an order from a question, and one to us from one to a friend', () => {
    expect(heard('Please sign me up for the newsletter at example.com')).toEqual([
      ['action', 'Please sign me up for the newsletter at example.com'],
    ]);
    expect(heard('Hey Omi, download the report')).toEqual([['action', 'download the report']]);
    expect(heard('delete that, would you')).toEqual([]);
  });

  it('finds each of several in a stretch of talk', () => {
    const talk =
      'So we were in Lisbon. How long is the Vasco da Gama bridge? I have no idea, maybe ten. Um, who built the Belem tower? Nice weather.';
    expect(heard(talk)).toEqual([
      ['question', 'How long is the Vasco da Gama bridge?'],
      ['question', 'who built the Belem tower?'],
    ]);
  });

  it('waits for what is not finished, until the silence is long', () => {
    const text = 'That was fun. What is the capital of';
    expect(spokenRequests(text, 'short')).toEqual({ requests: [], unfinished: ' What is the capital of'.length });
    expect(spokenRequests('Hey Omi,', 'short').unfinished).toBe('Hey Omi,'.length);
    expect(spokenRequests('Hey Omi,', 'long')).toEqual({ requests: [], unfinished: 0 });
  });

  it('hears two where a silence parts them, marks or not', () => {
    expect(heard('how long is the Vasco da Gama bridge\nlovely weather today\nwho built the Belem tower')).toEqual([
      ['question', 'how long is the Vasco da Gama bridge'],
      ['question', 'who built the Belem tower'],
    ]);
  });

  it('takes only whole sentences while the wearer speaks on', () => {
    const text = 'Who built the Belem tower? And how long is the Vasco';
    expect(spokenRequests(text, 'none')).toEqual({
      requests: [{ kind: 'question', text: 'Who built the Belem tower?' }],
      unfinished: ' And how long is the Vasco'.length,
    });
  });

  it('does not cut at decimals and keeps a question that ends without a mark', () => {
    expect(heard('how many metres are 3.5 miles')).toEqual([['question', 'how many metres are 3.5 miles']]);
  });
});

it('takes no notice of case and marks when two ask the same', () => {
  expect(requestKey('Who wrote  “Faust”?')).toBe(requestKey('who wrote Faust'));
});
