/** Reads a decision out of what a model wrote. What is not of the closed vocabulary is none. */
import { DECISIONS, type Decision, type DecisionKind } from '../../contracts/acting.js';
import { findJson, type Parsed } from '../model-json.js';
import { isSecretName } from '../secret-inputs.js';

const TEXT_CHARACTERS = 300;

type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, TEXT_CHARACTERS) : null;
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 100_000 ? value : null;

/** Models write the names of actions in their own ways; the words stay. */
function actionOf(value: unknown): DecisionKind | null {
  const said = textOf(value)?.toLowerCase() ?? '';
  const same = DECISIONS.find((kind) => kind.replaceAll(/[-_]/gu, '') === said.replaceAll(/[-_ ]/gu, ''));
  return same ?? null;
}

/** `e12`, `[e12]`, `ref=e12`, `f1e3` */
function refOf(value: unknown): string | null {
  const [ref] = /(?:f\d+)?e\d+/u.exec(textOf(value) ?? '') ?? [];
  return ref ?? null;
}

function pointOf(fields: Fields): Decision['point'] {
  const at = isRecord(fields['point']) ? fields['point'] : fields;
  const pair = Array.isArray(fields['coordinates']) ? (fields['coordinates'] as unknown[]) : [at['x'], at['y']];
  const [x, y] = pair.map(numberOf);
  return x == null || y == null ? null : { x, y };
}

const NEEDS_TARGET = new Set<DecisionKind>(
  'click type clear select check uncheck hover drag follow-link upload download'.split(' ') as DecisionKind[],
);

/**
 * The decision that a model wrote.
 * @returns a problem in words that the model can act on, when it is none
 */
export function parseDecision(text: string): Parsed<Decision> {
  const found = findJson(text);
  if (!found.ok) return found;
  if (!isRecord(found.value)) return { ok: false, problem: 'The JSON is not an object.' };
  const fields = found.value;
  const action = actionOf(fields['action']);
  if (action === null) return { ok: false, problem: `"action" has to be one of: ${DECISIONS.join(', ')}.` };
  const decision: Decision = {
    action,
    ref: refOf(fields['ref']),
    point: pointOf(fields),
    target: textOf(fields['target']) ?? '',
    reason: textOf(fields['reason']) ?? '',
    input: textOf(fields['input']),
    text: textOf(fields['text']) ?? textOf(fields['key']) ?? textOf(fields['option']),
    direction:
      fields['direction'] === 'up' ? 'up' : fields['direction'] === 'down' || action === 'scroll' ? 'down' : null,
    tab: textOf(fields['tab']),
    onto: refOf(fields['onto']),
    accept: typeof fields['accept'] === 'boolean' ? fields['accept'] : null,
    fields: namesOf(fields['fields']),
    evidence: textOf(fields['evidence']),
  };
  const problem = problemOf(decision);
  return problem === null ? { ok: true, value: decision } : { ok: false, problem };
}

const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value])
    .flatMap((name) => textOf(name) ?? [])
    .map((name) => name.slice(0, 80))
    .slice(0, 10);

function problemOf(decision: Decision): string | null {
  const { action, ref, point, target, input, text, fields, tab, onto, accept } = decision;
  if (NEEDS_TARGET.has(action) && ref === null && point === null && target === '')
    return `"${action}" needs a "ref" of the page, or "x" and "y", and a "target".`;
  if (action === 'type' && input === null && text === null) return '"type" needs an "input": the name of a value.';
  if (action === 'upload' && input === null) return '"upload" needs an "input": the name of a file.';
  if (action === 'select' && text === null && input === null) return '"select" needs a "text": the label of an option.';
  if (action === 'press' && text === null) return '"press" needs a "text": the key.';
  if (action === 'find' && text === null) return '"find" needs a "text": the words.';
  if (action === 'switch-tab' && tab === null) return '"switch-tab" needs a "tab".';
  if (action === 'drag' && onto === null) return '"drag" needs "onto": the ref of the element to drop it on.';
  if (action === 'answer-dialog' && accept === null) return '"answer-dialog" needs "accept": true or false.';
  if (action === 'ask_person' && fields.length === 0)
    return '"ask_person" needs "fields": the names of what is missing.';
  const secret = [...fields, ...(input === null ? [] : [input])].find(isSecretName);
  if (secret !== undefined)
    return `"${secret}" is a secret: it can be neither asked for nor typed here. Give up if the task needs it.`;
  return null;
}
