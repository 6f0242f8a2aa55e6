import { Context } from '@temporalio/activity';
import type { Activities } from '../contracts/activities.js';
import type { AuditStep, EnterGateInput, EnterGateResult, Secret } from '../contracts/gates.js';
import type { FaultPoint } from '../faults.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { AuditNote, GateEntered, GateOpener } from '../ports/gate-opener.js';
import type { OneTimeKeys } from '../ports/one-time-keys.js';
import type { PageStore } from '../ports/page-store.js';
import { screenshotName } from './observe.js';
import { readAttempt } from './page-attempt.js';

interface Deps {
  readonly keys: OneTimeKeys;
  readonly gates: GateOpener;
  readonly pages: PageStore;
  readonly artifacts: Pick<ArtifactStore, 'save' | 'list'>;
  /** `GATE_ORIGINS`: asked again here, whoever started the run */
  readonly gateOrigins: readonly string[];
  readonly faultPoint: FaultPoint;
  readonly now: () => number;
}

/** A one-time key in this worker's memory, with the queue on which it alone is reached. */
export const createOfferKey = ({
  keys,
  host,
}: {
  keys: OneTimeKeys;
  host: { queue: string };
}): Activities['offerKey'] =>
  async function offerKey({ runId, gateId, url }) {
    const key = await keys.offer({ runId, gateId, origin: new URL(url).origin });
    return { key, queue: host.queue };
  };

/**
 * Gives a person's answer at a wall and stores what stands behind it, private to its run. Opens what is sealed here and
 * nowhere else; no error, result or heartbeat holds a word of it.
 */
export const createEnterGate = (deps: Deps): Activities['signIn'] =>
  async function enterGate(input) {
    const startedAt = deps.now();
    const { cancellationSignal: signal } = Context.current();
    if (!deps.gateOrigins.includes(new URL(input.url).origin))
      return unopened(input, 'not_opened', 'origin_not_allowed');
    const secret = await secretOf(deps.keys, input);
    if (secret === null) return unopened(input, 'key_gone', 'key_gone');
    const { url, language, runId: owner, sessionId } = input;
    const visit = { url, language, owner, sessionId };
    deps.faultPoint(`in:${Context.current().info.activityType}`);
    const { gates } = deps;
    const entered = await (input.isCode ? gates.enterCode(visit, secret, signal) : gates.enter(visit, secret, signal));
    return settle(deps, input, entered, deps.now() - startedAt);
  };

async function secretOf(
  keys: OneTimeKeys,
  { url, runId, gateId, email, sealed }: EnterGateInput,
): Promise<Secret | null> {
  if (sealed === null) return email === null ? null : { email };
  return keys.open(sealed, { runId, gateId, origin: new URL(url).origin });
}

async function settle(
  { pages, artifacts, now }: Deps,
  { runId, url }: EnterGateInput,
  { outcome, reason, read, audit: notes, usage }: GateEntered,
  durationMs: number,
): Promise<EnterGateResult> {
  const audit = await keepAudit(artifacts, runId, notes);
  if (read === null) return { url, outcome, reason, attempt: null, audit, usage };
  const retrievedAt = new Date(now()).toISOString();
  const page = await pages.save({ ...read.page, how: 'browser' }, { runId, retrievedAt, privateTo: runId });
  return { url, outcome, reason, attempt: readAttempt(url, page, durationMs), audit, usage };
}

/** Screenshots lie beside those of actions, under the run's next numbers. */
async function keepAudit(
  artifacts: Deps['artifacts'],
  runId: string,
  notes: readonly AuditNote[],
): Promise<AuditStep[]> {
  const taken = (await artifacts.list(runId)).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  let n = Math.max(0, ...taken);
  const steps: AuditStep[] = [];
  for (const { at, what, image } of notes) {
    if (image !== null) await artifacts.save(runId, screenshotName(++n), image);
    steps.push({ at, what, screenshot: image === null ? null : `/runs/${runId}/screenshots/${n}` });
  }
  return steps;
}

const unopened = ({ url }: EnterGateInput, outcome: EnterGateResult['outcome'], reason: string): EnterGateResult => ({
  url,
  outcome,
  reason,
  attempt: null,
  audit: [],
});
