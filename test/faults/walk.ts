/**
 * Kills the product's processes at every point of a question run and looks whether anything was lost or done twice:
 * `npm run test:faults [-- --only NAME] [--kind question|gate|action]`. Prints a line per case; exits 1 when one fails.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/libsql/store.js';
import { chunkText } from '../../src/domain/chunking.js';
import type { RunView } from '../../src/contracts/run.js';
import {
  ARTICLE_QUESTION,
  DEMO_ACCOUNT,
  demoSettings,
  MEMBERS_QUESTION,
  startDemoSite,
  type DemoSite,
} from '../support/demo-system.js';
import { decides, signsUp } from '../support/acting-model.js';
import { startOfflineWeb, type OfflineWeb } from '../support/offline-web.js';
import { FACT, PAGES, QUESTION } from '../support/pages.js';
import { startScriptedModel } from '../support/scripted-model.js';
import { scriptBuilt } from '../support/script-built.js';
import {
  endOf,
  killAll,
  processesOf,
  processesRunning,
  sleep,
  startProduct,
  trigger,
  until,
  whenReady,
  type Product,
} from '../support/product.js';
import { truth } from '../support/truth.js';

interface Case {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  /** what happens while the run is on its way */
  readonly disturb?: (product: Product, runId: string) => Promise<void> | void;
  /** do scripts put the page together that holds the fact? */
  readonly scripted?: boolean;
  /** does a model draft the answer? */
  readonly model?: boolean;
  /** must a marker be left by a fault point? */
  readonly point?: string;
  /** the run waits for a person, at this gate of the demo target; `disturb` happens while it waits */
  readonly gate?: 'email' | 'login';
  /** everything is killed while the run waits, and started again */
  readonly restart?: boolean;
  /** a sign-up at the demo target, step by step, by a model; `asks`: the person is asked whether it was done */
  readonly action?: { readonly asks: boolean };
}

/** Its page is put together by a script, so that a browser has to read it. */
const RENDERED = ['before', 'in', 'after'].map((when) => `${when}:renderPage`);
const QUESTION_ACTIVITIES = ['classify', 'searchWeb', 'readPage', 'indexPage', 'embedChunks', 'draftAnswer'];
const STARTS = ['start:worker', 'start:api', 'start:server', 'reply:trigger'];

const GATES = {
  login: { path: '/members', question: MEMBERS_QUESTION, fact: 'Halden & Sons', points: ['offerKey', 'signIn'] },
  email: { path: '/article', question: ARTICLE_QUESTION, fact: '61 days', points: ['readBehindGate'] },
} as const;

/** Around each step of an action; the click is the one that changes the site. */
const ACTION_POINTS = [
  ...[
    'planAction',
    'recallTask',
    'claimHost',
    'openSession',
    'observe',
    'decide',
    'closeSession',
    'reportOutcome',
  ].flatMap((activity) => [`before:${activity}`, `after:${activity}`]),
  ...['act-type', 'act-click'].flatMap((act) => [`before:${act}`, `during:${act}`, `in:${act}`, `after:${act}`]),
];

const pointCase = (point: string): Case => ({ name: point, point, env: { FAULT_POINT: point } });

const cases: readonly Case[] = [
  ...QUESTION_ACTIVITIES.flatMap((activity) =>
    ['before', 'in', 'after'].map((when) => pointCase(`${when}:${activity}`)),
  ),
  ...['before', 'in', 'after'].map((when): Case => ({
    ...pointCase(`${when}:draftAnswer`),
    name: `${when}:draftAnswer with a model`,
    model: true,
  })),
  ...RENDERED.map((point): Case => ({ ...pointCase(point), scripted: true })),
  ...STARTS.map(pointCase),
  { name: 'Temporal server killed in mid-run', disturb: (product) => killByName(product, 'start-dev') },
  { name: 'worker killed in mid-run', disturb: (product) => killByName(product, 'worker.js') },
  { name: 'API killed in mid-run', disturb: (product) => killByName(product, 'server.js') },
  { name: 'worker stopped for a minute', disturb: (product) => freezeWorker(product, 60_000) },
  ...(['login', 'email'] as const).flatMap((gate) =>
    GATES[gate].points.flatMap((activity) =>
      // offerKey does nothing in between that could be cut in two
      (activity === 'offerKey' ? ['before', 'after'] : ['before', 'in', 'after']).map((when): Case => ({
        ...pointCase(`${when}:${activity}`),
        gate,
      })),
    ),
  ),
  { name: 'everything killed while a run waits', gate: 'login', restart: true },
  {
    name: 'Temporal server killed while a run waits',
    gate: 'login',
    disturb: (product) => killByName(product, 'start-dev'),
  },
  { name: 'API killed while a run waits', gate: 'email', disturb: (product) => killByName(product, 'server.js') },
  {
    name: 'worker stopped while an answer is given',
    gate: 'email',
    // Not waited for: the answer comes meanwhile, and is confirmed later.
    disturb: async (product) => void freezeWorker(product, 20_000),
  },
  ...ACTION_POINTS.map((point): Case => ({
    ...pointCase(point),
    action: { asks: /^(?:during|in):act-click$/u.test(point) },
  })),
];

/** A helper whose worker was killed in the middle of a computation sees it with its next breath: it is given a few. */
const LAST_BREATHS_MS = 5_000;

async function leftOf(dataDir: string): Promise<readonly number[]> {
  const until = Date.now() + LAST_BREATHS_MS;
  while (processesOf(dataDir).length > 0 && Date.now() < until) await sleep(100);
  return processesOf(dataDir);
}

/** Stops the product as Ctrl-C does, and tells what was not as it should be. */
async function stopFaults(product: Product): Promise<readonly string[]> {
  const code = await product.stop();
  const left = await leftOf(product.dataDir);
  return [
    ...(code === 0 ? [] : [`the supervisor ended with ${code}`]),
    ...(left.length === 0 ? [] : [`processes are left: ${left.join(', ')}`]),
  ];
}

function killByName(product: Product, name: string): void {
  const pids = processesRunning(product.dataDir, name);
  if (pids.length === 0) throw new Error(`no process ${name} to kill`);
  killAll(pids);
}

async function freezeWorker(product: Product, ms: number): Promise<void> {
  const pids = processesRunning(product.dataDir, 'worker.js');
  if (pids.length === 0) throw new Error('no worker to stop');
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

/** The first product, and what was started in its place. */
async function walkGate(fault: Case, gate: keyof typeof GATES): Promise<string[]> {
  const site = await startDemoSite();
  const settings = { ...demoSettings(site), LOG_LEVEL: 'warn', ANSWERS_PER_MINUTE: '1000' };
  const first = await startProduct({ env: { ...settings, ...fault.env } });
  const faults: string[] = [];
  let product = first;
  try {
    await whenReady(product);
    const { path, question } = GATES[gate];
    const runId = await trigger(product, { question, url: site.origin + path }, 'walk-1');
    await untilView(product, runId, ({ pending_input: pending }) => pending !== null);
    if (fault.restart) {
      killAll(processesOf(product.dataDir));
      product = await startProduct({ dataDir: product.dataDir, env: settings });
      await whenReady(product);
    }
    await fault.disturb?.(product, runId);
    faults.push(...(await gateFaults(product, site, runId, GATES[gate].fact)));
    if (fault.point && !markerOf(product, fault.point)) faults.push('the fault never happened');
    faults.push(...(await stopFaults(product)));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error), product.output().slice(-1500));
  } finally {
    product.discard();
    site.close();
  }
  return faults;
}

async function untilView(product: Product, runId: string, check: (view: RunView) => boolean): Promise<RunView> {
  let view: RunView | null = null;
  await until(`run ${runId}`, 120_000, async () => {
    view = (await (await fetch(`${product.api}/runs/${runId}`)).json()) as RunView;
    return check(view);
  });
  return view!;
}

/** Answers every gate that opens, as a person would who is asked again, and looks whether anything was sent twice. */
async function gateFaults(product: Product, site: DemoSite, runId: string, fact: string): Promise<string[]> {
  const { email, password } = DEMO_ACCOUNT;
  let last = '';
  let answers = 0;
  for (;;) {
    const next = ({ finished_at, pending_input }: RunView) =>
      finished_at !== null || (pending_input !== null && pending_input.gate_id !== last);
    const view = await untilView(product, runId, next);
    if (view.finished_at !== null) break;
    const { gate_id = '', kind } = view.pending_input ?? {};
    const body = { gate_id, email, ...(kind === 'login' ? { password } : {}) };
    const headers = { 'content-type': 'application/json' };
    const send = () =>
      fetch(`${product.api}/runs/${runId}/resume`, { method: 'POST', headers, body: JSON.stringify(body) });
    const status = await send().then(
      (response) => response.status,
      () => 0,
    );
    // 409: the reply to an earlier try was lost.
    if (status === 202 || status === 409) last = gate_id;
    if (status === 202 || status === 0) answers += 1;
    await sleep(300);
  }
  const view = await endOf(product, runId);
  const counts = await site.counts();
  const sent = (counts['sign_in'] ?? 0) + (counts['sign_in_failed'] ?? 0) + (counts['article_unlock'] ?? 0);
  return [
    ...(view.overall_status === 'succeeded' ? [] : [`ended ${view.overall_status}: ${JSON.stringify(view.reason)}`]),
    ...(view.answer?.includes(fact) ? [] : ['the answer does not hold the fact']),
    ...(sent <= answers ? [] : [`${answers} answers were given and ${sent} were sent to the site`]),
    ...(counts['purchase'] === 0 ? [] : ['something was bought']),
  ];
}

/** Signs up once, whatever dies; where nobody can know, the person is asked, and says what the site's own log says. */
async function walkAction(fault: Case, { asks }: { readonly asks: boolean }): Promise<string[]> {
  const [site, model] = await Promise.all([startDemoSite(), startScriptedModel()]);
  model.behaves(
    decides((page) =>
      page.shows('the person says it was done')
        ? { action: 'done', evidence: 'signed up', reason: 'said so' }
        : signsUp(page),
    ),
  );
  const settings = { ...demoSettings(site), LOG_LEVEL: 'warn', ANTHROPIC_BASE_URL: model.url, MODEL: 'scripted' };
  const product = await startProduct({ env: { ...settings, ...fault.env } });
  const faults: string[] = [];
  try {
    await whenReady(product);
    const body = {
      question: 'Sign me up',
      kind: 'action',
      url: `${site.origin}/`,
      inputs: { email: 'ada@example.com' },
    };
    const runId = await trigger(product, body, 'walk-1');
    const asked = await untilView(product, runId, (view) => view.finished_at !== null || view.pending_input !== null);
    if ((asked.pending_input !== null) !== asks) faults.push(asks ? 'nobody was asked' : 'somebody was asked');
    if (asked.pending_input !== null) await sayWhatTheSiteKnows(product, site, asked);
    const view = await endOf(product, runId);
    // A click whose browser died with it may not have reached the site: then it is done after all.
    const wanted = view.reason?.code === 'confirmed_by_person' && asks ? 'partial' : 'succeeded';
    if (view.overall_status !== wanted) faults.push(`ended ${view.overall_status}: ${JSON.stringify(view.reason)}`);
    const counts = await site.counts();
    if (counts['newsletter'] !== 1) faults.push(`signed up ${counts['newsletter'] ?? 0} times`);
    if (counts['purchase'] !== 0) faults.push('something was bought');
    if (fault.point && !markerOf(product, fault.point)) faults.push('the fault never happened');
    faults.push(...(await stopFaults(product)));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error), product.output().slice(-1500));
  } finally {
    product.discard();
    site.close();
    await model.close();
  }
  return faults;
}

async function sayWhatTheSiteKnows(
  product: Product,
  site: DemoSite,
  { run_id, pending_input }: RunView,
): Promise<void> {
  const done = (await site.counts())['newsletter'] === 1;
  const body = { gate_id: pending_input?.gate_id, choice: done ? 'It was done' : 'It was not done' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.api}/runs/${run_id}/resume`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function walk(fault: Case): Promise<string[]> {
  if (fault.action !== undefined) return walkAction(fault, fault.action);
  if (fault.gate !== undefined) return walkGate(fault, fault.gate);
  const web = await startOfflineWeb(PAGES);
  web.latencyMs = 100;
  const [first] = PAGES;
  if (fault.scripted && first !== undefined) web.misbehave(first.url, scriptBuilt(first));
  const model = fault.model ? await startScriptedModel() : null;
  model?.behaves(truth);
  const product = await startProduct({
    env: {
      OUTBOUND_PROXY: web.proxyUrl,
      TAVILY_BASE_URL: web.searchUrl,
      TAVILY_API_KEY: 'tvly-fault-walk-key',
      SEARCH_ENGINES: 'tavily',
      LOG_LEVEL: 'warn',
      ...(model === null ? {} : { ANTHROPIC_BASE_URL: model.url, MODEL: 'scripted' }),
      ...fault.env,
    },
  });
  const faults: string[] = [];
  try {
    await run(fault, product, web, faults);
    // Once more for the attempt that was cut off; a finished draft is never asked for again.
    if ((model?.drafts.length ?? 0) > 2) faults.push(`the model drafted ${model?.drafts.length} times`);
    faults.push(...(await stopFaults(product)));
    faults.push(...temporaryFiles(product.dataDir));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error), product.output().slice(-1500));
  } finally {
    product.discard();
    await Promise.all([web.close(), model?.close()]);
  }
  return faults;
}

async function run(fault: Case, product: Product, web: OfflineWeb, faults: string[]): Promise<void> {
  const body = { question: QUESTION, max_pages: 2 };
  if (fault.point?.startsWith('start:') !== true) await whenReady(product);
  const runId = await trigger(product, body, 'walk-1', 90_000);
  await fault.disturb?.(product, runId);
  const view = await endOf(product, runId);
  if (view.overall_status !== 'succeeded') faults.push(`ended ${view.overall_status}: ${JSON.stringify(view.reason)}`);
  if (!view.answer?.includes(FACT)) faults.push('the answer does not hold the fact');
  if (view.answered_by.mode !== (fault.model ? 'model' : 'extractive'))
    faults.push(`answered by ${view.answered_by.mode}`);
  const again = await trigger(product, body, 'walk-1');
  if (again !== runId) faults.push(`the same key gave ${again} after the run had closed`);
  for (const [query, times] of web.searches) if (times > 2) faults.push(`"${query}" was searched ${times} times`);
  if (fault.point && !markerOf(product, fault.point)) faults.push('the fault never happened');
  faults.push(...(await storeFaults(product, runId, view.sources_succeeded)));
}

const markerOf = (product: Product, point: string): boolean =>
  existsSync(join(product.dataDir, `fault-${point.replaceAll(':', '-')}`));

async function storeFaults(product: Product, runId: string, read: number): Promise<string[]> {
  const store = openStore(join(product.dataDir, 'synthetic.db'));
  try {
    const pages = await store.pages.pagesOfRun(runId);
    const faults = pages.length === read ? [] : [`${read} pages were read and ${pages.length} are stored`];
    for (const page of pages) {
      const [stored, expected] = [await store.chunks.countOfPage(page.pageId), chunkText(page).length];
      if (stored !== expected) faults.push(`${page.canonicalUrl} has ${stored} passages instead of ${expected}`);
    }
    const lacking = await store.chunks.withoutVector({ runId, limit: 100 });
    if (lacking.length > 0) faults.push(`${lacking.length} passages have no vector`);
    return faults;
  } finally {
    store.close();
  }
}

/** What is left in the folder for temporary files, and half-written files anywhere in the data folder. */
function temporaryFiles(dataDir: string): string[] {
  const halfWritten = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tmp'),
  );
  return [...halfWritten, ...readdirSync(join(dataDir, 'tmp'))].map((name) => `a temporary file is left: ${name}`);
}

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const kindOf = ({ gate, action }: Case): string => (gate ? 'gate' : action ? 'action' : 'question');

const only = option('--only');
const kind = option('--kind');
const chosen = cases.filter(
  (fault) => (only === undefined || fault.name.includes(only)) && (kind === undefined || kindOf(fault) === kind),
);
if (chosen.length === 0) throw new Error('no case is named so: --only PART-OF-A-NAME, --kind question|gate|action');
let failed = 0;
let passed = 0;
for (const fault of chosen) {
  const startedAt = Date.now();
  const faults = await walk(fault);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${fault.name} (${seconds} s)`);
  for (const line of faults) console.log(`     ${line}`);
  if (faults.length === 0) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
