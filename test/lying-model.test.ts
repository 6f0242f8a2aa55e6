/** A model that lies, stalls and breaks is the test of everything that is said about answers. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DraftedAnswer, Verdict } from '../src/contracts/run.js';
import { startDrafting, type Drafting } from './support/drafting.js';
import {
  answersWhole,
  diesAfter,
  errsAfter,
  fails,
  hangs,
  says,
  sends,
  speaks,
  startScriptedModel,
  stopsShort,
  type Behaviour,
  type SaidSentence,
  type ScriptedModel,
} from './support/scripted-model.js';

const KEY = 'sk-ant-test-0123456789abcdef';
const HIGH = 'The lighthouse of Skerrow is 31 metres high and was built in 1884 from granite.';
const KEEPER = 'Its keeper, Maren Oake, climbed the 126 steps every night until the lamp was switched off in 2015.';
const LED = 'The new lamp of the lighthouse is an LED of 70 watts and is seen from 17 nautical miles.';
const PAGES = [
  {
    url: 'http://island.test/lighthouse',
    title: 'The lighthouse of Skerrow',
    text: `${HIGH}\n\n${KEEPER}`,
    publishedAt: '2024-05-01',
  },
  {
    url: 'http://coast.test/lights',
    title: 'Lights of the coast',
    text: `Of all lights of the coast, Skerrow is the oldest.\n\n${LED}`,
  },
  {
    url: 'http://bread.test/salt-bread',
    title: 'Salt bread',
    text: 'Salt bread is baked once a week in Skerrow, on Thursdays. A loaf weighs 900 grams.',
  },
];
const TRUE: SaidSentence = {
  text: 'The lighthouse of Skerrow is 31 metres high.',
  citations: [{ source: 1, quote: HIGH }],
};
const EVIL = 'https://evil.example/collect?q=secret';

let model: ScriptedModel;
let fallback: ScriptedModel;
let plain: Drafting;
let backed: Drafting;

beforeAll(async () => {
  [model, fallback] = await Promise.all([startScriptedModel(), startScriptedModel()]);
  plain = startDrafting({ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: KEY, MODEL: 'first-model' });
  backed = startDrafting({
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: KEY,
    MODEL: 'first-model',
    FALLBACK_BASE_URL: fallback.url,
    FALLBACK_MODEL: 'second-model',
  });
  for (const page of PAGES) {
    await plain.addPage(page);
    await backed.addPage(page);
  }
}, 60_000);
afterAll(async () => {
  await Promise.all([plain?.close(), backed?.close()]);
  await Promise.all([model?.close(), fallback?.close()]);
});
afterEach(() => {
  model.reset();
  fallback.reset();
});

/** What holds of every answer, whoever lied. */
function expectSound(answer: DraftedAnswer, drafting: Drafting): void {
  const shown = JSON.stringify(answer);
  expect(shown).not.toContain('evil');
  expect(shown).not.toContain(KEY);
  const urls = new Set(drafting.pages.map(({ finalUrl }) => finalUrl));
  for (const source of answer.sources) {
    expect(urls.has(source.url)).toBe(true);
    const page = drafting.pages.find(({ finalUrl }) => finalUrl === source.url)!;
    expect(source.quotes.length).toBeGreaterThan(0);
    for (const quote of source.quotes) {
      expect(page.text.slice(quote.start, quote.end)).toBe(quote.text);
      expect(new URL(quote.link).origin).toBe(new URL(page.finalUrl).origin);
    }
  }
  for (const { verdict, citations } of answer.sentences) {
    if (verdict !== 'supported') expect(citations).toEqual([]);
    for (const { source, quote } of citations) {
      const cited = answer.sources.find(({ n }) => n === source);
      expect(cited?.quotes.map(({ text }) => text)).toContain(quote);
    }
  }
  for (const [address] of answer.answer.matchAll(/https?:\/\/[^\s)\]]+/gu)) expect(urls.has(address)).toBe(true);
  expect(answer.answer_text).not.toMatch(/https?:|[[\]]/u);
}

const expectExtractive = (answer: DraftedAnswer): void => {
  expect(answer.answered_by).toEqual({ mode: 'extractive', model: null });
  expect(answer.answer).toContain('31 metres');
  expect(answer.answer).toContain('no model drafted this answer');
  expect(answer.warnings?.length).toBeGreaterThan(0);
};

describe('a model that tells the truth', () => {
  it('answers, each sentence with its source, footers by code, and nothing but checked quotes', async () => {
    model.behaves(
      says([TRUE, { text: 'It is seen from 17 nautical miles.', citations: [{ source: 2, quote: LED }] }], true, {
        inputTokens: 1_200,
        outputTokens: 90,
      }),
    );
    const answer = await plain.draft();
    expectSound(answer, plain);
    expect(answer.answered_by).toEqual({ mode: 'model', model: 'scripted-model' });
    expect(answer.answer).toMatch(
      /^The lighthouse of Skerrow is 31 metres high\. \[1\] It is seen from 17 nautical miles\. \[2\]\n\n\*\*Sources used\*\*/u,
    );
    expect(answer.answer_text).toBe('The lighthouse of Skerrow is 31 metres high. It is seen from 17 nautical miles.');
    expect(answer.verification).toEqual({ sentences: 2, supported: 2, dropped: 0, numbers_checked: 2 });
    expect(answer.usage).toEqual({ model_calls: 1, input_tokens: 1_200, output_tokens: 90, usd: 0 });
    expect(answer.found).toBe(true);
    expect(answer.warnings).toBeUndefined();
    expect(answer.sources[0]).toMatchObject({ n: 1, url: PAGES[0]!.url, published_at: '2024-05-01' });
    expect(model.drafts).toHaveLength(1);
  });

  it('is told the day, the language, the dates of the sources and the question, and never the key', async () => {
    model.behaves(says([TRUE]));
    await plain.draft({ input: { question: 'Wie hoch ist der Leuchtturm von Skerrow?', language: 'de' } });
    const { messages, body } = model.drafts[0]!;
    expect(messages[0]!.content).toContain('Today is 2026-11-30. Write the answer in German (de).');
    expect(messages[0]!.content).toMatch(/Source \d \(published 2024-05-01, read 2026-11-30\)/u);
    expect(messages[0]!.content).toContain('Wie hoch ist der Leuchtturm von Skerrow?');
    expect(body).not.toContain(KEY);
  });

  it('that finds no answer is believed, in the language of the question, and nothing overrides it', async () => {
    model.behaves(says([TRUE], false));
    const answer = await plain.draft({ input: { language: 'de' } });
    expectSound(answer, plain);
    expect(answer).toMatchObject({ answered_by: { mode: 'model' }, found: false, sources: [], sentences: [] });
    expect(answer.answer).toMatch(/^Die Antwort wurde in den gelesenen Quellen nicht gefunden\./u);
    expect(answer.answer).not.toContain('31 metres');
  });

  it('numbers sources by their first use, not as the model was given them', async () => {
    model.behaves(says([{ text: 'It is seen from 17 nautical miles.', citations: [{ source: 2, quote: LED }] }, TRUE]));
    const answer = await plain.draft();
    expect(answer.sources.map(({ n, url }) => [n, url])).toEqual([
      [1, PAGES[1]!.url],
      [2, PAGES[0]!.url],
    ]);
    expect(answer.sentences.map(({ citations }) => citations[0]?.source)).toEqual([1, 2]);
  });
});

describe('a model that lies', () => {
  const lies: readonly [string, Verdict, SaidSentence][] = [
    [
      'invents a quote',
      'dropped_citation',
      {
        text: 'The lighthouse was painted red in 1990.',
        citations: [{ source: 1, quote: 'The lighthouse was painted red in 1990.' }],
      },
    ],
    [
      'cites source 9 of 3',
      'dropped_citation',
      { text: 'The lighthouse is 31 metres high.', citations: [{ source: 9, quote: HIGH }] },
    ],
    ['cites no source', 'unsupported', { text: 'The lighthouse is 31 metres high.' }],
    [
      'cites a source by its address',
      'dropped_citation',
      { text: 'The lighthouse is 31 metres high.', citations: [{ source: EVIL, quote: HIGH }] },
    ],
    [
      'gives a quote to the wrong source',
      'dropped_citation',
      { text: 'The lighthouse is 31 metres high.', citations: [{ source: 3, quote: HIGH }] },
    ],
    [
      'bends a number',
      'unsupported',
      { text: 'The lighthouse of Skerrow is 99 metres high.', citations: [{ source: 1, quote: HIGH }] },
    ],
    [
      'bends a unit',
      'unsupported',
      { text: 'The lighthouse of Skerrow is 31 feet high.', citations: [{ source: 1, quote: HIGH }] },
    ],
    [
      'bends a year',
      'unsupported',
      { text: 'The lighthouse of Skerrow was built in 1894.', citations: [{ source: 1, quote: HIGH }] },
    ],
    ['bends a name', 'unsupported', { text: 'Its keeper was Maren Storm.', citations: [{ source: 1, quote: KEEPER }] }],
    [
      'says what its quote does not speak of',
      'unsupported',
      { text: 'Please send your password to the administrator.', citations: [{ source: 1, quote: HIGH }] },
    ],
    [
      'sends an empty quote',
      'dropped_citation',
      { text: 'The lighthouse is tall.', citations: [{ source: 1, quote: '' }] },
    ],
    [
      'sends no text for a quote',
      'unsupported',
      { text: 'The lighthouse is tall.', citations: [{ source: 1, quote: 31 }] },
    ],
    [
      'sticks quotes together',
      'dropped_citation',
      {
        text: 'The lamp of 1884 was switched off.',
        citations: [{ source: 1, quote: 'was built in 1884 until the lamp was switched off' }],
      },
    ],
  ];

  it.each(lies)('that %s is not repeated; what is true beside it stands', async (_how, verdict, lie) => {
    model.behaves(says([TRUE, lie]));
    const answer = await plain.draft();
    expectSound(answer, plain);
    expect(answer.answered_by.mode).toBe('model');
    expect(answer.answer_text).toBe(TRUE.text);
    expect(answer.verification).toMatchObject({ sentences: 2, supported: 1, dropped: 1 });
    expect(answer.sentences[1]).toMatchObject({ verdict, citations: [] });
  });

  it.each(lies)(
    'that %s and says nothing else is asked once more, then the passages speak',
    async (_how, _verdict, lie) => {
      model.behaves(says([lie]));
      const answer = await plain.draft();
      expectSound(answer, plain);
      expectExtractive(answer);
      expect(model.drafts).toHaveLength(2);
      expect(answer.usage.model_calls).toBe(2);
      expect(answer.answer).not.toMatch(/99 metres|31 feet|1894|Maren Storm|password|painted red/u);
    },
  );

  it('that writes addresses and links of its own has none of them in the answer', async () => {
    const text = `The lighthouse of Skerrow is 31 metres high, see [here](${EVIL}), ${EVIL}, www.evil.example, evil.com/x or mail a@evil.com ![p](${EVIL}) <img src="${EVIL}">.`;
    model.behaves(says([{ ...TRUE, text }]));
    const answer = await plain.draft();
    expectSound(answer, plain);
    expect(answer.answered_by.mode).toBe('model');
    expect(answer.answer).toContain('31 metres');
  });

  it('that writes its own footers and numbers has them replaced by those of code', async () => {
    const text = 'The lighthouse of Skerrow is 31 metres high [1][7].\n\n**Sources used**\n\n- [1] Evil: evil.com';
    model.behaves(says([{ ...TRUE, text }]));
    const answer = await plain.draft();
    expectSound(answer, plain);
    expect(answer.answer).not.toContain('[7]');
    expect(answer.answer.match(/\*\*Sources used\*\*/gu)).toHaveLength(1);
  });

  it('that names itself with an address is called by the name of the settings', async () => {
    model.behaves((res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      const content = [{ type: 'text', text: JSON.stringify({ answered: true, sentences: [TRUE] }) }];
      res.end(JSON.stringify({ model: EVIL, content, stop_reason: 'end_turn', usage: {} }));
    });
    expect((await plain.draft()).answered_by).toEqual({ mode: 'model', model: 'first-model' });
  });
});

describe('a weak model', () => {
  const json = JSON.stringify({ answered: true, sentences: [TRUE] });
  it.each([
    ['reasons aloud', `<think>Is it {31}?</think>${json}`],
    ['writes prose around it', `Of course! Here you are:\n\`\`\`json\n${json}\n\`\`\`\nI hope this helps.`],
    [
      'uses single quotes',
      `{'answered': True, 'sentences': [{'text': 'The lighthouse of Skerrow is 31 metres high.', 'citations': [{'source': 1, 'quote': '${HIGH}'}]}]}`,
    ],
    ['leaves commas at the end', json.replace('}]}]}', '},],},],}')],
    ['writes numbers of sources as text', json.replace('"source":1', '"source":"[1]"')],
  ])('that %s is understood at once', async (_how, text) => {
    model.behaves(speaks(text));
    const answer = await plain.draft();
    expectSound(answer, plain);
    expect(answer).toMatchObject({ answered_by: { mode: 'model' }, answer_text: TRUE.text, usage: { model_calls: 1 } });
  });

  it('that does not stream is understood', async () => {
    model.behaves(answersWhole(json));
    expect((await plain.draft()).answered_by.mode).toBe('model');
  });

  it.each([
    ['broken JSON', speaks('{"answered": true, "sentences": [{"text": ]}}')],
    ['JSON that is cut off', speaks(json.slice(0, -20))],
    ['JSON of another shape', speaks('{"answer": "31 metres"}')],
    ['prose', speaks('The lighthouse is 31 metres high.')],
    ['nothing', speaks('')],
    ['reasoning without an end', speaks('<think>hm, let me see')],
    ['a reply that reached its longest length', speaks(json.slice(0, -20), { stopReason: 'max_tokens' })],
  ])('that sends %s is asked to mend it, once, and told what was wrong', async (_what, behaviour) => {
    model.behaves(behaviour, says([TRUE]));
    const answer = await plain.draft();
    expectSound(answer, plain);
    expect(answer).toMatchObject({ answered_by: { mode: 'model' }, usage: { model_calls: 2 } });
    const [asked, , told] = model.drafts[1]!.messages;
    expect(asked!.content).toBe(model.drafts[0]!.messages[0]!.content);
    expect(told!.content).toContain('cannot be used');
  });

  it('that cannot mend it is left', async () => {
    model.behaves(speaks('I am a teapot.'));
    const answer = await plain.draft();
    expectSound(answer, plain);
    expectExtractive(answer);
    expect(model.drafts).toHaveLength(2);
  });

  it('with a small window gets fewer passages, and room for its reply', async () => {
    const small = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'tiny', MODEL_CONTEXT_TOKENS: '2048' });
    const filler = 'The lighthouse of Skerrow is a lighthouse, and a lighthouse of Skerrow has light. '.repeat(20);
    for (let n = 0; n < 10; n += 1) await small.addPage({ url: `http://p${n}.test/`, text: `${filler} Page ${n}.` });
    await small.addPage(PAGES[0]!);
    model.behaves(says([]));
    await small.draft();
    await small.close();
    const { messages, system, max_tokens: reply } = model.drafts[0]!;
    expect((messages[0]!.content.length + system.length) / 3.2 + reply).toBeLessThanOrEqual(2_048);
    expect(reply).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['413', fails(413, 'request_too_large')],
    [
      '500 with words about its context',
      fails(500, 'api_error', { message: 'the request exceeds the available context size' }),
    ],
    ['a stop at the end of its window', speaks('{"answered"', { stopReason: 'model_context_window_exceeded' })],
  ])('that answers %s is asked again with less to read', async (_what, behaviour) => {
    const long = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'm' });
    const filler = 'The lighthouse of Skerrow is a lighthouse and stands on a rock. '.repeat(12);
    for (let n = 0; n < 20; n += 1)
      await long.addPage({ url: `http://p${n}.test/`, text: `${'Of number '.repeat(n)} ${n}. ${filler}` });
    model.behaves(
      behaviour,
      says([
        {
          text: 'The lighthouse of Skerrow stands on a rock.',
          citations: [{ source: 1, quote: 'The lighthouse of Skerrow is a lighthouse and stands on a rock.' }],
        },
      ]),
    );
    const answer = await long.draft();
    await long.close();
    expect(answer.answered_by.mode).toBe('model');
    const [first, second] = model.drafts.map(({ body }) => body.length);
    expect(second).toBeLessThan(first! * 0.75);
  });
});

describe('a model that fails', () => {
  const passing: readonly [string, Behaviour][] = [
    ['408', fails(408, 'timeout_error')],
    ['409', fails(409, 'conflict_error')],
    ['429', fails(429, 'rate_limit_error', { headers: { 'retry-after': '3' } })],
    ['500', fails(500, 'api_error')],
    ['529', fails(529, 'overloaded_error')],
    ['half a stream and a dead connection', diesAfter('{"answered": true, "sentences": [{"text": "The lighthouse')],
    ['half a stream and an error', errsAfter('{"answered": true', 'overloaded_error')],
    ['a stream that stops short', stopsShort('{"answered": true, "sentences": [')],
  ];

  it.each(passing)('with %s is left to Temporal to try again, while there are tries', async (_what, behaviour) => {
    const drafting = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'first-model' });
    await drafting.addPage(PAGES[0]!);
    model.behaves(behaviour);
    for (const attempt of [1, 2]) {
      const failure = await drafting.draft({ attempt }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ type: expect.stringMatching(/^Model/u) as unknown, nonRetryable: false });
    }
    const last = await drafting.draft({ attempt: 3 });
    expectSound(last, drafting);
    expectExtractive(last);
    expect(model.drafts).toHaveLength(3);
    await drafting.close();
  });

  it('with 429 says when to try again; a long wait, or none that fits the run, is not waited for', async () => {
    model.behaves(fails(429, 'rate_limit_error', { headers: { 'retry-after': '3' } }));
    await expect(plain.draft()).rejects.toMatchObject({ type: 'ModelRateLimited', nextRetryDelay: 3_000 });
    expectExtractive(await plain.draft({ allMs: 41_000 }));
    model.behaves(fails(429, 'rate_limit_error', { headers: { 'retry-after': '3600' } }));
    expectExtractive(await plain.draft());
  });

  it('tells what a broken attempt has cost to the next one, which counts it', async () => {
    const drafting = startDrafting({
      ANTHROPIC_BASE_URL: model.url,
      MODEL: 'first-model',
      MODEL_PRICES: 'first-model=2/10',
    });
    await drafting.addPage(PAGES[0]!);
    model.behaves(
      diesAfter('{"answered": true, "sentences": ['),
      says([TRUE], true, { inputTokens: 1_000, outputTokens: 100 }),
    );
    await expect(drafting.draft()).rejects.toMatchObject({ type: 'ModelUnavailable' });
    const noted = drafting.noted.at(-1);
    expect(noted).toMatchObject({ model_calls: 1, input_tokens: 1_000 });
    const answer = await drafting.draft({ attempt: 2, heartbeatDetails: noted });
    await drafting.close();
    expect(answer.usage).toMatchObject({ model_calls: 2, input_tokens: 2_000 });
    expect(answer.usage.usd).toBeGreaterThan(0.005);
  });

  it.each([
    ['400', fails(400, 'invalid_request_error')],
    ['401', fails(401, 'authentication_error')],
    ['403', fails(403, 'permission_error')],
    ['404', fails(404, 'not_found_error')],
    ['a refusal', speaks('No.', { stopReason: 'refusal' })],
    ['a web page', sends(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>')],
    ['a redirect', sends(307, { location: EVIL }, '')],
  ])('with %s is not asked again: the passages speak at once', async (_what, behaviour) => {
    model.behaves(behaviour);
    const answer = await plain.draft();
    expectSound(answer, plain);
    expectExtractive(answer);
    expect(model.drafts).toHaveLength(1);
  });

  it('by never answering is given up in time for the passages', async () => {
    model.behaves(hangs());
    const answer = await plain.draft({ attemptMs: 14_000 });
    expectSound(answer, plain);
    expectExtractive(answer);
    expect(answer.warnings?.[0]).toContain('did not answer in time');
  });

  it('by stalling in the middle of its reply is given up as well', async () => {
    model.behaves(hangs('{"answered": true, "sentences": [{"text": "The'));
    expectExtractive(await plain.draft({ attemptMs: 14_000 }));
  });

  it('is let go at once when the run is cancelled', async () => {
    model.behaves(hangs());
    await expect(plain.draft({ cancelAfterMs: 100 })).rejects.toThrow(/cancel/iu);
  });

  it('is not asked at all when there is no time for it', async () => {
    const answer = await plain.draft({ attemptMs: 9_000 });
    expectExtractive(answer);
    expect(model.drafts).toHaveLength(0);
    expect(answer.usage.model_calls).toBe(0);
  });

  it('five times in a row is left alone for a while', async () => {
    const drafting = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'first-model' });
    await drafting.addPage(PAGES[0]!);
    model.behaves(fails(529, 'overloaded_error'));
    for (let n = 0; n < 5; n += 1) expectExtractive(await drafting.draft({ attempt: 3 }));
    const answer = await drafting.draft({ attempt: 1 });
    await drafting.close();
    expectExtractive(answer);
    expect(answer.warnings?.[0]).toContain('left alone');
    expect(answer.usage.model_calls).toBe(0);
    expect(model.drafts).toHaveLength(5);
  });
});

describe('the fallback model', () => {
  it.each([
    ['is refused', fails(401, 'authentication_error')],
    ['declines', speaks('No.', { stopReason: 'refusal' })],
    ['writes nonsense twice', speaks('nonsense')],
    ['lies twice', says([{ text: 'The lighthouse is 99 metres high.', citations: [{ source: 1, quote: HIGH }] }])],
  ])('answers when the first %s, and the answer says so', async (_how, behaviour) => {
    model.behaves(behaviour);
    fallback.behaves(says([TRUE]));
    const answer = await backed.draft();
    expectSound(answer, backed);
    expect(answer.answer_text).toBe(TRUE.text);
    expect(fallback.drafts).toHaveLength(1);
    expect(fallback.drafts[0]!.model).toBe('second-model');
    expect(answer.warnings?.[0]).toContain('first-model');
  });

  it('never gets the key of the first', async () => {
    model.behaves(fails(401, 'authentication_error'));
    fallback.behaves(says([TRUE]));
    await backed.draft();
    expect(JSON.stringify(fallback.requests[0]!.headers)).not.toContain(KEY);
  });

  it('answers on the last attempt when the first is overloaded', async () => {
    model.behaves(fails(529, 'overloaded_error'));
    fallback.behaves(says([TRUE]));
    await expect(backed.draft({ attempt: 2 })).rejects.toMatchObject({ type: 'ModelUnavailable' });
    expect(fallback.drafts).toHaveLength(0);
    expect((await backed.draft({ attempt: 3 })).answered_by.mode).toBe('model');
  });

  it('has time of its own when the first hangs', async () => {
    model.behaves(hangs());
    fallback.behaves(says([TRUE]));
    const answer = await backed.draft({ attemptMs: 20_000 });
    expect(answer.answered_by.mode).toBe('model');
    expect(fallback.drafts).toHaveLength(1);
  });

  it('that fails too leaves the passages to speak, and both are named', async () => {
    model.behaves(fails(401, 'authentication_error'));
    fallback.behaves(fails(529, 'overloaded_error'));
    const answer = await backed.draft();
    expectSound(answer, backed);
    expectExtractive(answer);
    expect(answer.warnings?.join(' ')).toMatch(/first-model.*second-model/u);
    expect(fallback.drafts).toHaveLength(1);
  });
});

describe('the budget of a run', () => {
  const priced = { MODEL: 'first-model', MODEL_PRICES: 'first-model=2/10' };

  it('bounds every reply so that it cannot be passed, and stops the model, not the run', async () => {
    const drafting = startDrafting({ ANTHROPIC_BASE_URL: model.url, ...priced, MAX_USD_PER_RUN: '0.05' });
    await drafting.addPage(PAGES[0]!);
    model.behaves(says([TRUE]));
    const spent = { model_calls: 3, input_tokens: 1_000, output_tokens: 1_000, usd: 0.03 };
    const answer = await drafting.draft({ input: { spent } });
    expect(answer.answered_by.mode).toBe('model');
    expect(model.drafts[0]!.max_tokens).toBeLessThan(2_000);
    const spentAll = await drafting.draft({ input: { spent: { ...spent, usd: 0.049 } } });
    await drafting.close();
    expectExtractive(spentAll);
    expect(spentAll.warnings).toEqual(['The budget for models is spent: no model was asked for the answer.']);
    expect(model.drafts).toHaveLength(1);
  });

  it('in tokens is kept as well', async () => {
    const drafting = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'm', MAX_TOKENS_PER_RUN: '1000' });
    await drafting.addPage(PAGES[0]!);
    model.behaves(says([TRUE]));
    expectExtractive(await drafting.draft());
    await drafting.close();
    expect(model.drafts).toHaveLength(0);
  });

  it('counts a failed call that was paid for', async () => {
    const drafting = startDrafting({ ANTHROPIC_BASE_URL: model.url, ...priced });
    await drafting.addPage(PAGES[0]!);
    model.behaves(speaks('No.', { stopReason: 'refusal', inputTokens: 10_000, outputTokens: 10 }));
    const { usage } = await drafting.draft();
    await drafting.close();
    expect(usage).toEqual({ model_calls: 1, input_tokens: 10_000, output_tokens: 10, usd: 0.0201 });
  });
});

describe('sources that differ', () => {
  it('are shown as such by code, with the dates that are known, when the model hides it', async () => {
    const drafting = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'm' });
    await drafting.addPage(PAGES[0]!);
    await drafting.addPage({
      url: 'http://old.test/',
      title: 'An old guide',
      text: 'The lighthouse of Skerrow is 29 metres high, built from granite.',
      publishedAt: '1956-01-01',
    });
    model.behaves((res, request) => {
      const first = /Source (\d)[^\n]*\n<DATA[^>]*>\nTitle: The lighthouse/u.exec(request.messages[0]!.content)?.[1];
      return says([{ ...TRUE, citations: [{ source: Number(first), quote: HIGH }] }])(res, request);
    });
    const answer = await drafting.draft();
    expectSound(answer, drafting);
    await drafting.close();
    expect(answer.answer).toContain(
      'The sources differ: 31 metres (“The lighthouse of Skerrow”, published 2024-05-01); 29 metres (“An old guide”, published 1956-01-01). [1][2]',
    );
    expect(answer.sources).toHaveLength(2);
    expect(answer.verification.sentences).toBe(1);
  });
});
