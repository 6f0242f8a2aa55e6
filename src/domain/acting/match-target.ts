/**
 * Finding the element that a decision means, from an estimated point and the model's own words: the ladder that a click goes
 * up when it misses. Pure: boxes and labels in, a choice with its reasons out.
 */
import { fold } from '../fold.js';
import { FIELD_PURPOSES, meaningsOf, POINTING_WORDS, type FieldPurpose } from './target-words.js';

/** CSS pixels of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Candidate {
  /** how the caller finds it again: a snapshot's ref, an index */
  readonly id: string;
  readonly box: Box;
  /** can be pressed, or typed into */
  readonly clickable: boolean;
  readonly enabled: boolean;
  readonly tag: string;
  readonly role: string;
  readonly type: string;
  readonly name: string;
  readonly autocomplete: string;
  /** accessible name; for a field, its label */
  readonly label: string;
  readonly placeholder: string;
}

export type TargetAct = 'click' | 'type' | 'select' | 'press' | 'check' | 'hover' | 'upload';

/** What the model said: the words it has for its target, and why it wants it. */
export interface TargetWords {
  readonly act: TargetAct;
  readonly target: string;
  readonly reason: string;
}

export interface Scored {
  readonly id: string;
  readonly label: string;
  /** the whole visible label is in the words, 0 to 1 */
  readonly byLabel: number;
  /** words in common, 0 to 1 */
  readonly byWords: number;
  /** what the field is for, 0 to 1 */
  readonly byPurpose: number;
  /** 0: the words say nothing of it */
  readonly score: number;
  /** from the point to the element's nearest edge, pixels; 0 inside; null without a point */
  readonly distance: number | null;
}

/** As far as an estimate may be off and still mean its neighbour, pixels. */
export const NEAR_PX = 60;

export function distanceTo({ x, y }: Point, box: Box): number {
  const beyond = (at: number, from: number, size: number): number => Math.max(from - at, 0, at - from - size);
  return Math.hypot(beyond(x, box.x, box.width), beyond(y, box.y, box.height));
}

const words = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const QUOTED = /["“”„«»「」'‘’]([^"“”„«»「」‘’]{1,80})["“”»」'’]/gu;
/** "email entered, now click subscribe": only what follows the last command is the target. */
const COMMAND =
  /(?<!\p{L})(?:click(?:ing)?(?: on)?|press(?:ing)?|tap(?:ping)?(?: on)?|hit(?:ting)?|push|choose|select|pick|open|activate|klick\p{L}*|druck\p{L}*|cliqu\p{L}*|appuy\p{L}*|pulsa\p{L}*|haz clic en|clic en|premi|clicca\p{L}*|clique em|klik\p{L}*)(?!\p{L})/giu;
const TYPING =
  /(?<!\p{L})(?:typ(?:e|ing)|enter(?:ing)?|fill(?:ing)?(?: in)?|write|writing|input|put)(?!\p{L}).*?(?<!\p{L})(?:in|into|to)(?!\p{L})/giu;

function afterLast(text: string, pattern: RegExp): string {
  const last = [...text.matchAll(pattern)].at(-1);
  const rest = last ? text.slice(last.index + last[0].length) : '';
  return words(rest).length > 0 ? rest : text;
}

/** The words that name the target itself, without what points at it ("the … button"). */
export function namingWords({ act, target }: Pick<TargetWords, 'act' | 'target'>): string[] {
  const quoted = [...target.matchAll(QUOTED)].map((match) => match[1] ?? '').at(-1);
  const said = quoted ?? afterLast(target, act === 'type' ? TYPING : COMMAND);
  const all = words(said);
  const naming = all.filter((word) => !POINTING_WORDS.has(word));
  return naming.length > 0 ? naming : all;
}

/** How much of a label stands, whole and in order, in the words; less when they say much else. */
function labelScore(label: readonly string[], said: readonly string[]): number {
  if (label.length === 0 || said.length === 0) return 0;
  const text = ` ${said.join(' ')} `;
  const name = ` ${label.join(' ')} `;
  if (text === name) return 1;
  if (text.includes(name)) return 0.6 + (0.3 * label.length) / said.length;
  return said.length > 1 && name.includes(text) ? 0.5 + (0.3 * said.length) / label.length : 0;
}

/** Words in common by meaning, as the harmonic mean of both shares. */
function wordScore(label: readonly string[], said: readonly string[]): number {
  const ofLabel = new Set(meaningsOf(label));
  const ofWords = new Set(meaningsOf(said));
  const common = [...ofLabel].filter((meaning) => ofWords.has(meaning)).length;
  return common === 0 ? 0 : (2 * common) / (ofLabel.size + ofWords.size);
}

function purposeOf({ type, name, autocomplete, label, placeholder }: Candidate): FieldPurpose[] {
  const text = words(
    [type, name.replace(/([a-z])([A-Z])/gu, '$1 $2'), autocomplete, label, placeholder]
      .join(' ')
      .replace(/[-_]/gu, ' '),
  );
  return FIELD_PURPOSES.filter(({ marks }) => text.some((word) => marks.has(word)));
}

const EDITABLE_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'textarea']);
const TEXTLESS_TYPES = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'hidden',
]);
/** Can one type into it? */
export const isEditable = ({ tag, role, type }: Candidate): boolean =>
  EDITABLE_ROLES.has(role) || tag === 'textarea' || (tag === 'input' && !TEXTLESS_TYPES.has(type));
const isSelect = ({ tag, role }: Candidate): boolean => tag === 'select' || role === 'combobox' || role === 'listbox';

const FIELD_WORDS = new Set(
  'field box input textbox textfield area feld eingabefeld champ campo casella veld pole fält felt kenttä alan câmp mező поле 欄 输入框 입력란'
    .split(' ')
    .map(fold),
);
/** A field that is not asked for by name is not what a click is for. */
const UNASKED_FIELD = 0.2;

/** How well an element suits the kind of act, 0 to 1. */
function suits(candidate: Candidate, { act, target }: TargetWords): number {
  if (!candidate.enabled || !candidate.clickable) return 0;
  if (act === 'type') return isEditable(candidate) ? 1 : 0;
  if (act === 'select') return isSelect(candidate) ? 1 : 0.5;
  if (act === 'check')
    return ['checkbox', 'radio', 'switch'].includes(candidate.role) || ['checkbox', 'radio'].includes(candidate.type)
      ? 1
      : 0.3;
  if (act === 'upload') return candidate.type === 'file' ? 1 : 0.5;
  const asksForField = words(target).some((word) => FIELD_WORDS.has(word));
  return isEditable(candidate) && !asksForField ? UNASKED_FIELD : 1;
}

/** The reason is a hint, no more. */
const REASON_WEIGHT = 0.4;

function scoreOne(candidate: Candidate, said: TargetWords, point: Point | null): Scored {
  const label = words(candidate.label || candidate.placeholder);
  const target = namingWords(said);
  const reason = said.reason === '' ? [] : namingWords({ act: said.act, target: said.reason });
  const suit = suits(candidate, said);
  const best = (score: (said: readonly string[]) => number): number =>
    suit * Math.max(score(target), REASON_WEIGHT * score(reason));
  const byLabel = best((text) => labelScore(label, text));
  const byWords = best((text) => wordScore(label, text));
  const purposes = isEditable(candidate) || isSelect(candidate) ? purposeOf(candidate) : [];
  const byPurpose = best((text) => (purposes.some(({ marks }) => text.some((word) => marks.has(word))) ? 1 : 0));
  // In this order: a whole label outweighs any words, words outweigh the purpose.
  const score = Number((4 * byLabel + 2 * byWords + byPurpose).toFixed(3));
  const distance = point === null ? null : Math.round(distanceTo(point, candidate.box));
  return { id: candidate.id, label: candidate.label, byLabel, byWords, byPurpose, score, distance };
}

/** All elements that the act could be for, the likeliest first; the nearer one where the words do not part them. */
export function rankTargets(point: Point | null, said: TargetWords, elements: readonly Candidate[]): Scored[] {
  return elements
    .filter((candidate) => suits(candidate, said) > 0)
    .map((candidate) => scoreOne(candidate, said, point))
    .sort((a, b) => b.score - a.score || (a.distance ?? 0) - (b.distance ?? 0));
}

/** What a decision by coordinates came to, for the audit trail. */
export interface TargetChoice {
  readonly chosen: string | null;
  /** point: under it. near: within 60 pixels. page: found by words alone */
  readonly how: 'point' | 'near' | 'page' | null;
  /** the element under the point */
  readonly under: string | null;
  readonly nearest: { readonly id: string; readonly distance: number } | null;
  /** the five likeliest */
  readonly candidates: readonly Scored[];
}

const SHOWN = 5;
/** What the words must come to before an element is taken that the model did not point at. */
const FOUND_BY_WORDS = 0.8;
/** A whole label, and nothing else as good: worth more than an estimate that lies on something else. */
const CERTAIN_LABEL = 0.85;

const contains = (box: Box, point: Point): boolean => distanceTo(point, box) === 0;
const areaOf = ({ width, height }: Box): number => width * height;

/** The innermost element under the point, where the browser was not asked. */
function innermost(point: Point, elements: readonly Candidate[]): Candidate | null {
  return elements.filter(({ box }) => contains(box, point)).sort((a, b) => areaOf(a.box) - areaOf(b.box))[0] ?? null;
}

const isAlone = (ranked: readonly Scored[]): boolean => (ranked[0]?.score ?? 0) > (ranked[1]?.score ?? 0);

/**
 * Layer 1: the element under the point, or the best by words within 60 pixels. Where the words name another element by its
 * whole label, and only one, that one is taken at once, however far the estimate is off.
 * @param under the element that the browser found under the point; the innermost box is taken without it
 */
export function chooseAtPoint(
  point: Point,
  said: TargetWords,
  elements: readonly Candidate[],
  under: string | null = innermost(point, elements)?.id ?? null,
): TargetChoice {
  const ranked = rankTargets(point, said, elements);
  const near = ranked.filter(({ distance, id }) => id === under || (distance ?? Infinity) <= NEAR_PX);
  const nearest = [...ranked].sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))[0];
  const kept = {
    under,
    nearest: nearest ? { id: nearest.id, distance: nearest.distance ?? 0 } : null,
    candidates: ranked.slice(0, SHOWN),
  };
  const far = ranked[0];
  const best = near[0];
  if (far && far.byLabel >= CERTAIN_LABEL && far.score > (best?.score ?? 0) && isAlone(ranked))
    return { ...kept, chosen: far.id, how: 'page' };
  const here = near.find(({ id }) => id === under) ?? null;
  if (here && here.score >= (best?.score ?? 0)) return { ...kept, chosen: here.id, how: 'point' };
  const choice =
    best && best.score > 0 ? best : (here ?? [...near].sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))[0]);
  return { ...kept, chosen: choice?.id ?? null, how: choice ? (choice.id === under ? 'point' : 'near') : null };
}

/**
 * Layer 3: the whole page by words, after a stall.
 * @param tried elements that had no effect; not taken again
 */
export function chooseOnPage(
  point: Point | null,
  said: TargetWords,
  elements: readonly Candidate[],
  tried: ReadonlySet<string> = new Set(),
): TargetChoice {
  const ranked = rankTargets(point, said, elements);
  const found = ranked.find(({ id, score }) => score >= FOUND_BY_WORDS && !tried.has(id));
  const only = said.act === 'type' ? onlyEditable(ranked, tried) : undefined;
  const chosen = found ?? only;
  return {
    chosen: chosen?.id ?? null,
    how: chosen ? 'page' : null,
    under: null,
    nearest: null,
    candidates: ranked.slice(0, SHOWN),
  };
}
/** A page with one field leaves no choice. */
const onlyEditable = (ranked: readonly Scored[], tried: ReadonlySet<string>): Scored | undefined =>
  ranked.length === 1 && !tried.has(ranked[0]?.id ?? '') ? ranked[0] : undefined;
