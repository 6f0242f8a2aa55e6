import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  defineQuery,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setDefaultSignalHandler,
  setHandler,
  TimeoutFailure,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { Activities, ActivityName } from '../contracts/activities.js';
import type {
  GateAnswer,
  GateKind,
  GateRequest,
  OfferKeyInput,
  OfferKeyResult,
  PendingInput,
} from '../contracts/gates.js';
import { isPauseRequest } from '../contracts/guards.js';
import { GET_RUN_QUERY, PAUSE_SIGNAL, RESUME_SIGNAL, renderQueueBeside } from '../contracts/messages.js';
import type { RunInput, RunKind, RunMemo, RunResult, RunStatus, RunView } from '../contracts/run.js';
import { detailsOf } from '../domain/run-details.js';
import { RunClock, TICK_MS } from '../domain/run-clock.js';
import {
  applyRunEvent,
  emptyProjection,
  type ActivityFailureView,
  type RunHistoryEvent,
  type RunProjection,
} from '../domain/run-view.js';
import {
  ACTIVITY_LIMITS,
  ANSWER_RESERVE_MS,
  boundsFor,
  BROWSER_HEARTBEAT_TIMEOUT_MS,
  GATE_TIMEOUT_MS,
  HEARTBEAT_TIMEOUT_MS,
  LOST_HOST_MS,
} from '../contracts/activity-limits.js';
import { RunGates } from './run-gates.js';

const MAX_WARNINGS = 20;
/** A step that nobody took up before its time ran out is asked for again, so that a worker's absence costs nothing. */
const MAX_ROUNDS = 50;
/** Temporal's server cuts a summary at 400 bytes. */
const SUMMARY_CHARACTERS = 380;

const runStatusKey = defineSearchAttributeKey('RunStatus', SearchAttributeType.KEYWORD);
const runKindKey = defineSearchAttributeKey('RunKind', SearchAttributeType.KEYWORD);

type EventFields = RunHistoryEvent extends infer E ? (E extends RunHistoryEvent ? Omit<E, 'id' | 'at'> : never) : never;
type StepInput<Name extends ActivityName> = Parameters<Activities[Name]>[0];
type StepResult<Name extends ActivityName> = Awaited<ReturnType<Activities[Name]>>;

/** Where a step is taken, when not by whichever worker comes first. */
export interface StepPlace {
  /** the queue of the browser worker that holds the session */
  readonly queue?: string;
}

/** Thrown by `step` when the run has no time left for it; the reserve for an answer is kept. */
export class NoTimeLeft extends Error {}

/** One run's state and the way its steps are taken: paused, timed, shown. Handlers stand before the first await. */
export class RunContext {
  readonly runId = workflowInfo().workflowId;
  private projection: RunProjection;
  private readonly clock: RunClock;
  private readonly gates: RunGates;
  private warnings: string[] = [];
  private paused = false;
  private ended = false;
  private steps = 0;

  constructor(readonly input: RunInput) {
    const { startTime, memo } = workflowInfo();
    this.clock = new RunClock(input.maxDurationMs, Date.now());
    this.projection = applyRunEvent(emptyProjection(this.runId), {
      id: 1,
      at: startTime.toISOString(),
      type: 'run_started',
      memo: memo ?? {},
    });
    this.register();
    this.gates = new RunGates({
      timeoutMs: input.gateTimeoutMs ?? GATE_TIMEOUT_MS,
      waitsFor: (gate) => this.waitsFor(gate),
      warn: (warning) => this.warn(warning),
      offerKey: (offer, queue) => this.offerKey(offer, queue),
    });
    upsertSearchAttributes([{ key: runStatusKey, value: 'running' }]);
  }

  private register(): void {
    setHandler(
      defineSignal<[unknown]>(PAUSE_SIGNAL),
      (request) => this.obey(PAUSE_SIGNAL, request, () => this.pause()),
      {
        description: 'Pauses the run before its next step. No input.',
      },
    );
    setHandler(
      defineSignal<[unknown]>(RESUME_SIGNAL),
      (request) => this.obey(RESUME_SIGNAL, request, () => this.resume()),
      { description: 'Lets a paused run go on. No input.' },
    );
    setDefaultSignalHandler((name) => this.warn(`a signal of the unknown name "${name.slice(0, 60)}" was left alone`));
    setHandler(defineQuery<RunView>(GET_RUN_QUERY), () => this.view, {
      description: 'The run as GET /runs/{id} shows it.',
    });
  }

  private obey(name: string, request: unknown, act: () => void): void {
    if (this.ended) return;
    if (isPauseRequest(request)) act();
    else this.warn(`a signal ${name} with an input that cannot be read was left alone`);
  }

  get view(): RunView {
    return this.projection.view;
  }

  /** milliseconds the run may still read and search; the reserve for the answer is not in it */
  get workingMs(): number {
    return this.clock.remainingMs - ANSWER_RESERVE_MS;
  }

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.settle({ paused_at: new Date(Date.now()).toISOString() });
  }

  private resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.settle({ paused_at: null });
  }

  /**
   * Waits for a person, with the clock stopped. One gate at a time: a second one waits for the first. The answer is of the
   * kind that was asked.
   * @throws GateExpired, which ends the run as partial unless it is caught; CancelledFailure
   */
  ask<Kind extends GateKind>(request: GateRequest<Kind>): Promise<GateAnswer<Kind>> {
    return this.gates.ask(request);
  }

  /** Also while the run is paused: somebody is about to answer. */
  private async offerKey(input: OfferKeyInput, queue: string | undefined): Promise<OfferKeyResult> {
    const place = queue === undefined ? {} : { queue };
    const outcome = await this.attempt('offerKey', 'for an answer that is sealed', input, place);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  private waitsFor(gate: PendingInput | null): void {
    if (!this.ended) this.settle({ gate });
  }

  /** neither paused nor waiting for a person */
  private get working(): boolean {
    return !this.paused && this.gates.open === null;
  }

  /** After a change of what holds the run: its clock, its status, what is shown. A pause shows over a gate. */
  private settle(changed: Partial<RunMemo>): void {
    if (this.working) this.clock.start(Date.now());
    else this.clock.stop(Date.now());
    const waiting: RunStatus = this.gates.open === null ? 'running' : 'awaiting_human_input';
    this.setStatus(this.paused ? 'paused' : waiting, changed);
  }

  /** Notes something that went wrong without ending the run. */
  warn(warning: string): void {
    if (this.warnings.includes(warning) || this.warnings.length >= MAX_WARNINGS) return;
    this.warnings = [...this.warnings, warning];
    this.upsert({ warnings: this.warnings });
  }

  /** What the question turned out to be. */
  classified(kind: RunKind, language: string): void {
    upsertSearchAttributes([{ key: runKindKey, value: kind }]);
    this.upsert({ kind, language });
  }

  private setStatus(status: RunStatus, memo: Partial<RunMemo> = {}): void {
    upsertSearchAttributes([{ key: runStatusKey, value: status }]);
    this.upsert({ ...memo, status });
    setCurrentDetails(detailsOf(this.runId, status, this.gates.open));
  }

  private upsert(memo: Partial<RunMemo>): void {
    upsertMemo({ ...memo });
    this.fold({ type: 'memo_upserted', memo });
  }

  private fold(event: EventFields): void {
    this.projection = applyRunEvent(this.projection, {
      ...event,
      id: workflowInfo().historyLength,
      at: new Date(Date.now()).toISOString(),
    });
  }

  /**
   * Takes one step, when the run is not paused and has time for it.
   * @param label one line that says what it works on; shown while it is in flight. For readPage: the address
   * @throws NoTimeLeft, ActivityFailure, CancelledFailure
   */
  async step<Name extends ActivityName>(
    name: Name,
    label: string,
    input: StepInput<Name>,
    place: StepPlace = {},
  ): Promise<StepResult<Name>> {
    for (let round = 1; ; round++) {
      await condition(() => !this.paused);
      if (name !== 'draftAnswer' && this.workingMs <= 0) throw new NoTimeLeft(name);
      const outcome = await this.attempt(name, label, input, place);
      if ('result' in outcome) return outcome.result;
      // What a session does is never asked for twice: its worker may have done it.
      const mayRepeat = place.queue === undefined && this.workingMs > 0 && round < MAX_ROUNDS;
      const again = mayRepeat && leftUnserved(outcome.error);
      if (!again) throw outcome.error;
    }
  }

  /**
   * Puts something away at the end of a run, also of one that was cancelled, paused or has no time left. What goes wrong
   * with it is left to the reapers.
   */
  async tidy<Name extends ActivityName>(
    name: Name,
    label: string,
    input: StepInput<Name>,
    place: StepPlace,
  ): Promise<void> {
    await CancellationScope.nonCancellable(() => this.attempt(name, label, input, place)).catch(() => undefined);
  }

  private async attempt<Name extends ActivityName>(
    name: Name,
    label: string,
    input: StepInput<Name>,
    place: StepPlace,
  ): Promise<{ result: StepResult<Name> } | { error: unknown }> {
    const key = String(++this.steps);
    const shown = label.slice(0, SUMMARY_CHARACTERS);
    this.fold({ type: 'activity_scheduled', key, name, label: shown });
    try {
      const result = await this.call(name, shown, input, place);
      this.clock.advance(Date.now());
      this.fold({ type: 'activity_completed', key, result });
      return { result };
    } catch (error) {
      this.clock.advance(Date.now());
      this.fold({ type: 'activity_failed', key, failure: failureView(error) });
      if (isCancellation(error)) throw error;
      return { error };
    }
  }

  private call<Name extends ActivityName>(
    name: Name,
    summary: string,
    input: StepInput<Name>,
    place: StepPlace,
  ): Promise<StepResult<Name>> {
    const { attempts, backoffMs } = ACTIVITY_LIMITS[name];
    const { startToCloseMs, scheduleToCloseMs } = boundsFor(name, this.clock.remainingMs);
    const proxied = proxyActivities<Activities>({
      startToCloseTimeout: startToCloseMs,
      scheduleToCloseTimeout: scheduleToCloseMs,
      ...placeOf(name, place),
      retry: { maximumAttempts: attempts, initialInterval: backoffMs, backoffCoefficient: 2 },
      summary,
    });
    const activity = proxied[name] as (argument: StepInput<Name>) => Promise<StepResult<Name>>;
    return activity(input);
  }

  /** Keeps the clock honest while the run works; sets no timer while it is held, and ends with the run. */
  async keepTime(): Promise<void> {
    while (!this.ended) {
      await condition(() => this.working || this.ended);
      const stopped = await condition(() => this.ended || !this.working, TICK_MS);
      if (!stopped) this.clock.advance(Date.now());
    }
  }

  /** The run's last words, before it returns them. */
  finish(result: RunResult): RunResult {
    this.ended = true;
    upsertSearchAttributes([{ key: runStatusKey, value: result.overall_status }]);
    this.fold({ type: 'run_completed', result });
    return result;
  }

  /** The run was cancelled: says so where runs are listed. */
  cancelled(): void {
    this.ended = true;
    upsertSearchAttributes([{ key: runStatusKey, value: 'cancelled' }]);
    this.fold({ type: 'run_cancelled' });
  }
}

/** Where a step is done, and how soon its silence is noticed. */
const placeOf = (name: ActivityName, { queue }: StepPlace): Partial<ActivityOptions> => {
  if (queue !== undefined)
    return {
      taskQueue: queue,
      heartbeatTimeout: BROWSER_HEARTBEAT_TIMEOUT_MS,
      scheduleToStartTimeout: LOST_HOST_MS,
      // A run is not over while a hand is still on its page.
      cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    };
  return name === 'renderPage' || name === 'readBehindGate'
    ? { taskQueue: renderQueueBeside(workflowInfo().taskQueue), heartbeatTimeout: BROWSER_HEARTBEAT_TIMEOUT_MS }
    : { heartbeatTimeout: HEARTBEAT_TIMEOUT_MS };
};

/** Did the time run out with no attempt that failed? Then no worker was there, or not long enough. */
const leftUnserved = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof TimeoutFailure &&
  error.cause.timeoutType === 'SCHEDULE_TO_CLOSE';

function failureView(error: unknown): ActivityFailureView {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof CancelledFailure) return { kind: 'cancelled', message: 'cancelled' };
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof TimeoutFailure) return { kind: 'timed_out', message };
  return { kind: 'failed', message, errorType: cause instanceof ApplicationFailure ? (cause.type ?? null) : null };
}
