import { ApplicationFailure, isCancellation, TemporalFailure } from '@temporalio/workflow';
import type { RunResult } from '../contracts/run.js';
import { composeEndedAnswer } from '../domain/footers.js';
import type { RunContext } from './run-context.js';
import { GateExpired } from './run-gates.js';

/** Does a run's work with its clock running, and gives every way in which it can end the words for it. */
export async function carryOut(
  context: RunContext,
  work: (context: RunContext) => Promise<RunResult>,
): Promise<RunResult> {
  void context.keepTime().catch(() => undefined); // ends with the run, or with its cancellation
  try {
    return context.finish(await work(context));
  } catch (error) {
    if (error instanceof GateExpired) return context.finish(unanswered(context, error));
    if (isCancellation(error)) context.cancelled();
    throw asTemporalFailure(error);
  }
}

/** Nobody came: what the run found until then stands, and the reason says what it waited for. */
function unanswered({ view }: RunContext, { message }: GateExpired): RunResult {
  const reason = { code: 'gate_expired', message };
  const { answer, answer_text } = composeEndedAnswer({ reason, attempts: view.attempts, searched: [] });
  return { overall_status: 'partial', reason, answer, answer_text };
}

/** Anything but a Temporal failure would make the workflow task fail for ever. */
function asTemporalFailure(error: unknown): Error {
  if (error instanceof TemporalFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return ApplicationFailure.nonRetryable(`the run met a fault of its own: ${message}`, 'Internal');
}
