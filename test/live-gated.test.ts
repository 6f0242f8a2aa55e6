import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { runLiveGated } from './support/live-gated.js';
import { says, startScriptedModel, type Behaviour, type ScriptedModel } from './support/scripted-model.js';

const chromium = findChromium(undefined);
if (chromium === null) console.warn('no Chromium: gated pages are not read with a model');
const describeWithBrowser = chromium === null ? describe.skip : describe;

let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.close());

/** Says what these quotes say, each from source 1. */
const drafts = (...quotes: string[]): Behaviour =>
  says(quotes.map((quote) => ({ text: `${quote}.`, citations: [{ source: 1, quote }] })));

describeWithBrowser('npm run live:gated', () => {
  it.each([
    ['article', ['The ferries stood still for 61 days']],
    [
      'members',
      [
        'The harbour board has chosen Halden & Sons to build the new breakwater',
        'The contract, which members can read here first, is worth 6.2 million crowns',
      ],
    ],
  ] as const)(
    '%s: the model answers from behind the gate, and no password is stored',
    async (page, quotes) => {
      model.behaves(drafts(...quotes));
      const settings = { ANTHROPIC_BASE_URL: model.url, MODEL: 'scripted-model', EMBEDDER: 'none' };
      const { answer, answeredBy, missing, leaks } = await runLiveGated(page, settings, () => undefined);
      expect(missing).toEqual([]);
      expect(leaks).toEqual([]);
      expect(answeredBy).toBe('scripted-model');
      expect(answer).toContain('Sources used');
      expect(model.drafts.length).toBeGreaterThan(0);
    },
    120_000,
  );
});
