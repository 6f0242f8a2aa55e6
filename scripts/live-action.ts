/**
 * `npm run live:action -- --intent "Sign me up for the newsletter" [--input email=ada@example.com]`: has the configured model
 * (ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL, MODEL) do something at the demo target, step by step. Exit code 0 when it was done.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundleWorkflows } from '../src/adapters/temporal/workflow-bundle.js';
import { runLiveAction } from '../test/support/live-action.js';

const { values } = parseArgs({
  options: {
    intent: { type: 'string' },
    input: { type: 'string', multiple: true, default: ['email=ada@example.com'] },
  },
});
if (values.intent === undefined) {
  console.error('Say what is to be done: npm run live:action -- --intent "Sign me up for the newsletter"');
  process.exit(2);
}
const inputs = Object.fromEntries(
  values.input.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
);

const MODEL_SETTINGS = /^(?:ANTHROPIC_|MODEL|FALLBACK_|MAX_USD_|MAX_TOKENS_|ACTION_|CHROMIUM_PATH)/;
const settings = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && MODEL_SETTINGS.test(name) ? [[name, value]] : [],
  ),
);
const file = new URL('../.data/test/live-bundle.js', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, await bundleWorkflows());
process.env['TEST_WORKFLOW_BUNDLE'] = file.pathname;

const { view, counts } = await runLiveAction(values.intent, inputs, settings, (line) => console.log(line));
const changed = Object.entries(counts).filter(([, times]) => times > 0);
console.log(`\n${view.overall_status}: ${view.answer_text ?? view.pending_input?.prompt ?? ''}`);
console.log(`the site counts: ${changed.map(([what, times]) => `${what} ${times}`).join(', ') || 'no change'}`);
console.log(`${view.action?.model_calls ?? 0} decisions, ${view.usage.usd.toFixed(4)} USD`);
process.exitCode = view.overall_status === 'succeeded' ? 0 : 1;
