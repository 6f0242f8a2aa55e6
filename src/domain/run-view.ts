/**
 * The run view: a pure projection of a run's own history. The API folds the events that Temporal kept; the workflow folds
 * the same events as they happen, for the query `getRun`. There is no second copy to drift.
 */
import type { ActResult, DecideResult, Observation } from '../contracts/acting.js';
import type {
  Classification,
  EmbedChunksResult,
  EngineReport,
  IndexPageResult,
  SearchWebResult,
} from '../contracts/activities.js';
import type { EnterGateResult } from '../contracts/gates.js';
import type {
  AnsweredBy,
  DraftedAnswer,
  PageAttempt,
  RunEventMessage,
  RunMemo,
  RunReason,
  RunResult,
  RunStatus,
  RunStep,
  RunView,
  Verification,
} from '../contracts/run.js';
import { withActionResult } from './action-view.js';
import { composeEndedAnswer } from './footers.js';
import { gateOutcomeInWords } from './gate-words.js';
import { addUsage, NO_USAGE } from './usage.js';

/** What the projection reads of one history event. Workflow, signal and activity inputs are not in it, by design. */
export type RunHistoryEvent = { readonly id: number; readonly at: string } & (
  | { readonly type: 'run_started'; readonly memo: Partial<RunMemo> }
  | { readonly type: 'activity_scheduled'; readonly key: string; readonly name: string; readonly label: string | null }
  | { readonly type: 'activity_started'; readonly key: string; readonly attempt: number; readonly startedAt: string }
  | { readonly type: 'activity_completed'; readonly key: string; readonly result: unknown }
  | { readonly type: 'activity_failed'; readonly key: string; readonly failure: ActivityFailureView }
  | { readonly type: 'memo_upserted'; readonly memo: Partial<RunMemo> }
  | { readonly type: 'run_completed'; readonly result: unknown }
  | { readonly type: 'run_failed'; readonly message: string; readonly errorType?: string | null }
  | { readonly type: 'run_timed_out' }
  | { readonly type: 'run_cancelled' }
  | { readonly type: 'run_terminated' }
  | { readonly type: 'run_paused' }
  | { readonly type: 'run_unpaused' }
  | { readonly type: 'other' }
);

export interface ActivityFailureView {
  readonly kind: 'failed' | 'timed_out' | 'cancelled';
  /** the stable type of our own errors, where it was one */
  readonly errorType?: string | null;
  readonly message: string;
}

interface StepState extends RunStep {
  readonly key: string;
  readonly label: string | null;
}

/** What the fold carries beside the view itself. */
export interface RunProjection {
  readonly view: RunView;
  readonly steps: readonly StepState[];
  readonly searched: readonly EngineReport[];
  /** what the workflow said last of itself */
  readonly workflowStatus: RunStatus;
  /** paused by Temporal's own workflow pause */
  readonly serverPaused: boolean;
}

const NO_VERIFICATION: Verification = { sentences: 0, supported: 0, dropped: 0, numbers_checked: 0 };
const NOBODY: AnsweredBy = { mode: 'none', model: null };

export function emptyProjection(runId: string): RunProjection {
  return {
    view: {
      run_id: runId,
      kind: null,
      question: '',
      source: 'http',
      url: null,
      language: null,
      overall_status: 'running',
      reason: null,
      created_at: '',
      finished_at: null,
      steps: [],
      answer: null,
      answer_text: null,
      answered_by: NOBODY,
      sentences: [],
      verification: NO_VERIFICATION,
      sources: [],
      sources_attempted: 0,
      sources_succeeded: 0,
      attempts: [],
      pending_input: null,
      action: null,
      usage: NO_USAGE,
      warnings: [],
      last_event_id: 0,
    },
    steps: [],
    searched: [],
    workflowStatus: 'running',
    serverPaused: false,
  };
}

/** Folds events into the view. */
export function projectRun(runId: string, events: Iterable<RunHistoryEvent>): RunProjection {
  let projection = emptyProjection(runId);
  for (const event of events) projection = applyRunEvent(projection, event);
  return projection;
}

export function applyRunEvent(projection: RunProjection, event: RunHistoryEvent): RunProjection {
  const next = applyByType(projection, event);
  return { ...next, view: { ...next.view, last_event_id: event.id } };
}

function applyByType(p: RunProjection, event: RunHistoryEvent): RunProjection {
  switch (event.type) {
    case 'run_started':
      return withView(p, { created_at: event.at, ...memoFields(event.memo) });
    case 'memo_upserted':
      return withMemo(p, event.memo);
    case 'activity_scheduled':
      return withSteps(p, [
        ...p.steps,
        {
          key: event.key,
          label: event.label,
          name: event.name,
          status: 'scheduled',
          started_at: null,
          finished_at: null,
          attempts: 0,
          detail: event.label,
        },
      ]);
    case 'activity_started':
      return withStep(p, event.key, { status: 'running', started_at: event.startedAt, attempts: event.attempt });
    case 'activity_completed':
      return completed(p, event.key, event.at, event.result);
    case 'activity_failed':
      return failed(p, event.key, event.at, event.failure);
    case 'run_paused':
      return settleStatus({ ...p, serverPaused: true });
    case 'run_unpaused':
      return settleStatus({ ...p, serverPaused: false });
    case 'run_completed':
      return ended(p, event.at, event.result as RunResult);
    case 'run_failed':
      return endedWithout(p, event.at, 'failed', { code: failureCode(event.errorType), message: event.message });
    case 'run_timed_out':
      return endedWithout(p, event.at, 'failed', { code: 'timed_out', message: 'The run took longer than it may.' });
    case 'run_cancelled':
      return endedWithout(p, event.at, 'cancelled', { code: 'cancelled', message: 'The run was cancelled.' });
    case 'run_terminated':
      return endedWithout(p, event.at, 'cancelled', {
        code: 'terminated',
        message: 'The run was terminated by an operator.',
      });
    case 'other':
      return p;
  }
}

const withView = (p: RunProjection, changed: Partial<RunView>): RunProjection => ({
  ...p,
  view: { ...p.view, ...changed },
});

function withSteps(p: RunProjection, steps: readonly StepState[]): RunProjection {
  const shown = steps.map(({ key: _key, label: _label, ...step }) => step);
  return { ...p, steps, view: { ...p.view, steps: shown } };
}

function withStep(p: RunProjection, key: string, changed: Partial<RunStep>): RunProjection {
  return withSteps(
    p,
    p.steps.map((step) => (step.key === key ? { ...step, ...changed } : step)),
  );
}

const knownKind = (kind: RunMemo['kind'] | undefined): RunView['kind'] =>
  kind === 'question' || kind === 'action' ? kind : null;

function memoFields(memo: Partial<RunMemo>): Partial<RunView> {
  return {
    ...(memo.question === undefined ? {} : { question: memo.question }),
    ...(memo.source === undefined ? {} : { source: memo.source }),
    ...(memo.url === undefined ? {} : { url: memo.url }),
    ...(memo.warnings === undefined ? {} : { warnings: memo.warnings }),
    ...(memo.gate === undefined ? {} : { pending_input: memo.gate }),
    ...(memo.language === undefined ? {} : { language: memo.language }),
    ...(memo.kind === undefined ? {} : { kind: knownKind(memo.kind) }),
  };
}

function withMemo(p: RunProjection, memo: Partial<RunMemo>): RunProjection {
  const next = withView(p, memoFields(memo));
  return memo.status === undefined ? next : settleStatus({ ...next, workflowStatus: memo.status });
}

/** Temporal's own pause shows as `paused` over whatever the workflow said last. */
const settleStatus = (p: RunProjection): RunProjection =>
  p.view.finished_at === null ? withView(p, { overall_status: p.serverPaused ? 'paused' : p.workflowStatus }) : p;

function completed(p: RunProjection, key: string, at: string, result: unknown): RunProjection {
  const step = p.steps.find((candidate) => candidate.key === key);
  if (step === undefined) return p;
  const done = withStep(p, key, {
    status: 'succeeded',
    finished_at: at,
    detail: resultDetail(step.name, step.label, result),
  });
  return withAction(withResult(done, step.name, result), step.name, result, at);
}

function failed(p: RunProjection, key: string, at: string, failure: ActivityFailureView): RunProjection {
  const step = p.steps.find((candidate) => candidate.key === key);
  if (step === undefined) return p;
  const next = withStep(p, key, {
    status: failure.kind === 'cancelled' ? 'cancelled' : 'failed',
    finished_at: at,
    detail: join(step.label, failure.message),
  });
  if (step.name !== 'readPage' || step.label === null) return next;
  return withAttempt(next, failedAttempt(step.label, failure));
}

/** The attempt that stands for a read that never came back: the workflow and the projection say the same. */
function failedAttempt(url: string, failure: ActivityFailureView): PageAttempt {
  return {
    url,
    outcome: 'failed',
    how: null,
    status: null,
    reason: failedReason(failure),
    duration_ms: 0,
    page_id: null,
    title: null,
    words: 0,
  };
}

/** Codes of our own errors that can end a step or a run; the rest is a fault of ours. */
function failureCode(errorType: string | null | undefined, otherwise = 'internal'): string {
  return errorType === 'StoreUnavailable' ? 'store_unavailable' : otherwise;
}

function failedReason({ kind, errorType }: ActivityFailureView): string {
  if (kind === 'cancelled') return 'cancelled';
  if (kind === 'timed_out') return 'timeout';
  return failureCode(errorType, 'reader_failed');
}

/** An address counts once: what it came to last is what counts. */
function withAttempt(p: RunProjection, attempt: PageAttempt): RunProjection {
  const attempts = [...p.view.attempts.filter(({ url }) => url !== attempt.url), attempt];
  return withView(p, {
    attempts,
    sources_attempted: attempts.length,
    sources_succeeded: attempts.filter(({ outcome }) => outcome === 'read').length,
  });
}

function withAction(p: RunProjection, name: string, result: unknown, at: string): RunProjection {
  const action = withActionResult(p.view.action, name, result, { runId: p.view.run_id, at });
  return action === null ? p : withView(p, { action });
}

function withResult(p: RunProjection, name: string, result: unknown): RunProjection {
  switch (name) {
    case 'decide':
    case 'classify': {
      const { usage = NO_USAGE } = result as Pick<Classification, 'usage'>;
      return withView(p, { usage: addUsage(p.view.usage, usage) });
    }
    case 'searchWeb':
      return { ...p, searched: [...p.searched, ...(result as SearchWebResult).tried] };
    case 'readPage':
    case 'renderPage':
      return withAttempt(p, result as PageAttempt);
    case 'readBehindGate':
    case 'signIn':
      return withEntered(p, result as EnterGateResult);
    case 'draftAnswer':
      return withDraft(p, result as DraftedAnswer);
    default:
      return p;
  }
}

/** What was done at a gate stays with its page, whether or not it opened. */
function withEntered(before: RunProjection, { url, attempt, audit, usage = NO_USAGE }: EnterGateResult): RunProjection {
  const p = withView(before, { usage: addUsage(before.view.usage, usage) });
  const known = p.view.attempts.find((candidate) => candidate.url === url);
  const shown = attempt ?? known;
  if (shown === undefined) return p;
  return withAttempt(p, { ...shown, audit: [...(known?.audit ?? []), ...audit] });
}

function withDraft(p: RunProjection, draft: DraftedAnswer): RunProjection {
  const { answer, answer_text, answered_by, sentences, verification, sources } = draft;
  const usage = addUsage(p.view.usage, draft.usage);
  return withView(p, { answer, answer_text, answered_by, sentences, verification, sources, usage });
}

function ended(p: RunProjection, at: string, result: RunResult): RunProjection {
  const { answered_by: by } = p.view;
  return withView(p, {
    overall_status: result.overall_status,
    reason: result.reason,
    finished_at: at,
    answer: result.answer,
    answer_text: result.answer_text,
    answered_by: by.mode === 'none' && result.answer !== '' ? { mode: 'code', model: null } : by,
    pending_input: null,
    ...(p.view.action === null
      ? {}
      : {
          action: { ...p.view.action, outcome: { status: result.overall_status, code: result.reason?.code ?? null } },
        }),
  });
}

function endedWithout(p: RunProjection, at: string, status: 'failed' | 'cancelled', reason: RunReason): RunProjection {
  const composed = composeEndedAnswer({ reason, attempts: p.view.attempts, searched: p.searched });
  const steps = p.steps.map((step) =>
    step.status === 'scheduled' || step.status === 'running'
      ? { ...step, status: 'cancelled' as const, finished_at: at }
      : step,
  );
  return ended(withSteps(p, steps), at, {
    overall_status: status,
    reason,
    answer: p.view.answer ?? composed.answer,
    answer_text: p.view.answer_text ?? composed.answer_text,
  });
}

const join = (left: string | null, right: string): string => (left === null ? right : `${left}: ${right}`);
const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** One line that says what came out of a step. */
function resultDetail(name: string, label: string | null, result: unknown): string | null {
  switch (name) {
    case 'classify': {
      const { kind, language, queries } = result as Classification;
      return `${kind}, language ${language}, ${queries.length} ${queries.length === 1 ? 'query' : 'queries'}`;
    }
    case 'searchWeb': {
      const { engine, hits } = result as SearchWebResult;
      return join(label, engine === null ? 'no engine answered' : `${count(hits.length, 'hit')} from ${engine}`);
    }
    case 'readPage':
    case 'renderPage': {
      const attempt = result as PageAttempt;
      return join(
        label,
        attempt.outcome === 'read' ? count(attempt.words, 'word') : (attempt.reason ?? attempt.outcome),
      );
    }
    case 'offerKey':
      return label;
    case 'readBehindGate':
    case 'signIn':
      return join(label, enteredInWords(result as EnterGateResult));
    case 'indexPage':
      return join(label, count((result as IndexPageResult).chunks, 'passage'));
    case 'embedChunks': {
      const { embedded, model, note } = result as EmbedChunksResult;
      return note ?? `${count(embedded, 'passage')} embedded by ${model}`;
    }
    case 'draftAnswer': {
      const { verification, sources } = result as DraftedAnswer;
      return `${count(verification.sentences, 'sentence')} from ${count(sources.length, 'source')}`;
    }
    case 'decide': {
      const { decision, fault } = result as DecideResult;
      return join(
        label,
        decision === null ? (fault?.message ?? 'no decision') : [decision.action, decision.target].join(' ').trim(),
      );
    }
    case 'act':
      return join(label, (result as ActResult).detail);
    case 'observe': {
      const { title, url } = result as Observation;
      return join(label, title || url);
    }
    default:
      return label;
  }
}

function enteredInWords({ outcome, reason, attempt }: EnterGateResult): string {
  if (outcome === 'opened' && attempt !== null) return `opened, ${count(attempt.words, 'word')}`;
  return gateOutcomeInWords(reason ?? outcome);
}

/** The view's fields that differ, or null when only the event id moved on. */
export function changedFields(before: RunView, after: RunView): Partial<RunView> | null {
  const changed = Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => name !== 'last_event_id' && before[name as keyof RunView] !== value,
    ),
  ) as Partial<RunView>;
  return Object.keys(changed).length === 0 ? null : { ...changed, last_event_id: after.last_event_id };
}

/** What a server-sent event is called, by the history event that made it. */
export function eventName(event: RunHistoryEvent, changed: Partial<RunView>): RunEventMessage['event'] {
  if (changed.finished_at != null) return 'end';
  if (event.type === 'run_started') return 'run';
  if (changed.attempts !== undefined) return 'page';
  if (changed.answer !== undefined) return 'answer';
  if (changed.pending_input !== undefined) return 'gate';
  if (changed.warnings !== undefined) return 'warning';
  return changed.overall_status === undefined ? 'step' : 'status';
}
