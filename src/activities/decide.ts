import { Context } from '@temporalio/activity';
import type { Decide } from '../answering/decide-with-model.js';
import type { DecideInput, DecideResult, Decision } from '../contracts/acting.js';
import type { Activities } from '../contracts/activities.js';
import { judgeEvidence } from '../domain/acting/evidence-of-success.js';
import { withValues } from '../domain/acting/task-words.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { SnapshotLine } from '../ports/page-snapshot.js';
import { loadLines, screenshotName } from './observe.js';

interface Deps {
  readonly decideNext: Decide;
  readonly artifacts: ArtifactStore;
  /** attempts Temporal makes; on the last one a fault is a value */
  readonly attempts: number;
}

/** Asks the model for the next step, with what the observation left in the artefact store. */
export const createDecide = ({ decideNext, artifacts, attempts }: Deps): Activities['decide'] =>
  async function decide(input) {
    const { cancellationSignal: signal, info } = Context.current();
    const { runId, observation } = input;
    const lines = (await loadLines(artifacts, runId, observation.n)) ?? [];
    const screenshot = observation.screenshot ? await artifacts.load(runId, screenshotName(observation.n)) : null;
    const decided = await decideNext(input, { lines, screenshot }, { signal, mayRetry: info.attempt < attempts });
    const evidence = await judged(artifacts, input, lines, decided.decision);
    return { ...decided, evidence };
  };

async function judged(
  artifacts: ArtifactStore,
  { runId, baselines, values }: DecideInput,
  lines: readonly SnapshotLine[],
  decision: Decision | null,
): Promise<DecideResult['evidence']> {
  if (decision?.action !== 'done') return null;
  const evidence = decision.evidence === null ? null : withValues(decision.evidence, values);
  const before = await Promise.all(baselines.map((n) => loadLines(artifacts, runId, n)));
  return judgeEvidence(
    evidence,
    lines,
    before.flatMap((known) => known ?? []),
  );
}
