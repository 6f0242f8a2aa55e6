/** Runs with a model, through the whole system: Temporal, the worker, the store, real sockets. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GET_RUN_QUERY } from '../src/contracts/messages.js';
import type { RunView } from '../src/contracts/run.js';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { PAGES, QUESTION } from './support/pages.js';
import { diesAfter, fails, says, speaks, startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSystem, type System } from './support/system.js';
import { truth } from './support/truth.js';

const KEY = 'sk-ant-test-0123456789abcdef';

let web: OfflineWeb;
let model: ScriptedModel;
let system: System;

beforeAll(async () => {
  [web, model] = await Promise.all([startOfflineWeb(PAGES), startScriptedModel()]);
  system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: KEY,
    MODEL: 'first-model',
    MODEL_PRICES: 'first-model=2/10',
  });
  await system.startWorker();
  model.classifies(
    speaks('{"kind":"question","language":"en","queries":["Skerrow lighthouse height"]}', {
      inputTokens: 500,
      outputTokens: 50,
    }),
  );
}, 180_000);
afterAll(async () => {
  await system?.stop();
  await model?.close();
  await web?.close();
});
afterEach(() => model.reset());

const ask = async (): Promise<RunView> => system.viewWhen(await system.ask(QUESTION));

describe('a run with a model', () => {
  it('is classified, searched and drafted by it, checked by code, and counts what all of it cost', async () => {
    model.behaves(truth);
    const view = await ask();
    expect(view).toMatchObject({
      overall_status: 'succeeded',
      answered_by: { mode: 'model', model: 'scripted-model' },
      answer_text: 'The lighthouse of Skerrow is 31 metres high.',
      usage: { model_calls: 2, input_tokens: 1_500, output_tokens: 150, usd: 0.0045 },
      verification: { sentences: 1, supported: 1, dropped: 0, numbers_checked: 1 },
    });
    expect(web.searches.has('Skerrow lighthouse height')).toBe(true);
    const stored = await system.core.store.pages.pagesOfRun(view.run_id);
    for (const { url, quotes } of view.sources) {
      const page = stored.find(({ finalUrl }) => finalUrl === url);
      for (const quote of quotes) expect(page?.text.slice(quote.start, quote.end)).toBe(quote.text);
    }
    expect(JSON.stringify(view)).not.toContain(KEY);
    const queried = await system.core.client.workflow.getHandle(view.run_id).query<RunView>(GET_RUN_QUERY);
    expect(queried.usage).toEqual(view.usage);
    expect(queried.sentences).toEqual(view.sentences);
  });

  it('is tried again by Temporal while the model is overloaded', async () => {
    model.behaves(fails(529, 'overloaded_error'), truth);
    const view = await ask();
    expect(view.answered_by.mode).toBe('model');
    expect(view.steps.find(({ name }) => name === 'draftAnswer')?.attempts).toBe(2);
  });

  it('counts the attempt whose stream was cut as well', async () => {
    model.behaves(diesAfter('{"answered": true, "sentences": ['), truth);
    const view = await ask();
    expect(view.answered_by.mode).toBe('model');
    expect(view.usage).toMatchObject({ model_calls: 3, input_tokens: 2_500 });
  });

  it('ends with passages and a warning when the key is refused', async () => {
    model.behaves(fails(401, 'authentication_error'));
    const view = await ask();
    expect(view).toMatchObject({ overall_status: 'succeeded', answered_by: { mode: 'extractive', model: null } });
    expect(view.warnings.join(' ')).toContain('No draft by first-model');
    expect(view.answer).toContain('31 metres');
  });

  it('is partial, and says so, when the model finds no answer in the sources', async () => {
    model.behaves(says([], false));
    const view = await ask();
    expect(view).toMatchObject({
      overall_status: 'partial',
      reason: { code: 'not_found_in_sources' },
      answered_by: { mode: 'model' },
    });
    expect(view.answer).toMatch(/^The answer was not found in the sources read\./u);
    expect(view.answer).not.toContain('31 metres');
  });
});
