/** One action at the demo target with the configured model. */
import type { RunView } from '../../src/contracts/run.js';
import { startDemoSite, startDemoSystem } from './demo-system.js';

export interface LiveAction {
  readonly view: RunView;
  /** the site's own log: how often each change was made */
  readonly counts: Readonly<Record<string, number>>;
}

/** @param settings of the model: ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL, MODEL, … */
export async function runLiveAction(
  intent: string,
  inputs: Readonly<Record<string, string>>,
  settings: Record<string, string>,
  say: (line: string) => void,
): Promise<LiveAction> {
  const site = await startDemoSite();
  const system = await startDemoSystem(site, settings);
  try {
    await system.startWorker();
    const runId = await system.ask(intent, { kind: 'action', url: `${site.origin}/`, inputs });
    let told = 0;
    const view = await system.viewWhen(runId, ({ action, finished_at, pending_input }) => {
      const done = action?.steps.filter(({ outcome, action: what }) => outcome !== null || what === 'done') ?? [];
      for (const step of done.slice(told))
        say(`${step.n}. ${step.action} ${step.element ?? step.target ?? ''}: ${step.detail ?? ''}`);
      told = Math.max(told, done.length);
      return finished_at !== null || pending_input !== null;
    });
    return { view, counts: await site.counts() };
  } finally {
    await system.stop();
    site.close();
  }
}
