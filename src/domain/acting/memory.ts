/** Rules of remembering: what makes two tasks the same, what of a run may be kept, and when it may be done again without a model. */
import type { DurableLocator, PostCondition, RememberedStep, ReplayGate, SiteMemory } from '../../contracts/memory.js';
import { fold } from '../fold.js';

type Inputs = Readonly<Record<string, string>>;

const ADDRESS =
  /\b(?:https?:\/\/|www\.)\S+|(?<![\p{L}\d@])(?:[\p{L}\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?(?![\p{L}\d@])/giu;
const EMAIL = /[^\s<>@]+@[^\s<>@]+\.[^\s<>@.,;:!?)]+/gu;
const MARKED = /\{[\p{L}\p{N}_]+\}|[\p{L}\p{M}\p{N}]+/gu;
/** Courtesy, articles and particles. Negations stay: "do not subscribe" is another task. */
const UNSAID = new Set(
  fold(
    'please pls kindly can could would you me us my our i we the a an at on for to of in with from using by it this that site website page want need like go and then ' +
      'bitte kannst könntest du mich mir uns meine mein meinen den die das der dem einen eine ein auf für zu im in mit von der seite ' +
      's il te vous plaît peux tu pouvez moi nous mon ma mes le la les un une sur pour de du au aux dans avec ' +
      'por favor puedes me nos mi mis el la los las un una en para de del con per favore mi il lo gli su da di con',
  ).split(/\s+/u),
);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** Values shorter than this stand in too many other words. */
const MIN_VALUE = 2;

/** Input values in a text as parameters, the longest first. Only whole words: "Ann" is not in "Annual". */
export function lift(text: string, inputs: Inputs, mark: (name: string) => string = (name) => `{{${name}}}`): string {
  const values = Object.entries(inputs)
    .filter(([, value]) => value.trim().length >= MIN_VALUE)
    .sort(([, a], [, b]) => b.length - a.length);
  return values.reduce(
    (lifted, [name, value]) =>
      lifted.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value.trim())}(?![\\p{L}\\p{N}])`, 'giu'), () =>
        mark(name),
      ),
    text,
  );
}

/** Thrown when a step wants an input that this run was not given. */
export class MissingParameter extends Error {
  constructor(readonly parameter: string) {
    super(`the remembered steps need the input "${parameter}"`);
  }
}

/** A text with its parameters filled in. @throws MissingParameter */
export function fill(text: string, inputs: Inputs): string {
  return text.replace(PARAMETER, (_, name: string) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined) throw new MissingParameter(name);
    return value;
  });
}
const PARAMETER = /\{\{([\p{L}\p{N}_]+)\}\}/gu;

export const parametersIn = (steps: readonly RememberedStep[]): string[] => [
  ...new Set([...JSON.stringify(steps).matchAll(PARAMETER)].map((match) => match[1] ?? '')),
];

/** The task in the words that make it this task: values are named, addresses and courtesies left out. */
export function canonicalIntent(task: string, inputs: Inputs): string {
  const named = lift(task.normalize('NFKC'), inputs, (name) => ` {${name.toLowerCase()}} `).replace(EMAIL, ' {email} ');
  const words = fold(named.replace(ADDRESS, ' ')).match(MARKED) ?? [];
  const said = words.filter((word) => !UNSAID.has(word));
  return (said.length > 0 ? said : words).join(' ');
}

/** Words that turn a task into another, however near the rest is: denials, undoing, and the way in or out. */
const TURNING = new Set(
  fold(
    'not no never dont without un cancel remove delete stop undo disable unsubscribe unfollow off out in up down decline reject accept less more ' +
      'nicht kein keine ohne abbestellen kündigen löschen entfernen stornieren ab an aus ne pas sans annuler supprimer désabonner désinscrire ' +
      'sin cancelar eliminar borrar baja non senza annulla disdici rimuovi nao sem excluir niet geen zonder annuleren verwijderen opzeggen nie bez anuluj usuń не без отменить удалить отписаться',
  ).split(' '),
);

/** What two tasks must have in common to be one, however a model of meaning sees them: inputs, numbers, and words that turn. */
export function sameBySubstance(a: string, b: string): boolean {
  const substance = (intent: string): string =>
    intent
      .split(' ')
      .filter((word) => word.startsWith('{') || RUN_TIME_DATA.test(word) || TURNING.has(word))
      .sort()
      .join(' ');
  return substance(a) === substance(b);
}

/** May differ from run to run: dates, prices, counts, ids. */
const RUN_TIME_DATA = /\d/u;
const MAX_LINE = 120;
const KEPT_LINES = 3;

export interface SeenPage {
  readonly url: string;
  /** its visible text, line by line */
  readonly lines: readonly string[];
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

function keptLines(lines: readonly string[], other: readonly string[], inputs: Inputs): string[] {
  const known = new Set(other);
  return lines
    .filter((line) => !known.has(line) && line.length <= MAX_LINE)
    .map((line) => lift(line, inputs))
    .filter((line) => !RUN_TIME_DATA.test(line.replace(PARAMETER, '')) && /\p{L}{2}/u.test(line))
    .slice(0, KEPT_LINES);
}

/** What a step changed, without what may differ from run to run. */
export function postConditionOf(before: SeenPage, after: SeenPage, inputs: Inputs): PostCondition {
  const moved = pathOf(before.url) !== pathOf(after.url);
  const path = lift(pathOf(after.url), inputs);
  return {
    path: moved && !RUN_TIME_DATA.test(path) ? path : null,
    appears: keptLines(after.lines, before.lines, inputs),
    gone: moved ? [] : keptLines(before.lines, after.lines, inputs),
  };
}

/** Does the page show what was seen then? Text that appeared must all be there; nothing to check is no proof, and holds. */
export function postConditionHolds(post: PostCondition, now: SeenPage, inputs: Inputs): boolean {
  if (post.path !== null && fill(post.path, inputs) !== pathOf(now.url)) return false;
  const lines = new Set(now.lines);
  return (
    post.appears.every((line) => lines.has(fill(line, inputs))) &&
    post.gone.every((line) => !lines.has(fill(line, inputs)))
  );
}

/** Proves something: without it the last step of a run is no success. */
export const provesSomething = ({ path, appears, gone }: PostCondition): boolean =>
  path !== null || appears.length > 0 || gone.length > 0;

function liftedLocator(locator: DurableLocator, inputs: Inputs): DurableLocator | null {
  const lifted: DurableLocator =
    locator.by === 'role'
      ? { ...locator, name: lift(locator.name, inputs) }
      : { ...locator, text: lift(locator.text, inputs) };
  const text = lifted.by === 'role' ? lifted.name : lifted.text;
  // Ids of frameworks and counted labels ("3 new messages") are not there the next time.
  return lifted.by !== 'css' && RUN_TIME_DATA.test(text.replace(PARAMETER, '')) ? null : lifted;
}

export const NOT_KEPT = ['no_locator', 'secret', 'unproved'] as const;
export type NotKept = (typeof NOT_KEPT)[number];

/**
 * A step as it is kept: values are parameters, locators free of run-time data. Why it cannot be kept, else: it would not be
 * found again, or it types what did not come from the inputs.
 */
export function keptStep(step: RememberedStep, inputs: Inputs): RememberedStep | NotKept {
  const locators = step.locators.flatMap((locator) => liftedLocator(locator, inputs) ?? []);
  if (step.locators.length > 0 && locators.length === 0) return 'no_locator';
  const value = step.value === null ? null : lift(step.value, inputs);
  if (step.act === 'type' && value !== null && value !== '' && !hasParameter(value)) return 'secret';
  return { ...step, locators, value, label: lift(step.label, inputs) };
}
const hasParameter = (text: string): boolean => text.search(PARAMETER) >= 0;

export interface ReplayRules {
  /** ACTION_WORKFLOW_REPLAY_MIN_SCORE [0.85] */
  readonly minScore: number;
  /** ACTION_WORKFLOW_MIN_SUCCESS_COUNT [1] */
  readonly minSuccesses: number;
  /** ACTION_WORKFLOW_MIN_TRUST_RATIO [0.6] */
  readonly minTrust: number;
}

type Counts = Pick<SiteMemory, 'successes' | 'failures'>;

/** Share of outcomes that were successes, 0 to 1; 0 before the first. */
export const trustOf = ({ successes, failures }: Counts): number =>
  successes + failures === 0 ? 0 : successes / (successes + failures);

/** The first of the three gates that is shut; null when the memory may be replayed. */
export function shutGate(similarity: number, memory: Counts, rules: ReplayRules): ReplayGate | null {
  if (similarity < rules.minScore) return 'similarity';
  if (memory.successes < rules.minSuccesses) return 'successes';
  return trustOf(memory) < rules.minTrust ? 'trust' : null;
}

/** Was it ever good for a replay? Upkeep removes what is old and was not. */
export const isTrusted = (memory: Counts, rules: ReplayRules): boolean => shutGate(1, memory, rules) === null;

/** May a replay that failed here go on live, in the same session? Not after anything that may have changed the site. */
export const mayFallBack = (done: readonly Pick<RememberedStep, 'writes'>[]): boolean =>
  !done.some(({ writes }) => writes);
