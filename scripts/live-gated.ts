/**
 * `npm run live:gated -- --page article|members`: asks what stands behind a gate of the demo target, answers the gate, and lets
 * the configured model (ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL, MODEL) draft the answer; without one it is extractive. Then it
 * looks for the password in all that was stored. Exit code 1 when a fact is missing or the password is found.
 */
import { parseArgs } from 'node:util';
import { runLiveGated, type GatedPage } from '../test/support/live-gated.js';

const { values } = parseArgs({ options: { page: { type: 'string', default: 'members' } } });
const isPage = (name: string): name is GatedPage => name === 'article' || name === 'members';
if (!isPage(values.page)) {
  console.error('--page must be article or members.');
  process.exit(2);
}

const MODEL_SETTINGS = /^(?:ANTHROPIC_|MODEL|FALLBACK_|MAX_USD_|MAX_TOKENS_|EMBED|CHROMIUM_PATH)/;
const settings = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && MODEL_SETTINGS.test(name) ? [[name, value]] : [],
  ),
);
const bundle = await import('../src/adapters/temporal/workflow-bundle.js');
const { mkdirSync, writeFileSync } = await import('node:fs');
const file = new URL('../.data/test/live-bundle.js', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, await bundle.bundleWorkflows());
process.env['TEST_WORKFLOW_BUNDLE'] = file.pathname;

const { answer, answeredBy, missing, leaks, usd } = await runLiveGated(values.page, settings, (line) =>
  console.log(line),
);
console.log(`\n${answer}\n\nanswered by ${answeredBy}, ${usd.toFixed(4)} USD`);
console.log(missing.length === 0 ? 'every fact from behind the gate is there' : `missing: ${missing.join(', ')}`);
console.log(leaks.length === 0 ? 'the password is stored nowhere' : `LEAKED: ${JSON.stringify(leaks)}`);
process.exitCode = missing.length + leaks.length === 0 ? 0 : 1;
