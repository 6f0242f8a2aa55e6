/**
 * Records one history for each way in which a run goes, from a real server: `npm run record:histories -- 0.1.0`.
 * Histories of a release are kept for ever; new ones are added beside them.
 */
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflows } from '../src/adapters/temporal/workflow-bundle.js';
import { VERSION } from '../src/version.js';
import {
  answerSealed,
  ARTICLE_QUESTION,
  DEMO_ACCOUNT,
  gateOf,
  MEMBERS_QUESTION,
  startDemoSite,
  startDemoSystem,
} from '../test/support/demo-system.js';
import { startOfflineWeb } from '../test/support/offline-web.js';
import { PAGES, QUESTION } from '../test/support/pages.js';
import { scriptBuilt } from '../test/support/script-built.js';
import { startSystem, type System } from '../test/support/system.js';

const folder = join(import.meta.dirname, '../test/histories');
const version = process.argv[2] ?? VERSION;

async function keep(system: System, name: string, runId: string): Promise<void> {
  const history = await system.core.client.workflow.getHandle(runId).fetchHistory();
  writeFileSync(join(folder, `${name}.${version}.json`), historyToJSON(history));
  console.log(`kept ${name}: ${history.events?.length} events`);
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const bundle = join(import.meta.dirname, '../.data/test/record-bundle.js');
  mkdirSync(join(bundle, '..'), { recursive: true });
  writeFileSync(bundle, await bundleWorkflows());
  process.env['TEST_WORKFLOW_BUNDLE'] = bundle;
  const web = await startOfflineWeb(PAGES);
  const system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
    SEARCH_ENGINES: 'tavily',
    PAGE_FRESH_MINUTES: '0',
  });
  await system.startWorker();
  try {
    await record(system, web);
  } finally {
    await system.stop();
    await web.close();
  }
  await recordGates();
}

/** Runs that wait for a person, and go on with their answer or without one. */
async function recordGates(): Promise<void> {
  const site = await startDemoSite();
  const system = await startDemoSystem(site, { EMBEDDER: 'none' });
  await system.startWorker();
  const gateOrigins = [site.origin];
  const kept = async (name: string, runId: string): Promise<void> => {
    await system.viewWhen(runId);
    await keep(system, name, runId);
  };
  try {
    const article = await system.ask(ARTICLE_QUESTION, { url: `${site.origin}/article`, gateOrigins });
    await gateOf(system, article);
    await keep(system, 'waiting', article);
    await system.core.runs.answer(article, { answer_id: 'a', email: 'reader@example.com' });
    await kept('email-gate', article);
    await site.turn({ second_factor: true });
    const members = await system.ask(MEMBERS_QUESTION, { url: `${site.origin}/members`, gateOrigins });
    const { email, password, code } = DEMO_ACCOUNT;
    const wrong = await answerSealed(system, members, { email, password: 'a-wrong-one' });
    const right = await answerSealed(system, members, { email, password }, wrong);
    await answerSealed(system, members, { code }, right);
    await kept('login-gate', members);
    const unanswered = { url: `${site.origin}/article`, gateOrigins, gateTimeoutMs: 500 };
    await kept('gate-expired', await system.ask(ARTICLE_QUESTION, unanswered));
  } finally {
    await system.stop();
    site.close();
  }
}

async function record(system: System, web: Awaited<ReturnType<typeof startOfflineWeb>>): Promise<void> {
  const finished = async (name: string, runId: string) => {
    await system.viewWhen(runId);
    await keep(system, name, runId);
  };
  await finished('succeeded', await system.ask(QUESTION));
  await finished('action', await system.ask('Subscribe me to the newsletter'));
  web.misbehave('http://coast.skerrow.com/lights', (_req, res) => void res.writeHead(404).end());
  await finished('partial', await system.ask(QUESTION, { language: 'en' }));
  web.misbehave('http://coast.skerrow.com/lights', null);
  const [lighthouse] = PAGES;
  if (lighthouse !== undefined) {
    web.misbehave(lighthouse.url, scriptBuilt(lighthouse));
    await finished('rendered', await system.ask(QUESTION, { language: 'en', url: lighthouse.url }));
    web.misbehave(lighthouse.url, null);
  }
  web.misbehaveSearch((_req, res) => void res.writeHead(401).end('{}'));
  await finished('failed', await system.ask(QUESTION));
  web.misbehaveSearch(null);
  const paused = await system.ask(QUESTION);
  await system.core.runs.pause(paused);
  await system.viewWhen(paused, ({ overall_status: status }) => status === 'paused');
  await keep(system, 'paused', paused);
  await system.core.runs.continue(paused);
  await finished('resumed', paused);
  web.latencyMs = 700;
  const running = await system.ask(QUESTION);
  await system.viewWhen(running, ({ steps }) => steps.some(({ name }) => name === 'readPage'));
  await keep(system, 'mid-run', running);
  await system.core.runs.cancel(running);
  await finished('cancelled', running);
  web.latencyMs = 0;
}

await main();
