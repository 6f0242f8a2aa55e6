/** One gated page of the demo target, from the question to the answer, with whatever model is configured; then a leak search. */
import { randomBytes } from 'node:crypto';
import { DEMO_ACCOUNT } from '../../fixtures/demo-target/gated-pages.js';
import {
  answerSealed,
  ARTICLE_QUESTION,
  gateOf,
  MEMBERS_QUESTION,
  startDemoSite,
  startDemoSystem,
} from './demo-system.js';
import { formsOf, searchBytes, searchFolder, type Hit } from './secret-search.js';
import type { System } from './system.js';

export type GatedPage = 'article' | 'members';

const PAGES = {
  article: { path: '/article', question: ARTICLE_QUESTION, facts: ['61'] },
  members: { path: '/members', question: MEMBERS_QUESTION, facts: ['Halden', '6.2 million'] },
} as const;

export interface LiveGated {
  readonly answer: string;
  readonly answeredBy: string;
  /** facts that stand behind the gate and nowhere else, and are not in the answer */
  readonly missing: readonly string[];
  /** where the password was found */
  readonly leaks: readonly Hit[];
  /** what the model was paid, US dollars */
  readonly usd: number;
}

/**
 * @param settings of models and the like, as environment variables
 * @param report told each step
 */
export async function runLiveGated(
  page: GatedPage,
  settings: Record<string, string>,
  report: (line: string) => void,
): Promise<LiveGated> {
  const password = `live-"ü&7\\ ${randomBytes(9).toString('base64url')}`;
  const site = await startDemoSite({ account: { ...DEMO_ACCOUNT, password } });
  const system = await startDemoSystem(site, { LOG_LEVEL: 'debug', ...settings });
  await system.startWorker();
  try {
    const { path, question, facts } = PAGES[page];
    const runId = await system.ask(question, { url: site.origin + path, gateOrigins: [site.origin] });
    const gate = await gateOf(system, runId);
    report(`${runId} waits (${gate.kind}): ${gate.prompt}`);
    if (page === 'members') await answerSealed(system, runId, { email: DEMO_ACCOUNT.email, password });
    else await system.core.runs.answer(runId, { gate_id: gate.gate_id, answer_id: 'a', email: 'reader@example.com' });
    const view = await system.viewWhen(runId);
    for (const { what } of view.attempts.flatMap(({ audit = [] }) => audit)) report(`  ${what}`);
    const answer = view.answer ?? '';
    return {
      answer,
      answeredBy: view.answered_by.model ?? view.answered_by.mode,
      missing: facts.filter((fact) => !answer.includes(fact)),
      leaks: await leaksOf(system, runId, password),
      usd: view.usage.usd,
    };
  } finally {
    await system.stop();
    site.close();
  }
}

async function leaksOf(system: System, runId: string, password: string): Promise<readonly Hit[]> {
  const forms = formsOf(password);
  const hits = [...searchFolder(system.dataDir, forms).hits];
  const search = (value: unknown): void => {
    if (value instanceof Uint8Array) hits.push(...searchBytes('history', Buffer.from(value), forms));
    else if (typeof value === 'string') hits.push(...searchBytes('history', Buffer.from(value), forms));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(search);
  };
  search(await system.core.client.workflow.getHandle(runId).fetchHistory());
  return hits;
}
