/** The product's parts with the demo target as their whole web. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoTarget, type DemoTargetOptions } from '../../fixtures/demo-target/site.js';
import { DEMO_ACCOUNT } from '../../fixtures/demo-target/gated-pages.js';
import type { PendingInput, Secret } from '../../src/contracts/gates.js';
import type { RunView } from '../../src/contracts/run.js';
import { sealSecret } from '../../src/sealing/seal.js';
import { startSystem, type System } from './system.js';

export { DEMO_ACCOUNT };

export interface DemoSite {
  readonly origin: string;
  /** `POST /_switches` */
  turn(switches: object): Promise<void>;
  /** how often each change of state was made */
  counts(): Promise<Readonly<Record<string, number>>>;
  reset(): Promise<void>;
  close(): void;
}

export async function startDemoSite(options: DemoTargetOptions = {}): Promise<DemoSite> {
  const server: Server = createDemoTarget(options).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return {
    origin,
    turn: (switches) => post('/_switches', switches),
    counts: async () => ((await (await fetch(`${origin}/_log`)).json()) as { counts: Record<string, number> }).counts,
    reset: () => post('/reset', {}),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Settings that make the demo target the whole web, and let people be asked there. */
export const demoSettings = ({ origin }: Pick<DemoSite, 'origin'>): Record<string, string> => ({
  SEARCH_ENGINES: 'tavily',
  TAVILY_BASE_URL: origin,
  TAVILY_API_KEY: 'tvly-test-key',
  ALLOWED_PRIVATE_HOSTS: new URL(origin).host,
  GATE_ORIGINS: origin,
});

export async function startDemoSystem(
  site: DemoSite,
  settings: Record<string, string> = {},
  dataDir?: string,
): Promise<System> {
  return startSystem({ ...demoSettings(site), ...settings }, dataDir);
}

/** The question of the members' page, which nothing else answers. */
export const MEMBERS_QUESTION = 'Who builds the new breakwater, and what is the contract worth?';
export const ARTICLE_QUESTION = 'How many days did the ferries of Skerrow stand still?';

export const waits = ({ pending_input, finished_at }: RunView): boolean =>
  pending_input !== null || finished_at !== null;

/** The gate that the run waits at, once it does; not the one of before. */
export async function gateOf(system: System, runId: string, before?: string): Promise<PendingInput> {
  const isNew = (view: RunView): boolean =>
    view.finished_at !== null || (view.pending_input !== null && view.pending_input.gate_id !== before);
  const { pending_input: gate, answer } = await system.viewWhen(runId, isNew);
  if (gate === null) throw new Error(`the run ended without asking: ${answer}`);
  return gate;
}

/** Seals and sends, as the page and the command line do. @returns the gate that was answered */
export async function answerSealed(system: System, runId: string, secret: Secret, before?: string): Promise<string> {
  const { gate_id } = await gateOf(system, runId, before);
  const sealed = await sealSecret(await system.core.runs.offerKey(runId, gate_id), secret);
  await system.core.runs.answer(runId, { gate_id, answer_id: `a-${gate_id}`, sealed });
  return gate_id;
}
