/** What a run asks of a person, and what may come back. Types and limits only: safe inside a workflow. */
import type { PageAttempt, Usage } from './run.js';

export const GATE_KINDS = ['email', 'login', 'code', 'values', 'approval', 'choice'] as const;
export type GateKind = (typeof GATE_KINDS)[number];

/** Limits of what travels in an answer: characters, entries. */
export const ANSWER_LIMITS = {
  idCharacters: 100,
  emailCharacters: 254,
  choiceCharacters: 500,
  values: 50,
  valueCharacters: 2_000,
  nameCharacters: 100,
  sealedCharacters: 4_096,
} as const;

/** One `@`, something on both sides, a dot in the domain: whether it exists only the site can tell. */
export const EMAIL_PATTERN = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;]+$/;
/** Visible ASCII: ids stand in addresses, logs and update ids. */
export const ANSWER_ID_PATTERN = /^[\x21-\x7e]+$/;
/** `v1.<key id>.<encapsulated key>.<ciphertext>`, base64url */
export const SEALED_PATTERN = /^v1\.[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** What a task wants done, as a person is shown it: name and value in the order in which they are to be read. */
export type GateEffect = Readonly<Record<string, string>>;

/** What `RunContext.ask` is given. */
export interface GateRequest<Kind extends GateKind = GateKind> {
  readonly kind: Kind;
  /** one or two plain sentences: why the run waits, and for what */
  readonly prompt: string;
  /** the page that it is about */
  readonly url: string;
  /** names of the values asked for; only `values` has to give them, for the others the kind tells */
  readonly fields?: readonly string[];
  /** of a choice: 2 to 20 */
  readonly options?: readonly string[];
  /** where an answer has to be sealed to one certain worker: its task queue */
  readonly queue?: string;
  /** of an approval: what exactly is approved. The answer names its gate, so it holds for this and nothing else */
  readonly effect?: GateEffect;
}

/** A gate as `GET /runs/{id}` shows it while the run waits. */
export interface PendingInput {
  /** unique over all runs; an answer names it */
  readonly gate_id: string;
  readonly kind: GateKind;
  readonly fields: readonly string[];
  readonly prompt: string;
  readonly url: string;
  /** ISO 8601 */
  readonly expires_at: string;
  /** of a choice; empty for the other kinds */
  readonly options: readonly string[];
  /** of an approval; null for the other kinds */
  readonly effect: GateEffect | null;
}

/** The payload of the signal `supplyInput` and of the update `submitInput`. */
export interface SupplyInput {
  readonly gate_id?: string;
  /** the sender's own: the same answer sent twice counts once */
  readonly answer_id?: string;
  readonly email?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** sealed to a key of a browser worker; passwords and codes travel in no other way */
  readonly sealed?: string;
  readonly approve?: boolean;
  readonly choice?: string;
  /** an email that must not stand in the history: it has to be sealed */
  readonly private?: boolean;
}

/** A one-time public key for one gate, as `POST /runs/{id}/key` gives it. */
export interface OfferedKey {
  readonly key_id: string;
  readonly run_id: string;
  readonly gate_id: string;
  /** X25519, 32 bytes, base64url */
  readonly public_key: string;
  /** the only origin on which what is sealed will be typed */
  readonly origin: string;
  /** ISO 8601; the key is good for one answer until then */
  readonly expires_at: string;
}

/** What a person seals. Never leaves its sender in any other form. */
export interface Secret {
  readonly email?: string;
  readonly password?: string;
  readonly code?: string;
}

/** Sealed bytes, and the worker that holds the key to them. */
export interface SealedAnswer {
  readonly gate_id: string;
  readonly sealed: string;
  readonly key_id: string;
  /** the task queue of the browser worker that made the key */
  readonly queue: string;
}

interface AnswersByKind {
  readonly email:
    { readonly email: string; readonly sealed: null } | { readonly email: null; readonly sealed: SealedAnswer };
  readonly login: { readonly sealed: SealedAnswer };
  readonly code: { readonly sealed: SealedAnswer };
  readonly values: { readonly values: Readonly<Record<string, string>> };
  readonly approval: { readonly approve: boolean };
  readonly choice: { readonly choice: string };
}
/** What `RunContext.ask` gives back, by the kind that was asked. */
export type GateAnswer<Kind extends GateKind = GateKind> = AnswersByKind[Kind];

/** What the update `submitInput` answers. */
export interface SubmitInputResult {
  readonly gate_id: string;
  readonly answer_id: string;
  /** repeated: this very answer had been taken before */
  readonly outcome: 'accepted' | 'repeated';
}

/** What became of an answer, as far as its sender can know. */
export interface AnswerOutcome {
  readonly answer_id: string;
  /** unconfirmed: kept by Temporal, and read as soon as a worker is there */
  readonly outcome: SubmitInputResult['outcome'] | 'unconfirmed';
}

/** Why an answer was not taken. The codes are those of the API's problems: they stay. */
export type RefusalCode =
  'answer_invalid' | 'answer_unsealed' | 'not_waiting' | 'gate_unknown' | 'gate_answered' | 'gate_expired' | 'key_gone';

export interface Refusal {
  readonly code: RefusalCode;
  /** one or two plain sentences, with what to do */
  readonly message: string;
}

/** What `offerKey` is asked with; the activity of that name and the update share their words. */
export interface OfferKeyInput {
  readonly runId: string;
  readonly gateId: string;
  /** the gate's page: what is sealed is typed on its origin only */
  readonly url: string;
}
export interface OfferKeyResult {
  readonly key: OfferedKey;
  /** the queue of the worker that made it, and that alone can open what is sealed to it */
  readonly queue: string;
}

/** One thing that was done at a gate, as the audit trail shows it. Never a value that was typed. */
export interface AuditStep {
  /** ISO 8601 */
  readonly at: string;
  /** one plain line: `typed [REDACTED] into "Password"` */
  readonly what: string;
  /** address of what the page showed then, secret fields covered; null when none was taken */
  readonly screenshot: string | null;
}

export interface EnterGateInput {
  readonly runId: string;
  readonly gateId: string;
  readonly url: string;
  /** preferred language, BCP 47 primary subtag */
  readonly language: string;
  /** in clear, where it was given so */
  readonly email: string | null;
  readonly sealed: string | null;
  /** names the browser session: a second factor goes where the password went */
  readonly sessionId: string;
  /** the answer is a second factor, for a session that waits for it */
  readonly isCode: boolean;
}

/**
 * opened: what stood behind is stored. wrong_answer: the site said that password or code is wrong. code_needed: it asks for a
 * second factor now. key_gone, session_lost: this worker holds neither any more. not_opened: `reason` says why.
 */
export type EnterGateOutcome = 'opened' | 'wrong_answer' | 'code_needed' | 'key_gone' | 'session_lost' | 'not_opened';
export interface EnterGateResult {
  /** the page, as it was asked for */
  readonly url: string;
  readonly outcome: EnterGateOutcome;
  /** stable code; null when it opened */
  readonly reason: string | null;
  /** the page, where it was read */
  readonly attempt: PageAttempt | null;
  readonly audit: readonly AuditStep[];
  /** what a model was paid, where one was asked for a field */
  readonly usage?: Usage;
}
