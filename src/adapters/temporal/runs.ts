import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
} from '@temporalio/client';
import {
  ApplicationFailure,
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
} from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { enums } from './proto.js';
import {
  AnswerRefusedError,
  IdempotencyConflictError,
  InvalidCursorError,
  KeyUnavailableError,
  RunEndedError,
  RunNotFoundError,
  TemporalUnavailableError,
} from '../../contracts/errors.js';
import type { AnswerOutcome, OfferedKey, RefusalCode, SubmitInputResult, SupplyInput } from '../../contracts/gates.js';
import {
  bulkQueue,
  mainQueue,
  OFFER_KEY_UPDATE,
  PAUSE_SIGNAL,
  RESUME_SIGNAL,
  RUN_WORKFLOW,
  SEARCH_ATTRIBUTES,
  SUBMIT_INPUT_UPDATE,
  SUPPLY_INPUT_SIGNAL,
} from '../../contracts/messages.js';
import type { RunEventMessage, RunInput, RunListItem, RunMemo, RunView } from '../../contracts/run.js';
import { applyRunEvent, changedFields, emptyProjection, eventName, type RunProjection } from '../../domain/run-view.js';
import type { RunFilter, Runs, StartedRun, StartOptions, TemporalReport } from '../../ports/runs.js';
import { decodeFields, decodePayload, HistoryDecoder } from './history-decoder.js';
import { withPendingActivities } from './pending-activities.js';
import { runsQuery, statusOf, toListItem } from './visibility.js';

/** Calls to Temporal from a request are given up after this. */
const CALL_TIMEOUT_MS = 5_000;
/** A key is made by a browser worker: two steps of a workflow. */
const KEY_TIMEOUT_MS = 20_000;
/** The server holds a long poll for up to 20 s; some more for the way. */
const LONG_POLL_TIMEOUT_MS = 30_000;
const GRPC_NOT_FOUND = 5;
const GRPC_INVALID_ARGUMENT = 3;
/** Temporal's server refuses summaries over 400 bytes; questions may be multi-byte. */
const SUMMARY_CHARACTERS = 120;

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type DescribeResponse = temporal.api.workflowservice.v1.IDescribeWorkflowExecutionResponse;

export interface TemporalRunsOptions {
  readonly client: Client;
  readonly address: string;
  readonly namespace: string;
  readonly storeId: string;
}

/** Runs as Temporal keeps them. Reads histories and visibility only: no worker is needed, except to make progress. */
export class TemporalRuns implements Runs {
  private readonly queue: string;
  private readonly bulk: string;
  constructor(private readonly options: TemporalRunsOptions) {
    this.queue = mainQueue(options.storeId);
    this.bulk = bulkQueue(options.storeId);
  }

  private get service() {
    return this.options.client.workflowService;
  }

  async start(runId: string, input: RunInput, memo: RunMemo, { bulk = false }: StartOptions = {}): Promise<StartedRun> {
    try {
      await this.call(() => this.startWorkflow(runId, input, memo, bulk ? this.bulk : this.queue));
      return { runId, created: true, status: 'running' };
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return this.existing(runId, memo.body_hash);
      throw error;
    }
  }

  private startWorkflow(runId: string, input: RunInput, memo: RunMemo, taskQueue: string) {
    const source = defineSearchAttributeKey('RunSource', SearchAttributeType.KEYWORD);
    return this.options.client.workflow.start(RUN_WORKFLOW, {
      workflowId: runId,
      taskQueue,
      args: [input],
      memo: { ...memo },
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      staticSummary: input.question.slice(0, SUMMARY_CHARACTERS),
      typedSearchAttributes: new TypedSearchAttributes([{ key: source, value: input.source }]),
    });
  }

  private async existing(runId: string, bodyHash: string): Promise<StartedRun> {
    const { workflowExecutionInfo: info } = await this.describe(runId);
    const memo = decodeFields(info?.memo?.fields) as Partial<RunMemo>;
    if (memo.body_hash !== bodyHash) throw new IdempotencyConflictError(runId);
    const attribute = decodePayload(info?.searchAttributes?.indexedFields?.['RunStatus']);
    return { runId, created: false, status: statusOf(info?.status, attribute) };
  }

  async view(runId: string): Promise<RunView> {
    const [projection, described] = await bothSettled(this.project(runId), this.describe(runId));
    const current = withServerPause(projection, described.workflowExecutionInfo?.status);
    return withPendingActivities(current, described.pendingActivities ?? []).view;
  }

  private async project(runId: string): Promise<RunProjection> {
    const decoder = new HistoryDecoder();
    let projection = emptyProjection(runId);
    let token: Uint8Array | undefined;
    do {
      const page = await this.historyPage(runId, token, false);
      for (const event of page.events) projection = applyRunEvent(projection, decoder.decode(event));
      token = page.token;
    } while (token);
    if (!isRun(projection)) throw new RunNotFoundError(runId);
    return projection;
  }

  private async historyPage(runId: string, token: Uint8Array | undefined, wait: boolean, signal?: AbortSignal) {
    const request = {
      namespace: this.options.namespace,
      execution: { workflowId: runId },
      waitNewEvent: wait,
      ...(token ? { nextPageToken: token } : {}),
    };
    const call = () => this.service.getWorkflowExecutionHistory(request);
    const timeoutMs = wait ? LONG_POLL_TIMEOUT_MS : CALL_TIMEOUT_MS;
    const { history, nextPageToken } = await this.call(call, { runId, timeoutMs, ...(signal ? { signal } : {}) });
    const events: readonly HistoryEvent[] = history?.events ?? [];
    return { events, token: nextPageToken?.length ? nextPageToken : undefined };
  }

  private describe(runId: string): Promise<DescribeResponse> {
    const request = { namespace: this.options.namespace, execution: { workflowId: runId } };
    return this.call(() => this.service.describeWorkflowExecution(request), { runId });
  }

  async list(filter: RunFilter): Promise<{ runs: readonly RunListItem[]; nextCursor: string | null }> {
    const { executions, nextPageToken } = await this.listPage(
      runsQuery([this.queue, this.bulk], filter),
      filter.limit,
      filter.cursor,
    );
    const nextCursor = nextPageToken?.length ? Buffer.from(nextPageToken).toString('base64url') : null;
    return { runs: (executions ?? []).map(toListItem), nextCursor };
  }

  private async listPage(query: string, pageSize: number, cursor?: string) {
    const nextPageToken = cursor ? { nextPageToken: Buffer.from(cursor, 'base64url') } : {};
    const request = { namespace: this.options.namespace, query, pageSize, ...nextPageToken };
    try {
      return await this.call(() => this.service.listWorkflowExecutions(request));
    } catch (error) {
      if (cursor && isGrpcServiceError(error) && Number(error.code) === GRPC_INVALID_ARGUMENT)
        throw new InvalidCursorError();
      throw error;
    }
  }

  pause(runId: string): Promise<void> {
    return this.signal(runId, PAUSE_SIGNAL);
  }

  /** Lets go of our own pause, and of Temporal's where an operator used that. */
  async continue(runId: string): Promise<void> {
    const { workflowExecutionInfo: info } = await this.describe(runId);
    const paused = enums.v1.WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED;
    if (info?.status === paused) {
      const request = {
        namespace: this.options.namespace,
        workflowId: runId,
        identity: 'synthetic',
        reason: 'continued',
      };
      await this.call(() => this.service.unpauseWorkflowExecution(request), { runId });
    }
    await this.signal(runId, RESUME_SIGNAL);
  }

  async cancel(runId: string): Promise<void> {
    await this.requireOpen(runId);
    await this.call(() => this.options.client.workflow.getHandle(runId).cancel(), { runId });
  }

  /**
   * By update, which is refused at once where it does not fit; where no worker replies in time, by signal with the same
   * answer_id: the update may still be applied later, and both together count once.
   */
  async answer(runId: string, input: SupplyInput & { readonly answer_id: string }): Promise<AnswerOutcome> {
    await this.requireOpen(runId);
    const { answer_id } = input;
    try {
      const { outcome } = await this.submit(runId, input);
      return { answer_id, outcome };
    } catch (error) {
      if (!isUnconfirmed(error)) throw refusedBy(error) ?? error;
      await this.signal(runId, SUPPLY_INPUT_SIGNAL, input);
      return { answer_id, outcome: 'unconfirmed' };
    }
  }

  private submit(runId: string, input: SupplyInput & { readonly answer_id: string }): Promise<SubmitInputResult> {
    const handle = this.options.client.workflow.getHandle(runId);
    // The gate is part of the id: an answer_id used again for another gate is another answer.
    const updateId = `${input.gate_id ?? ''}:${input.answer_id}`;
    const update = () =>
      handle.executeUpdate<SubmitInputResult, [SupplyInput]>(SUBMIT_INPUT_UPDATE, { args: [input], updateId });
    return this.call(update, { runId });
  }

  async offerKey(runId: string, gateId: string): Promise<OfferedKey> {
    await this.requireOpen(runId);
    const handle = this.options.client.workflow.getHandle(runId);
    const update = () =>
      handle.executeUpdate<OfferedKey, [{ gate_id: string }]>(OFFER_KEY_UPDATE, { args: [{ gate_id: gateId }] });
    try {
      return await this.call(update, { runId, timeoutMs: KEY_TIMEOUT_MS });
    } catch (error) {
      const noKey = isUnconfirmed(error) || error instanceof WorkflowUpdateFailedError;
      throw refusedBy(error) ?? (noKey ? new KeyUnavailableError(NO_KEY, { cause: error }) : error);
    }
  }

  private async signal(runId: string, name: string, ...args: readonly unknown[]): Promise<void> {
    await this.requireOpen(runId);
    const handle = this.options.client.workflow.getHandle(runId);
    await this.call(() => handle.signal(name, ...args), { runId });
  }

  /** Tells a run that has ended from one that never was: the server answers both alike. */
  private async requireOpen(runId: string): Promise<void> {
    if (!(await this.isOpen(runId))) {
      await this.describe(runId);
      throw new RunEndedError(runId);
    }
  }

  async *events(
    runId: string,
    { after, signal }: { after: number; signal: AbortSignal },
  ): AsyncIterable<RunEventMessage> {
    const decoder = new HistoryDecoder();
    let projection = emptyProjection(runId);
    let token: Uint8Array | undefined;
    do {
      // A long poll gives what there is at once, and then waits for more; no token means that the run has ended.
      const page = await this.historyPage(runId, token, true, signal);
      for (const raw of page.events) {
        const event = decoder.decode(raw);
        const next = applyRunEvent(projection, event);
        const changed = changedFields(projection.view, next.view);
        projection = next;
        if (changed !== null && event.id > after) yield { id: event.id, event: eventName(event, changed), changed };
      }
      if (!isRun(projection)) throw new RunNotFoundError(runId);
      token = page.token;
    } while (token !== undefined && !signal.aborted);
  }

  async report(): Promise<TemporalReport> {
    const { address, namespace } = this.options;
    const base = { address, namespace, serverVersion: null, retentionDays: null, missingSearchAttributes: [] };
    try {
      return { ...base, reachable: true, reason: null, ...(await this.facts()) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ...base, reachable: false, workflowPollers: 0, activityPollers: 0, reason };
    }
  }

  private async facts() {
    const { namespace } = this.options;
    const { TASK_QUEUE_TYPE_WORKFLOW: workflow, TASK_QUEUE_TYPE_ACTIVITY: activity } = enums.v1.TaskQueueType;
    // Asked one after the other: calls still being retried when the connection closes end the process, uncatchably.
    const system = await this.call(() => this.service.getSystemInfo({}));
    const serverVersion = system.serverVersion ?? null;
    const described = await this.describeNamespace();
    if (described === null)
      return { serverVersion, missingSearchAttributes: SEARCH_ATTRIBUTES, workflowPollers: 0, activityPollers: 0 };
    const [attributes, workflowPollers, activityPollers] = await this.call(() =>
      Promise.all([
        this.options.client.connection.operatorService.listSearchAttributes({ namespace }),
        this.pollers(workflow),
        this.pollers(activity),
      ]),
    );
    const seconds = Number(described.config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    return {
      serverVersion,
      retentionDays: seconds / 86_400,
      missingSearchAttributes: SEARCH_ATTRIBUTES.filter((name) => !(name in (attributes.customAttributes ?? {}))),
      workflowPollers,
      activityPollers,
    };
  }

  private async pollers(taskQueueType: temporal.api.enums.v1.TaskQueueType): Promise<number> {
    const { pollers } = await this.service.describeTaskQueue({
      namespace: this.options.namespace,
      taskQueue: { name: this.queue },
      taskQueueType,
    });
    return pollers?.length ?? 0;
  }

  async closedBefore(before: string, limit: number): Promise<readonly string[]> {
    const query = `WorkflowType="${RUN_WORKFLOW}" AND TaskQueue IN ("${this.queue}","${this.bulk}") AND CloseTime<"${before}"`;
    const { executions } = await this.listPage(query, limit);
    return (executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
  }

  async isOpen(runId: string): Promise<boolean | null> {
    try {
      const { workflowExecutionInfo: info } = await this.describe(runId);
      return !info?.closeTime;
    } catch (error) {
      if (error instanceof RunNotFoundError) return null;
      throw error;
    }
  }

  async delete(runId: string): Promise<void> {
    const request = { namespace: this.options.namespace, workflowExecution: { workflowId: runId } };
    await this.call(() => this.service.deleteWorkflowExecution(request), { runId });
  }

  /** null: the server has no such namespace */
  private async describeNamespace() {
    try {
      return await this.call(() => this.service.describeNamespace({ namespace: this.options.namespace }));
    } catch (error) {
      const cause = error instanceof Error ? error.cause : error;
      if (isGrpcServiceError(cause) && Number(cause.code) === GRPC_NOT_FOUND) return null;
      throw error;
    }
  }

  /** Bounds a call and says in our words what went wrong. @throws RunNotFoundError, TemporalUnavailableError */
  private async call<T>(
    request: () => Promise<T>,
    options: { runId?: string; timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<T> {
    const { connection } = this.options.client;
    const bounded = () => connection.withDeadline(Date.now() + (options.timeoutMs ?? CALL_TIMEOUT_MS), request);
    try {
      return await (options.signal ? connection.withAbortSignal(options.signal, bounded) : bounded());
    } catch (error) {
      throw translated(error, options.runId, this.options.address);
    }
  }
}

/** A call that is still being tried when its connection closes ends the process: nobody leaves before both are done. */
async function bothSettled<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** The server writes its pause into the history with the next workflow task only; `describe` knows at once. */
function withServerPause(projection: RunProjection, status: number | null | undefined): RunProjection {
  if (status !== enums.v1.WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED) return projection;
  const { last_event_id: id, created_at: at } = projection.view;
  return applyRunEvent(projection, { id, at, type: 'run_paused' });
}

const isRun = (projection: RunProjection): boolean => projection.view.created_at !== '';

const NO_KEY = 'no browser worker made a key: is one running, and is there a browser? "synthetic doctor" tells';

/** Nobody replied in time, or Temporal's own pause holds updates back: a signal waits for better times. */
function isUnconfirmed(error: unknown): boolean {
  const cause = error instanceof TemporalUnavailableError ? error.cause : error;
  if (cause instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  return isGrpcServiceError(cause) && UNCONFIRMED.has(Number(cause.code));
}
/** Also of a call whose deadline the server saw a moment before we did. */
const GRPC_CANCELLED = 1;
const GRPC_DEADLINE_EXCEEDED = 4;
const GRPC_FAILED_PRECONDITION = 9;
/** Also of an update that the server let go of in the middle. */
const GRPC_UNAVAILABLE = 14;
const UNCONFIRMED = new Set([GRPC_CANCELLED, GRPC_DEADLINE_EXCEEDED, GRPC_FAILED_PRECONDITION, GRPC_UNAVAILABLE]);

/** The refusal of the run itself, if that is what came back. */
function refusedBy(error: unknown): AnswerRefusedError | null {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== 'AnswerRefused') return null;
  return new AnswerRefusedError({ code: cause.details?.[0] as RefusalCode, message: cause.message });
}

const PASSED_ON = new Set([GRPC_INVALID_ARGUMENT]);

function translated(error: unknown, runId: string | undefined, address: string): unknown {
  if (error instanceof WorkflowExecutionAlreadyStartedError) return error;
  if (error instanceof WorkflowNotFoundError && runId) return new RunNotFoundError(runId);
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  if (!isGrpcServiceError(cause)) return error;
  const code = Number(cause.code);
  if (code === GRPC_NOT_FOUND && runId) return new RunNotFoundError(runId);
  if (PASSED_ON.has(code)) return cause;
  return new TemporalUnavailableError(`Temporal at ${address} did not answer: ${cause.details || cause.message}`, {
    cause,
  });
}
