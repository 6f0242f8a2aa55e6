/** Which answer opens which gate. One rule for signal and update, so that both give the same outcome. */
import type {
  GateAnswer,
  GateKind,
  PendingInput,
  Refusal,
  RefusalCode,
  SealedAnswer,
  SupplyInput,
} from '../contracts/gates.js';
import { isSupplyInput } from '../contracts/guards.js';
import { isSecretName, secretValueKind } from './secret-inputs.js';

/** A public key that a browser worker gave out for the open gate. */
export interface KnownKey {
  readonly key_id: string;
  readonly gate_id: string;
  /** the worker's own task queue */
  readonly queue: string;
  /** milliseconds since the epoch */
  readonly expiresAt: number;
}

/** What a run remembers of its gates. */
export interface GateBook {
  readonly open: PendingInput | null;
  readonly keys: readonly KnownKey[];
  /** gate id → the answer that was taken; null: it expired */
  readonly closed: Readonly<Record<string, string | null>>;
}
export const EMPTY_BOOK: GateBook = { open: null, keys: [], closed: {} };

export type Judgement =
  | { readonly verdict: 'accepted'; readonly gate: PendingInput; readonly answer: GateAnswer }
  | { readonly verdict: 'repeated'; readonly gate_id: string; readonly answer_id: string }
  | ({ readonly verdict: 'refused' } & Refusal);

const refuse = (code: RefusalCode, message: string): Judgement => ({ verdict: 'refused', code, message });

/** @param now milliseconds since the epoch, workflow time */
export function judgeAnswer(book: GateBook, input: unknown, now: number): Judgement {
  if (holdsPlainSecret(input)) return refuse('answer_unsealed', PLAIN_SECRET);
  if (!isSupplyInput(input)) return refuse('answer_invalid', UNREADABLE);
  const repeated = repeatedAnswer(book, input);
  if (repeated !== null) return repeated;
  const gate = gateMeant(book, input);
  return 'verdict' in gate ? gate : judgeFields(book, gate, input, now);
}

const PLAIN_SECRET =
  'A password or code came in clear. It was not used, but it stands in the history now: change it. Seal it with "synthetic seal".';
const UNREADABLE =
  'The answer cannot be read. It is one JSON object with gate_id and the field that the gate asks for: email, values, sealed, approve or choice.';

/** Names that only somebody who sends a secret in clear would use. */
function holdsPlainSecret(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const values = (input as { values?: unknown }).values;
  const names = [...Object.keys(input), ...(typeof values === 'object' && values !== null ? Object.keys(values) : [])];
  return names.some((name) => name === 'code' || isSecretName(name));
}

/** The same answer sent twice counts once, whether or not it names its gate. */
function repeatedAnswer({ closed }: GateBook, { gate_id, answer_id }: SupplyInput): Judgement | null {
  if (answer_id === undefined) return null;
  const taken = Object.entries(closed).find(
    ([id, answer]) => answer === answer_id && (gate_id === undefined || gate_id === id),
  );
  return taken === undefined ? null : { verdict: 'repeated', gate_id: taken[0], answer_id };
}

function gateMeant({ open, closed }: GateBook, { gate_id, sealed }: SupplyInput): PendingInput | Judgement {
  if (gate_id !== undefined && gate_id !== open?.gate_id) return otherGate(closed, gate_id, open !== null);
  if (open === null) return refuse('not_waiting', 'The run does not wait for an answer now. It says what it needs.');
  const mayLeaveOut = open.kind === 'email' && sealed === undefined && Object.keys(closed).length === 0;
  return gate_id !== undefined || mayLeaveOut
    ? open
    : refuse('answer_invalid', `Name the gate that is answered: "gate_id": "${open.gate_id}".`);
}

function otherGate(closed: GateBook['closed'], id: string, waiting: boolean): Judgement {
  if (!Object.hasOwn(closed, id))
    return waiting
      ? refuse('gate_unknown', 'This run has no such gate. Read the run again: it says which gate is open.')
      : refuse('not_waiting', 'The run does not wait for an answer now, and never had such a gate.');
  return closed[id] === null
    ? refuse('gate_expired', 'This gate expired before the answer came.')
    : refuse(
        'gate_answered',
        'This gate has been answered already. Read the run again: it may ask for something else.',
      );
}

/** The field that answers a gate of each kind; an email may come sealed as well. */
const ANSWER_FIELDS: Readonly<Record<GateKind, readonly (keyof SupplyInput)[]>> = {
  email: ['email', 'sealed'],
  login: ['sealed'],
  code: ['sealed'],
  values: ['values'],
  approval: ['approve'],
  choice: ['choice'],
};
const ALL_FIELDS = ['email', 'values', 'sealed', 'approve', 'choice'] as const;

function judgeFields(book: GateBook, gate: PendingInput, input: SupplyInput, now: number): Judgement {
  const given = ALL_FIELDS.filter((name) => input[name] !== undefined);
  const allowed = ANSWER_FIELDS[gate.kind];
  const [field] = given;
  if (field === undefined || given.length > 1 || !allowed.includes(field))
    return refuse(
      'answer_invalid',
      `This gate (${gate.kind}) takes exactly ${allowed.join(' or ')}; given: ${given.join(', ') || 'nothing'}.`,
    );
  if (input.private === true && field !== 'sealed')
    return refuse('answer_unsealed', 'An answer that is private has to be sealed: "synthetic seal" does that.');
  if (input.sealed !== undefined) return judgeSealed(book, gate, input.sealed, now);
  return judgeOpenly(gate, input);
}

function judgeSealed({ keys }: GateBook, gate: PendingInput, sealed: string, now: number): Judgement {
  const keyId = sealed.split('.')[1];
  const key = keys.find(({ key_id, gate_id }) => key_id === keyId && gate_id === gate.gate_id);
  if (key === undefined || key.expiresAt <= now)
    return refuse(
      'key_gone',
      'The key that this answer was sealed to is no longer good. Ask for a new one and seal it again.',
    );
  const answer: SealedAnswer = { gate_id: gate.gate_id, sealed, key_id: key.key_id, queue: key.queue };
  return {
    verdict: 'accepted',
    gate,
    answer: gate.kind === 'email' ? { email: null, sealed: answer } : { sealed: answer },
  };
}

function judgeOpenly(gate: PendingInput, { email, values, approve, choice }: SupplyInput): Judgement {
  const accept = (answer: GateAnswer): Judgement => ({ verdict: 'accepted', gate, answer });
  if (email !== undefined) return accept({ email, sealed: null });
  if (approve !== undefined) return accept({ approve });
  if (choice !== undefined)
    return gate.options.includes(choice)
      ? accept({ choice })
      : refuse('answer_invalid', `The choice must be one of: ${gate.options.join(', ')}.`);
  const fault = valuesFault(gate.fields, values ?? {});
  return fault === null ? accept({ values: values ?? {} }) : refuse('answer_invalid', fault);
}

function valuesFault(fields: readonly string[], values: Readonly<Record<string, string>>): string | null {
  const missing = fields.filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) return `These values are missing: ${missing.join(', ')}.`;
  const surplus = Object.keys(values).filter((name) => !fields.includes(name));
  if (surplus.length > 0) return `These values were not asked for: ${surplus.join(', ')}.`;
  const secret = Object.entries(values).find(([, value]) => secretValueKind(value) !== null);
  return secret === undefined ? null : `The value ${secret[0]} looks like a card number or IBAN, which is never taken.`;
}

/** The gate that a key is asked for, or why there is none. */
export function judgeKeyRequest(book: GateBook, input: unknown): PendingInput | Refusal {
  const gateId = (input as { gate_id?: unknown } | null | undefined)?.gate_id;
  if (typeof gateId !== 'string') return { code: 'answer_invalid', message: 'Name the gate: {"gate_id": "…"}.' };
  const gate = gateMeant(book, { gate_id: gateId });
  if ('verdict' in gate) return gate.verdict === 'refused' ? gate : { code: 'gate_unknown', message: UNREADABLE };
  return ANSWER_FIELDS[gate.kind].includes('sealed')
    ? gate
    : { code: 'answer_invalid', message: `A gate of kind ${gate.kind} takes no sealed answer.` };
}

/** Several people may be about to answer; somebody who only asks for keys does not fill the history's memory. */
const MOST_KEYS = 20;
export const withKey = (book: GateBook, key: KnownKey): GateBook => ({
  ...book,
  keys: [...book.keys, key].slice(-MOST_KEYS),
});

/** The book with the open gate closed. @param answerId null: it expired */
export function closeGate(book: GateBook, answerId: string | null): GateBook {
  if (book.open === null) return book;
  return { open: null, keys: [], closed: { ...book.closed, [book.open.gate_id]: answerId } };
}

/** An answer that can be pasted into Temporal's signal form as it is. */
export function exampleAnswer({ gate_id, kind, fields, options }: PendingInput): SupplyInput {
  switch (kind) {
    case 'email':
      return { gate_id, email: 'you@example.com' };
    case 'login':
    case 'code':
      return { gate_id, sealed: 'v1.…' };
    case 'values':
      return { gate_id, values: Object.fromEntries(fields.map((name) => [name, '…'])) };
    case 'approval':
      return { gate_id, approve: true };
    case 'choice':
      return { gate_id, choice: options[0] ?? '…' };
  }
}

/** What a gate of each kind asks for, where the request does not name it. */
export const FIELDS_OF: Readonly<Record<GateKind, readonly string[]>> = {
  email: ['email'],
  login: ['email', 'password'],
  code: ['code'],
  values: [],
  approval: ['approve'],
  choice: ['choice'],
};
