/** Reads the JSON that a model was asked for out of what it wrote around and into it. */
import type { SpokenRequest } from '../contracts/omi.js';
import { jsonrepair } from 'jsonrepair';

export interface DraftCitation {
  /** number of the source, as the model was given it */
  readonly source: number;
  readonly quote: string;
}
export interface DraftSentence {
  readonly text: string;
  readonly citations: readonly DraftCitation[];
}
export interface ModelDraft {
  readonly answered: boolean;
  readonly sentences: readonly DraftSentence[];
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  /** `problem`: one sentence that a model can act on */
  | { readonly ok: false; readonly problem: string };

/** More than any answer needs; what is beyond is left away. */
const MAX_SENTENCES = 40;
const MAX_CITATIONS = 8;
const MAX_CHARACTERS = 2_000;

const fail = (problem: string): { ok: false; problem: string } => ({ ok: false, problem });

/**
 * The JSON object within a model's text: after its reasoning, out of fences and prose, with single quotes, trailing commas
 * and comments mended. An object that was cut off is none: its end may have said the opposite.
 */
export function findJson(text: string): Parsed<unknown> {
  const said = withoutReasoning(text);
  if (said === null) return fail('The reply holds reasoning only, and no JSON object after it.');
  const start = said.indexOf('{');
  if (start === -1) return fail('The reply holds no JSON object.');
  const end = said.lastIndexOf('}');
  const candidate = said.slice(start, end + 1);
  const plain = parse(candidate);
  if (plain !== undefined) return { ok: true, value: plain };
  const first = firstObject(said, start);
  if (first === null) return fail('The JSON object is cut off before its end.');
  const mended = parse(first) ?? mend(first);
  return mended === undefined ? fail('The JSON cannot be parsed.') : { ok: true, value: mended };
}

const REASONING = 'think|thinking|thought|reasoning|scratchpad';

/** Null when the reply ends while it is still reasoning. */
function withoutReasoning(text: string): string | null {
  const closed = new RegExp(`^[\\s\\S]*</(?:${REASONING})>`, 'iu').exec(text);
  const rest = closed ? text.slice(closed[0].length) : text;
  return new RegExp(`<(?:${REASONING})>`, 'iu').test(rest) ? null : rest;
}

/** The object that begins at `start`, to its own end; null when it has none. Brackets within strings do not count. */
function firstObject(text: string, start: number): string | null {
  for (const quote of ['"', null] as const) {
    const end = endOfObject(text, start, quote);
    if (end !== null) return text.slice(start, end);
  }
  return null;
}

/** @param quote null: strings are not told apart, as in JSON with single quotes, where an apostrophe would open one */
function endOfObject(text: string, start: number, quote: '"' | null): number | null {
  let depth = 0;
  let within = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]!;
    if (within && sign === '\\') at += 1;
    else if (sign === quote) within = !within;
    else if (!within && (sign === '{' || sign === '[')) depth += 1;
    else if (!within && (sign === '}' || sign === ']')) depth -= 1;
    if (depth === 0 && !within) return at + 1;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mend(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The draft that a model wrote; what is of the wrong shape within it is left out, so that it counts as not cited. */
export function parseDraft(text: string): Parsed<ModelDraft> {
  const found = findJson(text);
  if (!found.ok) return found;
  const { value } = found;
  if (!isRecord(value)) return fail('The JSON is not an object.');
  const { sentences } = value;
  const answered = toBoolean(value['answered']);
  if (answered === false) return { ok: true, value: { answered, sentences: [] } };
  if (!Array.isArray(sentences)) return fail('"sentences" is missing or is not an array.');
  const read = sentences.slice(0, MAX_SENTENCES).flatMap(toSentence);
  if (read.length === 0) return fail('"sentences" holds no object with "text" and "citations".');
  return { ok: true, value: { answered: true, sentences: read } };
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  return /^(?:true|yes)$/iu.test(value) ? true : /^(?:false|no)$/iu.test(value) ? false : undefined;
}

function toSentence(value: unknown): DraftSentence[] {
  if (!isRecord(value) || typeof value['text'] !== 'string') return [];
  const { text, citations } = value;
  const given = Array.isArray(citations) ? (citations as unknown[]) : isRecord(citations) ? [citations] : [];
  return [{ text: text.slice(0, MAX_CHARACTERS), citations: given.slice(0, MAX_CITATIONS).flatMap(toCitation) }];
}

function toCitation(value: unknown): DraftCitation[] {
  if (!isRecord(value) || typeof value['quote'] !== 'string') return [];
  return [{ source: toNumber(value['source']), quote: value['quote'].slice(0, MAX_CHARACTERS) }];
}

/** 1, "1", "[1]", "Source 1"; NaN, which no source has, for anything else. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\D{0,12}\d{1,4}\D{0,3}$/u.test(value)
    ? Number(/\d+/u.exec(value)![0])
    : Number.NaN;
}

export interface ModelClassification {
  readonly kind: 'question' | 'action' | null;
  readonly language: string | null;
  readonly queries: readonly string[];
}

/** What a model made of a question; fields that it got wrong are null or empty. */
export function parseClassification(text: string): Parsed<ModelClassification> {
  const found = findJson(text);
  if (!found.ok) return found;
  if (!isRecord(found.value)) return fail('The JSON is not an object.');
  const { kind, language, queries } = found.value;
  return {
    ok: true,
    value: {
      kind: kind === 'question' || kind === 'action' ? kind : null,
      language: typeof language === 'string' && /^[a-z]{2,3}$/u.test(language) ? language : null,
      queries: Array.isArray(queries) ? queries.filter((query): query is string => typeof query === 'string') : [],
    },
  };
}

/** What a model heard in a piece of speech; entries that are no requests are left out. */
export function parseSpokenRequests(text: string): Parsed<readonly SpokenRequest[]> {
  const found = findJson(text);
  if (!found.ok) return found;
  if (!isRecord(found.value) || !Array.isArray(found.value['requests'])) return fail('The JSON has no "requests".');
  const requests = found.value['requests'].flatMap((entry: unknown): SpokenRequest[] => {
    if (!isRecord(entry) || typeof entry['text'] !== 'string') return [];
    return [{ kind: entry['kind'] === 'action' ? 'action' : 'question', text: entry['text'].trim() }];
  });
  return { ok: true, value: requests };
}
