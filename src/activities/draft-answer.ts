import { Context, type Info } from '@temporalio/activity';
import type { Draft } from '../answering/draft.js';
import type { Activities } from '../contracts/activities.js';
import type { Usage } from '../contracts/run.js';
import { NO_USAGE } from '../domain/usage.js';
import type { FaultPoint } from '../faults.js';

interface Deps {
  readonly draft: Draft;
  readonly faultPoint: FaultPoint;
  /** attempts Temporal makes; on the last one the fallback is asked instead of trying again */
  readonly attempts: number;
  /** milliseconds since the epoch */
  readonly now: () => number;
}

/** Retrieves the passages that matter from the run's own pages and composes the answer, each quote at its place. */
export const createDraftAnswer = ({ draft, faultPoint, attempts, now }: Deps): Activities['draftAnswer'] =>
  async function draftAnswer(input) {
    const context = Context.current();
    const { info } = context;
    const allMs = info.scheduledTimestampMs + info.scheduleToCloseTimeoutMs - now();
    const drafted = await draft(input, {
      mayRetry: info.attempt < attempts,
      attemptMs: Math.min(info.startToCloseTimeoutMs, allMs),
      allMs,
      spent: spentBefore(info),
      // The details of the last heartbeat are what a further attempt gets to know of this one.
      noteSpent: (usage) => context.heartbeat(usage),
      signal: context.cancellationSignal,
    });
    faultPoint('in:draftAnswer');
    return drafted;
  };

function spentBefore({ heartbeatDetails }: Info): Usage {
  const noted = heartbeatDetails as Partial<Usage> | undefined;
  return typeof noted?.usd === 'number' ? { ...NO_USAGE, ...noted } : NO_USAGE;
}
