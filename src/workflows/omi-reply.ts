import {
  ApplicationFailure,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import type { Activities } from '../contracts/activities.js';
import { ACTIVITY_LIMITS, HEARTBEAT_TIMEOUT_MS } from '../contracts/activity-limits.js';
import { RUN_WORKFLOW } from '../contracts/messages.js';
import type { OmiReplyInput } from '../contracts/omi.js';
import type { RunInput, RunMemo, RunResult } from '../contracts/run.js';

/** Temporal's server refuses summaries over 400 bytes; questions may be multi-byte. */
const SUMMARY_CHARACTERS = 120;
const runSourceKey = defineSearchAttributeKey('RunSource', SearchAttributeType.KEYWORD);

const { attemptMs, attempts, backoffMs } = ACTIVITY_LIMITS.notifyWearer;
const { notifyWearer } = proxyActivities<Activities>({
  startToCloseTimeout: attemptMs,
  // Ten notifications an hour: one that has to wait for the next hour, and the one after, still comes.
  scheduleToCloseTimeout: 3 * 3_600_000,
  heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  retry: { initialInterval: backoffMs, maximumInterval: 300_000, maximumAttempts: attempts },
});

/** Runs what a wearer asked, and tells them what came of it. */
export async function omiReply(input: OmiReplyInput): Promise<void> {
  const { uid, runId, ask } = input;
  if (ask.kind === 'action')
    await tell(uid, runId, `This waits for your approval, given on the page or by the shell: “${ask.question}”`);
  const answer = await answerOf(input);
  if (answer !== null) await tell(uid, runId, answer);
}

/** Null: there is nothing to tell. */
async function answerOf(input: OmiReplyInput): Promise<string | null> {
  try {
    const result = (await executeChild(RUN_WORKFLOW, {
      workflowId: input.runId,
      args: [runInput(input)],
      memo: { ...runMemo(input) },
      staticSummary: input.ask.question.slice(0, SUMMARY_CHARACTERS),
      typedSearchAttributes: new TypedSearchAttributes([{ key: runSourceKey, value: 'omi' }]),
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    })) as RunResult;
    return result.answer_text;
  } catch (error) {
    if (isCancellation(error)) return null;
    return `Nothing came of “${input.ask.question}”: the run ended by a fault. Ask again, or look at the run.`;
  }
}

/** A notification that cannot be sent is no fault of the answer: the run shows it. */
async function tell(uid: string, runId: string, message: string): Promise<void> {
  try {
    await notifyWearer({ uid, runId, message });
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (!(error instanceof Error)) throw ApplicationFailure.nonRetryable(String(error), 'Internal');
  }
}

function runInput({ ask, defaults }: OmiReplyInput): RunInput {
  return {
    question: ask.question,
    kind: ask.kind,
    source: 'omi',
    url: null,
    inputs: {},
    maxPages: defaults.maxPages,
    language: null,
    domains: { include: [], exclude: [] },
    today: new Date(Date.now()).toISOString().slice(0, 10),
    maxDurationMs: defaults.maxDurationMs,
  };
}

const runMemo = ({ ask, defaults }: OmiReplyInput): RunMemo => ({
  question: ask.question,
  kind: ask.kind,
  source: 'omi',
  url: null,
  max_pages: defaults.maxPages,
  body_hash: '',
});
