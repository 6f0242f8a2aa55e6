/** Acts that cannot be taken back, other than payments: a person approves each of them, for exactly what it is. */
import { fold } from '../fold.js';
import { isTextField, labelsOf, mayCommit, type ActEvidence, type ElementEvidence } from './evidence.js';
import { RISK_WORDS, RISKS, type Risk } from './risk-words.js';
import { readingsOf } from './written-label.js';

/** commit: opens a checkout, books, or begins what may be charged later; certain payments are refused instead */
export type RiskKind = Risk | 'commit';

export interface RiskFinding {
  readonly risk: RiskKind;
  /** what gave it away, as it stands on the page */
  readonly label: string;
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer texts are descriptions. */
const MAX_WORDS = 9;

interface Pattern {
  readonly risk: Risk;
  readonly words: string;
  /** written without spaces: found anywhere */
  readonly unspaced: boolean;
}
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const normal = (text: string): string => (fold(text).match(WORDS) ?? []).join(' ');
const patternsOf = (risk: Risk, list: string): Pattern[] =>
  list.split('|').map((words) => ({ risk, words: normal(words), unspaced: UNSPACED.test(words) }));
const PATTERNS = RISKS.flatMap((risk) => patternsOf(risk, RISK_WORDS[risk].acts));
const HARMLESS = RISKS.flatMap((risk) => patternsOf(risk, RISK_WORDS[risk].harmless));

/** A single word commands at the beginning or at the end of a label ("Delete all", "Konto löschen"); within, it may be any word. */
function says(text: string, { words, unspaced }: Pattern): boolean {
  if (unspaced) return text.replaceAll(' ', '').includes(words.replaceAll(' ', ''));
  if (words.includes(' ')) return ` ${text} `.includes(` ${words} `);
  return text === words || text.startsWith(`${words} `) || text.endsWith(` ${words}`);
}
/** What makes an act harmless, or names what is agreed to, may stand anywhere. */
const mentions = (text: string, pattern: Pattern): boolean =>
  pattern.unspaced ? says(text, pattern) : ` ${text} `.includes(` ${pattern.words} `);

/** Which risk a label names, by whole words, in any of the languages. */
export function riskInLabel(label: string): Risk | null {
  for (const reading of readingsOf(label.slice(0, 300))) {
    const text = normal(reading);
    if (text.split(' ').length > MAX_WORDS) continue;
    const found = PATTERNS.find(
      (pattern) =>
        says(text, pattern) && !HARMLESS.some((other) => other.risk === pattern.risk && mentions(text, other)),
    );
    if (found) return found.risk;
  }
  return null;
}

const isChoice = ({ role, type }: ElementEvidence): boolean =>
  ['checkbox', 'switch', 'radio'].includes(role) || ['checkbox', 'radio'].includes(type);

/** A form in which somebody writes to somebody: sending it is a message, whatever its button is called. */
const isMessageForm = ({ form }: ActEvidence): boolean =>
  form !== null && isPost(form.method) && form.fields.some(({ type }) => type === 'textarea' || type === 'file');
const isPost = (method: string): boolean => method.toLowerCase() === 'post';

/**
 * The risk of an act that needs a person's approval; null when it needs none. Payments are not its matter: they are refused.
 * Signing up, searching, signing in and choosing are none.
 */
export function riskOf(evidence: ActEvidence): RiskFinding | null {
  const { element, form, act, decision } = evidence;
  if (act.kind === 'upload') return { risk: 'send', label: decision.target };
  if (act.kind === 'check' || (act.kind === 'click' && element && isChoice(element))) return riskOfChoice(element);
  if (!mayCommit(evidence)) return null;
  const own = element && !isTextField(element) ? labelsOf(element) : [];
  const pressed = act.kind === 'press' && isTextField(element) ? (form?.buttons ?? []) : [];
  const dialog = act.kind === 'dialog' ? evidence.nearby : [];
  for (const label of [...own, ...pressed, ...dialog]) {
    const risk = riskInLabel(label);
    if (risk) return { risk, label };
  }
  const submits = (element?.submits ?? false) || act.kind === 'press';
  return submits && isMessageForm(evidence) ? { risk: 'send', label: own[0] ?? pressed[0] ?? decision.target } : null;
}

function riskOfChoice(element: ElementEvidence | null): RiskFinding | null {
  const label = element
    ? labelsOf(element).find((name) => CONSENTS.some((pattern) => mentions(normal(name), pattern)))
    : undefined;
  return label === undefined ? null : { risk: 'terms', label };
}
const CONSENTS = patternsOf('terms', RISK_WORDS.terms.acts).concat(patternsOf('terms', RISK_WORDS.terms.boxes ?? ''));

/** What exactly was approved. */
export interface Effect {
  readonly risk: RiskKind;
  /** address without its fragment */
  readonly page: string;
  readonly act: string;
  /** what the element is, apart from its label */
  readonly element: string;
  readonly label: string;
  /** where the form is sent, with its method */
  readonly form: string;
  /** field by field what would be sent; secret values as digests */
  readonly values: Readonly<Record<string, string>>;
  readonly amounts: readonly string[];
}

/**
 * The effect that an approval is for. Give `values` as the fields hold them when the person is asked, and again right before
 * the act; what is secret goes in as a digest.
 */
export function effectOf(
  evidence: ActEvidence,
  finding: RiskFinding,
  values: Readonly<Record<string, string>>,
): Effect {
  const { element, form, act, page, amounts } = evidence;
  const { tag = '', role = '', type = '', name = '', href = '' } = element ?? {};
  return {
    risk: finding.risk,
    page: page.url.replace(/#.*$/u, ''),
    act: act.key === '' ? act.kind : `${act.kind} ${act.key}`,
    element: [tag, role, type, name, href].join(' ').trim(),
    label: finding.label.replace(/\s+/gu, ' ').trim(),
    form: form ? `${form.method.toUpperCase()} ${form.action}` : '',
    values: Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))),
    amounts: [...amounts].sort(),
  };
}

/** Is it still what was approved? Any change of page, element, label, values or amounts voids an approval. */
export const sameEffect = (approved: Effect, now: Effect): boolean =>
  JSON.stringify(ordered(approved)) === JSON.stringify(ordered(now));
const ordered = ({ risk, page, act, element, label, form, values, amounts }: Effect) => [
  risk,
  page,
  act,
  element,
  label,
  form,
  Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)),
  amounts,
];

const asksOf = (risk: RiskKind): string =>
  risk === 'commit' ? 'Go on to what books, orders or may be charged later,' : RISK_WORDS[risk].asks;

/** The effect in words that a person can decide on. */
export function effectInWords({ risk, label, page, values, amounts }: Effect): string {
  const filled = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return [
    `${asksOf(risk)} by pressing "${label}" on ${page}`,
    ...(filled.length > 0 ? [`with ${filled.join(', ')}`] : []),
    ...(amounts.length > 0 ? [`(amounts beside it: ${amounts.join(', ')})`] : []),
  ].join(' ');
}
