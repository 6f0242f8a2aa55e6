import type { temporal } from '@temporalio/proto';
import { enums } from './proto.js';
import type { RunMemo } from '../../contracts/run.js';
import type { ActivityFailureView, RunHistoryEvent } from '../../domain/run-view.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Payload = temporal.api.common.v1.IPayload;
type Failure = temporal.api.failure.v1.IFailure;
const { EventType } = enums.v1;

const utf8 = new TextDecoder();

/** JSON payloads, and null (what a memo's field is cleared with); anything else reads as undefined, never as an error. */
export function decodePayload(payload: Payload | null | undefined): unknown {
  if (utf8.decode(payload?.metadata?.['encoding'] ?? undefined) === 'binary/null') return null;
  if (!payload?.data || utf8.decode(payload.metadata?.['encoding'] ?? undefined) !== 'json/plain') return undefined;
  try {
    return JSON.parse(utf8.decode(payload.data)) as unknown;
  } catch {
    return undefined;
  }
}

export function decodeFields(fields: Readonly<Record<string, Payload>> | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, payload]) => [name, decodePayload(payload)]));
}

/** ISO 8601 with milliseconds; the epoch for a time that is missing. */
export function isoTime(time: temporal.api.history.v1.IHistoryEvent['eventTime']): string {
  const ms = Number(time?.seconds ?? 0) * 1000 + Math.floor((time?.nanos ?? 0) / 1e6);
  return new Date(ms).toISOString();
}

/**
 * Turns one run's raw history, event by event, into what the run view is projected from. Inputs of the workflow, of
 * signals and of activities are never decoded. Keeps the ids of activities, so use one decoder for one history, in order.
 */
export class HistoryDecoder {
  private readonly activityIds = new Map<string, string>();

  decode(event: HistoryEvent): RunHistoryEvent {
    const at = isoTime(event.eventTime);
    return { id: Number(event.eventId ?? 0), at, ...this.fields(event, at) } as RunHistoryEvent;
  }

  private fields(event: HistoryEvent, at: string): object {
    switch (event.eventType) {
      case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED:
        return { type: 'run_started', memo: memoOf(event.workflowExecutionStartedEventAttributes?.memo?.fields) };
      case EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
        return this.scheduled(event);
      case EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED: {
        const { scheduledEventId, attempt } = event.activityTaskStartedEventAttributes ?? {};
        return { type: 'activity_started', key: this.keyOf(scheduledEventId), attempt: attempt ?? 1, startedAt: at };
      }
      case EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED: {
        const { scheduledEventId, result } = event.activityTaskCompletedEventAttributes ?? {};
        return {
          type: 'activity_completed',
          key: this.keyOf(scheduledEventId),
          result: decodePayload(result?.payloads?.[0]),
        };
      }
      case EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED: {
        const { scheduledEventId, failure } = event.activityTaskFailedEventAttributes ?? {};
        return this.failed(scheduledEventId, { kind: 'failed', ...failureOf(failure) });
      }
      case EventType.EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT: {
        const { scheduledEventId, failure } = event.activityTaskTimedOutEventAttributes ?? {};
        return this.failed(scheduledEventId, { kind: 'timed_out', message: messageOf(failure) });
      }
      case EventType.EVENT_TYPE_ACTIVITY_TASK_CANCELED: {
        const { scheduledEventId } = event.activityTaskCanceledEventAttributes ?? {};
        return this.failed(scheduledEventId, { kind: 'cancelled', message: 'cancelled' });
      }
      case EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED:
        return {
          type: 'memo_upserted',
          memo: memoOf(event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields),
        };
      default:
        return runFields(event);
    }
  }

  private scheduled(event: HistoryEvent): object {
    const { activityId, activityType } = event.activityTaskScheduledEventAttributes ?? {};
    const key = activityId ?? String(event.eventId);
    this.activityIds.set(String(event.eventId), key);
    const summary = decodePayload(event.userMetadata?.summary);
    return {
      type: 'activity_scheduled',
      key,
      name: activityType?.name ?? 'activity',
      label: typeof summary === 'string' ? summary : null,
    };
  }

  private failed(scheduledEventId: Parameters<HistoryDecoder['keyOf']>[0], failure: ActivityFailureView): object {
    return { type: 'activity_failed', key: this.keyOf(scheduledEventId), failure };
  }

  private keyOf(scheduledEventId: { toString(): string } | number | null | undefined): string {
    return this.activityIds.get(String(scheduledEventId)) ?? String(scheduledEventId);
  }
}

function runFields(event: HistoryEvent): object {
  switch (event.eventType) {
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED:
      return {
        type: 'run_completed',
        result: decodePayload(event.workflowExecutionCompletedEventAttributes?.result?.payloads?.[0]),
      };
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED:
      return { type: 'run_failed', ...failureOf(event.workflowExecutionFailedEventAttributes?.failure) };
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT:
      return { type: 'run_timed_out' };
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED:
      return { type: 'run_cancelled' };
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED:
      return { type: 'run_terminated' };
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_PAUSED:
      return { type: 'run_paused' };
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UNPAUSED:
      return { type: 'run_unpaused' };
    default:
      return { type: 'other' };
  }
}

/** The innermost failure: Temporal wraps an activity's failure in one that says only that an activity failed. */
function innermost(failure: Failure | null | undefined): Failure | null | undefined {
  let inner = failure;
  while (inner?.activityFailureInfo && inner.cause) inner = inner.cause;
  return inner;
}

const messageOf = (failure: Failure | null | undefined): string => innermost(failure)?.message ?? 'unknown failure';

const failureOf = (failure: Failure | null | undefined) => ({
  message: messageOf(failure),
  errorType: innermost(failure)?.applicationFailureInfo?.type ?? null,
});

const memoOf = (fields: Readonly<Record<string, Payload>> | null | undefined): Partial<RunMemo> => decodeFields(fields);
