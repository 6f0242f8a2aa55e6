/** A remembered step as the hand and the guards want it. */
import type { Decision, DecisionKind } from '../../contracts/acting.js';
import type { RememberedStep } from '../../contracts/memory.js';

const PARAMETER = /\{\{([\p{L}\p{N}_]+)\}\}/gu;

/** The input that a remembered value takes, where it takes one. */
export const parameterOf = (value: string): string | null => [...value.matchAll(PARAMETER)][0]?.[1] ?? null;

/** The value with its parameters filled in; undefined when one is missing. */
export function fillIn(value: string, values: Readonly<Record<string, string>>): string | undefined {
  const missing = [...value.matchAll(PARAMETER)].some(([, name]) => !Object.hasOwn(values, name ?? ''));
  return missing ? undefined : value.replace(PARAMETER, (_, name: string) => values[name] ?? '');
}

/** The guards judge a replay by the same words as a decision. */
export const rememberedDecision = ({ act, label, key }: RememberedStep, input: string | null): Decision => ({
  action: act as DecisionKind,
  ref: null,
  point: null,
  target: label,
  reason: '',
  input,
  text: key,
  direction: null,
  tab: null,
  onto: null,
  accept: null,
  fields: [],
  evidence: null,
});

const ADDRESS = /^(https?:\/\/[^/?#]+)([^#]*)/iu;

/** Path and query of an address. */
export const pathOf = (url: string): string => ADDRESS.exec(url)?.[2] || '/';

/** Where a remembered task begins, on the origin of this one's address. */
export const startOf = (url: string, path: string): string => `${ADDRESS.exec(url)?.[1] ?? url}${path}`;

/** Of what appeared, the words that tell most: what is written there, before what can be pressed. */
export function proofOf(appeared: readonly string[]): string | null {
  const written = appeared.find((line) => !/^(?:link|button|textbox|combobox|option|checkbox|radio) /u.test(line));
  return (written ?? appeared[0] ?? null)?.replace(/^(?:heading|status|alert|paragraph|generic|strong) /u, '') ?? null;
}
