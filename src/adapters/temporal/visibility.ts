import type { temporal } from '@temporalio/proto';
import type { RunListItem, RunMemo, RunStatus } from '../../contracts/run.js';
import type { RunFilter } from '../../ports/runs.js';
import { RUN_WORKFLOW } from '../../contracts/messages.js';
import { decodeFields, decodePayload, isoTime } from './history-decoder.js';

const quoted = (text: string): string => `"${text.replaceAll('"', '')}"`;

/** Temporal's status speaks first: a run that was terminated keeps the attribute it had. */
const STATUS_CLAUSES: Readonly<Record<RunStatus, string>> = {
  running: '(ExecutionStatus="Running" AND (RunStatus="running" OR RunStatus IS NULL))',
  paused: '(ExecutionStatus="Paused" OR (ExecutionStatus="Running" AND RunStatus="paused"))',
  awaiting_human_input: '(ExecutionStatus="Running" AND RunStatus="awaiting_human_input")',
  succeeded: '(ExecutionStatus="Completed" AND RunStatus="succeeded")',
  partial: '(ExecutionStatus="Completed" AND RunStatus="partial")',
  blocked: '(ExecutionStatus="Completed" AND RunStatus="blocked")',
  failed: '(ExecutionStatus IN ("Failed","TimedOut") OR (ExecutionStatus="Completed" AND RunStatus="failed"))',
  cancelled:
    '(ExecutionStatus IN ("Canceled","Terminated") OR (ExecutionStatus="Completed" AND RunStatus="cancelled"))',
};

/** The list filter that finds this store's runs. */
export function runsQuery(taskQueues: readonly string[], filter: Omit<RunFilter, 'limit' | 'cursor'>): string {
  const clauses = [`WorkflowType=${quoted(RUN_WORKFLOW)}`, `TaskQueue IN (${taskQueues.map(quoted).join(',')})`];
  if (filter.statuses?.length)
    clauses.push(`(${filter.statuses.map((status) => STATUS_CLAUSES[status]).join(' OR ')})`);
  if (filter.kind) clauses.push(`RunKind=${quoted(filter.kind)}`);
  if (filter.source) clauses.push(`RunSource=${quoted(filter.source)}`);
  if (filter.createdAfter) clauses.push(`StartTime>${quoted(filter.createdAfter)}`);
  if (filter.createdBefore) clauses.push(`StartTime<${quoted(filter.createdBefore)}`);
  return clauses.join(' AND ');
}

type Info = temporal.api.workflow.v1.IWorkflowExecutionInfo;

/** WorkflowExecutionStatus of the wire, to ours; open and completed runs are told apart by the attribute. */
const CLOSED_BY_SERVER: Readonly<Record<number, RunStatus>> = {
  3: 'failed',
  4: 'cancelled',
  5: 'cancelled',
  7: 'failed',
};
const SERVER_PAUSED = 8;
const SERVER_RUNNING = 1;

export function statusOf(serverStatus: number | null | undefined, attribute: unknown): RunStatus {
  const known = typeof attribute === 'string' ? (attribute as RunStatus) : 'running';
  if (serverStatus === SERVER_PAUSED) return 'paused';
  return CLOSED_BY_SERVER[serverStatus ?? SERVER_RUNNING] ?? known;
}

export function toListItem(info: Info): RunListItem {
  const memo = decodeFields(info.memo?.fields) as Partial<RunMemo>;
  const attribute = decodePayload(info.searchAttributes?.indexedFields?.['RunStatus']);
  return {
    run_id: info.execution?.workflowId ?? '',
    kind: memo.kind === 'question' || memo.kind === 'action' ? memo.kind : null,
    question: memo.question ?? '',
    source: memo.source ?? 'http',
    overall_status: statusOf(info.status, attribute),
    created_at: isoTime(info.startTime),
    finished_at: info.closeTime ? isoTime(info.closeTime) : null,
    usage: { usd: 0 },
  };
}
