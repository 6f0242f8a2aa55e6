import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDrafting, type Drafting } from './support/drafting.js';
import {
  diesAfter,
  fails,
  hangs,
  speaks,
  startScriptedModel,
  type Behaviour,
  type ScriptedModel,
} from './support/scripted-model.js';

const QUESTION = 'How high is the lighthouse of Skerrow?';
let model: ScriptedModel;
let asked: Drafting;
let byRules: Drafting;

beforeAll(async () => {
  model = await startScriptedModel();
  asked = startDrafting({ ANTHROPIC_BASE_URL: model.url, MODEL: 'm', MODEL_PRICES: 'm=2/10' });
  byRules = startDrafting({});
});
afterAll(async () => {
  await asked?.close();
  await byRules?.close();
  await model?.close();
});

const answers = (value: object): Behaviour => speaks(JSON.stringify(value), { inputTokens: 500, outputTokens: 50 });

describe('classifying with a model', () => {
  it('takes its kind, language and queries, asks the best query of the rules as well, and counts what it cost', async () => {
    model.classifies(
      answers({ kind: 'question', language: 'en', queries: ['Skerrow lighthouse height', 'Skerrow tower metres'] }),
    );
    expect(await asked.classify({ question: QUESTION })).toEqual({
      kind: 'question',
      language: 'en',
      queries: ['Skerrow lighthouse height', 'Skerrow tower metres', QUESTION],
      usage: { model_calls: 1, input_tokens: 500, output_tokens: 50, usd: 0.0015 },
    });
  });

  it('leaves what the caller named as it is', async () => {
    model.classifies(answers({ kind: 'action', language: 'fr', queries: ['x'] }));
    const named = await asked.classify({ question: QUESTION, kind: 'question', language: 'de' });
    expect(named).toMatchObject({ kind: 'question', language: 'de' });
  });

  it('asks at most three queries, each once, clean and of a length that engines take', async () => {
    model.classifies(
      answers({ kind: 'question', language: 'en', queries: ['"a"', 'A?', `b\u200b ${'c'.repeat(900)}`, 'd', 'e'] }),
    );
    const { queries } = await asked.classify({ question: QUESTION });
    expect(queries).toHaveLength(3);
    expect(new Set(queries).size).toBe(3);
    for (const query of queries) expect(query).toMatch(/^[^"\u200b]{1,380}$/u);
  });

  it.each([
    ['nonsense', speaks('I would search the web.')],
    ['a broken stream', diesAfter('{"kind":')],
    ['401', fails(401, 'authentication_error')],
    ['500', fails(500, 'api_error')],
    ['a refusal', speaks('no', { stopReason: 'refusal' })],
    ['fields of the wrong kind', answers({ kind: 7, language: 'Klingon', queries: 'all' })],
    ['silence', hangs()],
  ])('falls back to the rules on %s, and never fails the run', async (_what, behaviour) => {
    model.classifies(behaviour);
    const { usage: _usage, ...classification } = await asked.classify({ question: QUESTION });
    expect(classification).toEqual(await byRules.classify({ question: QUESTION }));
  });
});
