/** A model of rules for the scripted server: it reads the page it is told and decides, as a real one would, or as badly as wanted. */
import { speaks, type Behaviour, type ModelRequest } from './scripted-model.js';

/** What the model is told. */
export interface ToldPage {
  /** the whole of the user's turn */
  readonly text: string;
  /** how many decisions were asked for before this one */
  readonly turn: number;
  /** the ref of the first line that holds the label; null when none does */
  ref(label: string, role?: string): string | null;
  shows(words: string): boolean;
}

export type Rule = (page: ToldPage) => object;

export const isDecision = ({ system }: ModelRequest): boolean => system.includes('"answer-dialog"');

const textOf = (request: ModelRequest): string => {
  const last: unknown = request.messages.at(-1)?.content;
  return typeof last === 'string' ? last : JSON.stringify(last);
};

/** Decides by a rule, again and again. */
export function decides(rule: Rule): Behaviour {
  let turn = 0;
  return (res, request) => {
    const text = textOf(request);
    const page: ToldPage = {
      text,
      turn,
      ref: (label, role = '') => {
        const line = text
          .split('\n')
          .find((one) => one.includes(label) && one.includes(role) && /\[(?:f\d+)?e\d+\]/u.test(one));
        return /\[((?:f\d+)?e\d+)\]/u.exec(line ?? '')?.[1] ?? null;
      },
      shows: (words) => text.includes(words),
    };
    turn += 1;
    return speaks(JSON.stringify(rule(page)))(res, request);
  };
}

/** Decides by a list, one after the other; the last one again and again. */
export const decidesInTurn = (...rules: readonly (Rule | object)[]): Behaviour =>
  decides((page) => {
    const next = rules[Math.min(page.turn, rules.length - 1)] ?? {};
    return typeof next === 'function' ? (next as Rule)(page) : next;
  });

/** Signs up for the newsletter of the demo target, in either of its designs. */
export const signsUp: Rule = (page) => {
  if (page.shows('Thank you for signing up'))
    return { action: 'done', evidence: 'The Friday letter is on its way to you.', reason: 'it says so' };
  const field = page.ref('"Email address"', 'textbox') ?? page.ref('"Your e-mail address"', 'textbox');
  if (!page.shows('(email)'))
    return { action: 'type', ref: field, target: 'Email address', input: 'email', reason: 'the address comes first' };
  const button = page.ref('"Sign up"', 'button') ?? page.ref('"Get the letter"', 'button');
  return { action: 'click', ref: button, target: 'Sign up', reason: 'the form is filled in' };
};
