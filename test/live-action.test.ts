import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { decides, signsUp } from './support/acting-model.js';
import { runLiveAction } from './support/live-action.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

const chromium = findChromium(undefined);
if (chromium === null) console.warn('no Chromium: nothing is done with a model');
const describeWithBrowser = chromium === null ? describe.skip : describe;

let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.close());

describeWithBrowser('npm run live:action', () => {
  it('does what is asked at the demo target, and tells each step', async () => {
    model.behaves(decides(signsUp));
    const lines: string[] = [];
    const settings = { ANTHROPIC_BASE_URL: model.url, MODEL: 'scripted-model', EMBEDDER: 'none' };
    const { view, counts } = await runLiveAction('Sign me up', { email: 'ada@example.com' }, settings, (line) =>
      lines.push(line),
    );
    expect(view.overall_status).toBe('succeeded');
    expect(counts).toMatchObject({ newsletter: 1, purchase: 0 });
    expect(lines.join('\n')).toContain('button "Sign up"');
  }, 120_000);
});
