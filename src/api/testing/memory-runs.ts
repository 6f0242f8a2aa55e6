/** Runs kept in memory, for tests of routes. The whole-system tests use Temporal's. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AnswerRefusedError,
  IdempotencyConflictError,
  InvalidCursorError,
  KeyUnavailableError,
  RunEndedError,
  RunNotFoundError,
} from '../../contracts/errors.js';
import { END_STATUSES, type RunEventMessage, type RunInput, type RunListItem } from '../../contracts/run.js';
import type { RunMemo, RunStatus, RunView } from '../../contracts/run.js';
import type { AnswerOutcome, OfferedKey, SupplyInput } from '../../contracts/gates.js';
import { closeGate, EMPTY_BOOK, judgeAnswer, type GateBook } from '../../domain/gate-answers.js';
import type { OneTimeKeys } from '../../ports/one-time-keys.js';
import type { RunFilter, Runs, TemporalReport } from '../../ports/runs.js';

interface KeptRun {
  view: RunView;
  readonly input: RunInput;
  readonly memo: RunMemo;
  readonly messages: RunEventMessage[];
  book: GateBook;
}

export const HEALTHY_REPORT: TemporalReport = {
  reachable: true,
  address: '127.0.0.1:7233',
  namespace: 'default',
  serverVersion: '1.32.0',
  retentionDays: 2,
  missingSearchAttributes: [],
  workflowPollers: 1,
  activityPollers: 1,
  reason: null,
};

function newView(runId: string, input: RunInput): RunView {
  return {
    run_id: runId,
    kind: null,
    question: input.question,
    source: input.source,
    url: input.url,
    language: input.language,
    overall_status: 'running',
    reason: null,
    created_at: new Date().toISOString(),
    finished_at: null,
    steps: [],
    answer: null,
    answer_text: null,
    answered_by: { mode: 'none', model: null },
    sentences: [],
    verification: { sentences: 0, supported: 0, dropped: 0, numbers_checked: 0 },
    sources: [],
    sources_attempted: 0,
    sources_succeeded: 0,
    attempts: [],
    pending_input: null,
    action: null,
    usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 },
    warnings: [],
    last_event_id: 1,
  };
}

const isEnded = (status: RunStatus) => (END_STATUSES as readonly RunStatus[]).includes(status);

function toItem({
  run_id,
  kind,
  question,
  source,
  overall_status,
  created_at,
  finished_at,
  usage,
}: RunView): RunListItem {
  return { run_id, kind, question, source, overall_status, created_at, finished_at, usage: { usd: usage.usd } };
}

function matches(view: RunView, filter: RunFilter): boolean {
  return (
    (filter.statuses?.includes(view.overall_status) ?? true) &&
    (filter.kind === undefined || view.kind === filter.kind) &&
    (filter.source === undefined || view.source === filter.source) &&
    (filter.createdAfter === undefined || view.created_at >= filter.createdAfter) &&
    (filter.createdBefore === undefined || view.created_at <= filter.createdBefore)
  );
}

export class MemoryRuns implements Runs {
  readonly kept = new Map<string, KeptRun>();
  /** thrown by every call while it is set */
  failure: Error | null = null;
  temporal: TemporalReport = HEALTHY_REPORT;
  /** event streams that are read at the moment */
  openStreams = 0;

  private find(runId: string): KeptRun {
    if (this.failure !== null) throw this.failure;
    const run = this.kept.get(runId);
    if (run === undefined) throw new RunNotFoundError(runId);
    return run;
  }

  async start(runId: string, input: RunInput, memo: RunMemo) {
    if (this.failure !== null) throw this.failure;
    const known = this.kept.get(runId);
    if (known !== undefined && known.memo.body_hash !== memo.body_hash) throw new IdempotencyConflictError(runId);
    if (known === undefined)
      this.kept.set(runId, { view: newView(runId, input), input, memo, messages: [], book: EMPTY_BOOK });
    return { runId, created: known === undefined, status: this.find(runId).view.overall_status };
  }

  /** what a worker would do: changes the view and sends the change */
  change(runId: string, changed: Partial<RunView>, event: RunEventMessage['event'] = 'status'): RunEventMessage {
    const run = this.find(runId);
    const id = run.view.last_event_id + 1;
    run.view = { ...run.view, ...changed, last_event_id: id };
    const message = { id, event, changed };
    run.messages.push(message);
    return message;
  }

  end(runId: string, status: (typeof END_STATUSES)[number] = 'succeeded', answer = 'It is so.') {
    return this.change(
      runId,
      { overall_status: status, answer, answer_text: answer, finished_at: new Date().toISOString() },
      'end',
    );
  }

  async view(runId: string) {
    return this.find(runId).view;
  }

  async list(filter: RunFilter) {
    if (this.failure !== null) throw this.failure;
    if (filter.cursor !== undefined && !/^\d+$/.test(filter.cursor)) throw new InvalidCursorError();
    const from = Number(filter.cursor ?? 0);
    const all = [...this.kept.values()].map(({ view }) => view).filter((view) => matches(view, filter));
    const nextCursor = from + filter.limit < all.length ? String(from + filter.limit) : null;
    return { runs: all.slice(from, from + filter.limit).map(toItem), nextCursor };
  }

  private async command(runId: string, status: RunStatus): Promise<void> {
    if (isEnded(this.find(runId).view.overall_status)) throw new RunEndedError(runId);
    if (status === 'cancelled') this.end(runId, status);
    else this.change(runId, { overall_status: status });
  }

  pause = (runId: string) => this.command(runId, 'paused');
  continue = (runId: string) => this.command(runId, 'running');
  cancel = (runId: string) => this.command(runId, 'cancelled');

  /** true: as when no worker is there to reply */
  unconfirmed = false;
  /** what was taken, in order */
  readonly answers: SupplyInput[] = [];

  async answer(runId: string, input: SupplyInput & { readonly answer_id: string }): Promise<AnswerOutcome> {
    const run = this.find(runId);
    const { answer_id } = input;
    if (isEnded(run.view.overall_status)) throw new RunEndedError(runId);
    if (this.unconfirmed) return { answer_id, outcome: 'unconfirmed' };
    const judgement = judgeAnswer({ ...run.book, open: run.view.pending_input }, input, Date.now());
    if (judgement.verdict === 'refused') throw new AnswerRefusedError(judgement);
    if (judgement.verdict === 'repeated') return { answer_id, outcome: 'repeated' };
    run.book = closeGate({ ...run.book, open: judgement.gate }, answer_id);
    this.answers.push(input);
    this.change(runId, { overall_status: 'running', pending_input: null }, 'gate');
    return { answer_id, outcome: 'accepted' };
  }

  /** what makes keys for gates; null: as when no browser worker is there */
  keys: Pick<OneTimeKeys, 'offer'> | null = null;

  async offerKey(runId: string, gateId: string): Promise<OfferedKey> {
    const run = this.find(runId);
    const { pending_input: open } = run.view;
    if (isEnded(run.view.overall_status)) throw new RunEndedError(runId);
    if (Object.hasOwn(run.book.closed, gateId))
      throw new AnswerRefusedError({ code: 'gate_answered', message: 'This gate has been answered already.' });
    if (open?.gate_id !== gateId)
      throw new AnswerRefusedError({ code: 'gate_unknown', message: 'There is no such gate.' });
    if (this.keys === null) throw new KeyUnavailableError('no browser worker made a key');
    const key = await this.keys.offer({ runId, gateId, origin: new URL(open.url).origin });
    const known = { key_id: key.key_id, gate_id: gateId, queue: 'browser-0', expiresAt: Date.parse(key.expires_at) };
    run.book = { ...run.book, keys: [...run.book.keys, known] };
    return key;
  }

  async *events(runId: string, { after, signal }: { after: number; signal: AbortSignal }) {
    const { messages } = this.find(runId);
    this.openStreams += 1;
    try {
      let next = messages.findIndex(({ id }) => id > after);
      if (next === -1) next = messages.length;
      while (!signal.aborted) {
        if (this.failure !== null) throw this.failure;
        const message = messages[next];
        if (message === undefined) {
          if (isEnded(this.find(runId).view.overall_status)) return;
          await sleep(5);
          continue;
        }
        next += 1;
        yield message;
        if (message.event === 'end') return;
      }
    } finally {
      this.openStreams -= 1;
    }
  }

  async report() {
    if (this.failure !== null) throw this.failure;
    return this.temporal;
  }

  async closedBefore() {
    return [];
  }

  async isOpen(runId: string) {
    const run = this.kept.get(runId);
    return run === undefined ? null : !isEnded(run.view.overall_status);
  }

  async delete(runId: string) {
    this.kept.delete(runId);
  }
}
