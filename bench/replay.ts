/**
 * `npm run bench:replay [-- --runs 10] [--json]`: the newsletter sign-up of the demo target, as a run that replays what it
 * remembers and as a Playwright script written by hand. Each time with a browser that is launched for it: the run's worker is
 * started anew, and waits with no browser. Milliseconds from the start of the run (or of the script) to its end; medians.
 * The model, a scripted one, is asked in the first run alone, which is not counted.
 * Ends with 1 when a replay asked it again, a sign-up is missing or doubled, or the median is more than twice the script's.
 */
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { bundleWorkflows } from '../src/adapters/temporal/workflow-bundle.js';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { startWorker } from '../src/worker.js';
import { decides, signsUp } from '../test/support/acting-model.js';
import { demoSettings, startDemoSite } from '../test/support/demo-system.js';
import { startScriptedModel } from '../test/support/scripted-model.js';
import { silent, startSystem } from '../test/support/system.js';

const MOST_TIMES = 2;
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, json: { type: 'boolean', default: false } },
});
const executablePath = findChromium();
if (executablePath === null) {
  console.error('This bench needs a Chromium: run "npx playwright install chromium" or set CHROMIUM_PATH.');
  process.exit(1);
}
const runs = Number(values.runs);
const dataDir = mkdtempSync(join(tmpdir(), 'bench-replay-'));
const site = await startDemoSite();
const model = await startScriptedModel();
model.behaves(decides(signsUp));
const settings = { ...demoSettings(site), ANTHROPIC_BASE_URL: model.url, MODEL: 'scripted', EMBEDDER: 'none' };
const system = await startSystem(settings, dataDir);
const bundle = { code: await bundleWorkflows() };

/** The run with a worker of its own; its time does not hold the worker's start. */
async function signUpByRun(email: string): Promise<{ ms: number; mode: string | null; calls: number }> {
  const worker = await startWorker(system.core, silent, bundle);
  const started = performance.now();
  const input = { kind: 'action' as const, url: `${site.origin}/`, inputs: { email } };
  const runId = await system.ask('Sign me up for the newsletter', input);
  await system.core.client.workflow.getHandle(runId).result();
  const ms = performance.now() - started;
  const { overall_status, action, reason } = await system.core.runs.view(runId);
  if (overall_status !== 'succeeded') throw new Error(`the run ended ${overall_status}: ${reason?.message ?? ''}`);
  await worker.stop();
  return { ms, mode: action?.mode ?? null, calls: action?.model_calls ?? 0 };
}

async function signUpByHand(email: string): Promise<number> {
  const started = performance.now();
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage();
  await page.goto(`${site.origin}/`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByText('The Friday letter is on its way to you.').waitFor();
  await browser.close();
  return performance.now() - started;
}

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
};

const first = await signUpByRun('first@example.com');
const learnt = async () => (await system.core.memories.list()).length > 0;
while (!(await learnt())) await signUpByRun('again@example.com');
await site.reset();

const byRun: { ms: number; mode: string | null; calls: number }[] = [];
const byHand: number[] = [];
// In turns, so that what else the machine does falls on both.
for (let n = 0; n < runs; n += 1) {
  byRun.push(await signUpByRun(`run-${n}@example.com`));
  byHand.push(await signUpByHand(`hand-${n}@example.com`));
}
const { newsletter = 0 } = await site.counts();
const figures = {
  runs,
  live_ms: Math.round(first.ms),
  replay_ms: Math.round(median(byRun.map(({ ms }) => ms))),
  script_ms: Math.round(median(byHand)),
  ratio: Number((median(byRun.map(({ ms }) => ms)) / median(byHand)).toFixed(2)),
  replayed: byRun.filter(({ mode }) => mode === 'replay').length,
  model_calls: byRun.reduce((sum, { calls }) => sum + calls, 0),
  sign_ups: newsletter,
};
console.log(
  values.json
    ? JSON.stringify(figures)
    : Object.entries(figures)
        .map(([name, value]) => `${name.padEnd(14)} ${value}`)
        .join('\n'),
);
const passed =
  figures.replayed === runs && figures.model_calls === 0 && newsletter === 2 * runs && figures.ratio <= MOST_TIMES;

await system.stop();
await model.close();
site.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(passed ? 0 : 1);
