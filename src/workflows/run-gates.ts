import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  ApplicationFailure,
  condition,
  defineSignal,
  defineUpdate,
  isCancellation,
  setHandler,
  upsertSearchAttributes,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  GateAnswer,
  GateKind,
  GateRequest,
  OfferedKey,
  OfferKeyInput,
  OfferKeyResult,
  PendingInput,
  Refusal,
  SubmitInputResult,
} from '../contracts/gates.js';
import { OFFER_KEY_UPDATE, SUBMIT_INPUT_UPDATE, SUPPLY_INPUT_SIGNAL } from '../contracts/messages.js';
import {
  closeGate,
  EMPTY_BOOK,
  FIELDS_OF,
  judgeAnswer,
  judgeKeyRequest,
  withKey,
  type GateBook,
  type Judgement,
} from '../domain/gate-answers.js';

const gateKindKey = defineSearchAttributeKey('GateKind', SearchAttributeType.KEYWORD);

/** Nobody answered in time. Ends the run as partial, where nobody catches it. */
export class GateExpired extends Error {
  constructor(readonly gate: PendingInput) {
    super(`Nobody answered within the time that was given: ${gate.prompt}`);
  }
}

/** The worker that a sealed answer has to go to is gone, and with it the browser session that waited. */
export class GateHostLost extends Error {}

export interface GateHost {
  /** how long a gate stays open, milliseconds */
  readonly timeoutMs: number;
  /** the run waits for this gate now; null: for none */
  waitsFor(gate: PendingInput | null): void;
  /** @param queue the worker that has to make it; undefined: any */
  offerKey(input: OfferKeyInput, queue: string | undefined): Promise<OfferKeyResult>;
  /** is told why an answer by signal was not taken */
  warn(warning: string): void;
}

/** What one run asks of people: one gate at a time, answered by signal or update through the same rule. */
export class RunGates {
  private book: GateBook = EMPTY_BOOK;
  private answer: GateAnswer | null = null;
  /** from the opening of a gate until whoever asked has gone on */
  private asking = false;
  /** the worker that has to hold the key to the answer, if it is one certain */
  private queue: string | undefined;
  private hostLost = false;

  constructor(private readonly host: GateHost) {
    setHandler(defineSignal<[unknown]>(SUPPLY_INPUT_SIGNAL), (input) => this.supply(input), {
      description: 'Answers what the run waits for. The details of the run say what to send.',
    });
    setHandler(defineUpdate<SubmitInputResult, [unknown]>(SUBMIT_INPUT_UPDATE), (input) => this.submit(input), {
      validator: (input) => this.validate(input),
      description: 'The same as the signal supplyInput, with a reply.',
    });
    setHandler(defineUpdate<OfferedKey, [unknown]>(OFFER_KEY_UPDATE), (input) => this.offerKey(input), {
      validator: (input) => void this.gateForKey(input),
      description: 'Gives a one-time key to seal a password or code to. Input: {"gate_id": "…"}',
    });
  }

  get open(): PendingInput | null {
    return this.book.open;
  }

  /** Waits for a person, however long it takes. @throws GateExpired, GateHostLost, CancelledFailure */
  async ask<Kind extends GateKind>(request: GateRequest<Kind>): Promise<GateAnswer<Kind>> {
    await condition(() => !this.asking);
    this.asking = true;
    this.answer = null;
    this.hostLost = false;
    this.queue = request.queue;
    const gate = this.opened(request);
    try {
      const settled = await condition(() => this.answer !== null || this.hostLost, this.host.timeoutMs);
      if (this.answer !== null) return this.answer;
      throw settled ? new GateHostLost() : new GateExpired(gate);
    } finally {
      this.close();
    }
  }

  private close(): void {
    this.book = closeGate(this.book, null);
    this.asking = false;
    upsertSearchAttributes([{ key: gateKindKey, value: null }]);
    this.host.waitsFor(null);
  }

  private opened({ kind, prompt, url, fields, options = [], effect }: GateRequest): PendingInput {
    const open: PendingInput = {
      gate_id: `gate_${uuid4().replaceAll('-', '')}`,
      kind,
      fields: fields ?? FIELDS_OF[kind],
      prompt,
      url,
      expires_at: new Date(Date.now() + this.host.timeoutMs).toISOString(),
      options,
      effect: effect ?? null,
    };
    this.book = { ...this.book, open };
    upsertSearchAttributes([{ key: gateKindKey, value: kind }]);
    this.host.waitsFor(open);
    return open;
  }

  /** @throws ApplicationFailure when no gate of this name waits for something sealed */
  private gateForKey(input: unknown): PendingInput {
    const judged = judgeKeyRequest(this.book, input);
    if ('code' in judged) throw refusal(judged);
    return judged;
  }

  private async offerKey(input: unknown): Promise<OfferedKey> {
    const { gate_id: gateId, url } = this.gateForKey(input);
    const runId = workflowInfo().workflowId;
    try {
      const { key, queue } = await this.host.offerKey({ runId, gateId, url }, this.queue);
      this.book = withKey(this.book, {
        key_id: key.key_id,
        gate_id: gateId,
        queue,
        expiresAt: Date.parse(key.expires_at),
      });
      return key;
    } catch (error) {
      if (isCancellation(error)) throw error;
      // The session that waits for this answer lives where the key would have been made.
      if (this.queue !== undefined && this.book.open?.gate_id === gateId) this.hostLost = true;
      throw ApplicationFailure.nonRetryable('no browser worker made a key', 'KeyUnavailable');
    }
  }

  /** A signal has no reply: what is wrong with it is told on the run. */
  private supply(input: unknown): void {
    const judgement = this.judge(input);
    if (judgement.verdict === 'refused') this.host.warn(`an answer was not taken: ${judgement.message}`);
    else this.take(judgement, input);
  }

  /** Refused here, an update leaves nothing in the history. */
  private validate(input: unknown): void {
    const judgement = this.judge(input);
    if (judgement.verdict === 'refused') throw refusal(judgement);
  }

  private submit(input: unknown): SubmitInputResult {
    const judgement = this.judge(input);
    if (judgement.verdict === 'refused') throw refusal(judgement);
    return this.take(judgement, input);
  }

  private judge(input: unknown): Judgement {
    return judgeAnswer(this.book, input, Date.now());
  }

  private take(judgement: Exclude<Judgement, { verdict: 'refused' }>, input: unknown): SubmitInputResult {
    if (judgement.verdict === 'repeated') {
      const { gate_id, answer_id } = judgement;
      return { gate_id, answer_id, outcome: 'repeated' };
    }
    const answerId = (input as { answer_id?: string }).answer_id ?? uuid4();
    this.answer = judgement.answer;
    this.book = closeGate(this.book, answerId);
    return { gate_id: judgement.gate.gate_id, answer_id: answerId, outcome: 'accepted' };
  }
}

const refusal = ({ code, message }: Refusal): ApplicationFailure =>
  ApplicationFailure.create({ message, type: 'AnswerRefused', nonRetryable: true, details: [code] });
