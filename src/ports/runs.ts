import type { AnswerOutcome, OfferedKey, SupplyInput } from '../contracts/gates.js';
import type {
  RunEventMessage,
  RunInput,
  RunKind,
  RunListItem,
  RunMemo,
  RunSource,
  RunStatus,
  RunView,
} from '../contracts/run.js';

export interface StartedRun {
  readonly runId: string;
  /** false when the Idempotency-Key named an existing run */
  readonly created: boolean;
  readonly status: RunStatus;
}

export interface StartOptions {
  /** one of many at once: worked on beside people's runs, never before them */
  readonly bulk?: boolean;
}

export interface RunFilter {
  readonly statuses?: readonly RunStatus[];
  readonly kind?: RunKind;
  readonly source?: RunSource;
  /** ISO 8601 */
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  /** 1 to 100 */
  readonly limit: number;
  readonly cursor?: string;
}

/** What the server that runs the workflows says of itself. */
export interface TemporalReport {
  readonly reachable: boolean;
  readonly address: string;
  readonly namespace: string;
  readonly serverVersion: string | null;
  readonly retentionDays: number | null;
  /** attributes of SEARCH_ATTRIBUTES that are not registered */
  readonly missingSearchAttributes: readonly string[];
  /** pollers of the main queue seen in the last minute */
  readonly workflowPollers: number;
  readonly activityPollers: number;
  readonly reason: string | null;
}

/** Runs, as Temporal keeps them. Needs no worker to read. */
export interface Runs {
  /**
   * Starts a run, or finds the one that the key named before.
   * @param runId workflow id: random, or derived from caller and Idempotency-Key
   * @throws IdempotencyConflictError the id exists with another body hash
   * @throws TemporalUnavailableError
   */
  start(runId: string, input: RunInput, memo: RunMemo, options?: StartOptions): Promise<StartedRun>;
  /** @throws RunNotFoundError, TemporalUnavailableError */
  view(runId: string): Promise<RunView>;
  /** @throws InvalidCursorError when the cursor is not one of ours */
  list(filter: RunFilter): Promise<{ runs: readonly RunListItem[]; nextCursor: string | null }>;
  /** @throws RunNotFoundError, RunEndedError */
  pause(runId: string): Promise<void>;
  continue(runId: string): Promise<void>;
  cancel(runId: string): Promise<void>;
  /**
   * Answers what the run waits for. The same answer_id counts once, however often it is sent.
   * @throws AnswerRefusedError, RunNotFoundError, RunEndedError, TemporalUnavailableError
   */
  answer(runId: string, input: SupplyInput & { readonly answer_id: string }): Promise<AnswerOutcome>;
  /**
   * A one-time key of a browser worker for the gate that is open: what is sealed to it only that worker can read.
   * @throws AnswerRefusedError, KeyUnavailableError, RunNotFoundError, RunEndedError, TemporalUnavailableError
   */
  offerKey(runId: string, gateId: string): Promise<OfferedKey>;
  /** each change after history event `after` (0: from the start), then as they come; ends with the run */
  events(runId: string, options: { after: number; signal: AbortSignal }): AsyncIterable<RunEventMessage>;
  report(): Promise<TemporalReport>;
  /** closed runs of this store that ended before `before` (ISO 8601), oldest first */
  closedBefore(before: string, limit: number): Promise<readonly string[]>;
  /** is the workflow known to the server and still open? null: unknown to the server */
  isOpen(runId: string): Promise<boolean | null>;
  /** deletes a closed workflow from the server */
  delete(runId: string): Promise<void>;
}
