/** Sources that give different numbers for the same thing: found by code, whether or not a model says so. */
import type { Span } from './sentences.js';
import { sentenceSpans } from './sentences.js';
import { numbersIn, type NumberFact } from './numbers.js';
import { significantTokens } from './tokenise.js';
import { unitsNamed } from './units.js';

export interface StatedSource {
  readonly n: number;
  readonly text: string;
  readonly language: string | null;
  /** what of it was looked at */
  readonly spans: readonly Span[];
}

/** A sentence of the answer, and where its quotes stand. */
export interface StatedSentence {
  readonly text: string;
  readonly citations: readonly { readonly source: number; readonly span: Span }[];
}

export interface Claim {
  readonly source: number;
  /** the number with its unit, as the source has it */
  readonly value: string;
  /** the sentence of the source that says so */
  readonly span: Span;
}

export interface Conflict {
  readonly stated: Claim;
  readonly others: readonly Claim[];
}

/**
 * Two sentences speak of the same thing when they share so much of their words (stemmed, without numbers and units; of
 * the shorter one) and at least so many. Strict: a conflict that is none does more harm than one that is missed.
 */
const MIN_SHARED = 0.7;
const MIN_SHARED_WORDS = 3;
const MOST_CONFLICTS = 2;
/** Sentences longer than this hold too much to be of one thing. Characters. */
const MAX_SENTENCE = 400;

interface Statement extends Claim {
  readonly words: ReadonlySet<string>;
  readonly number: NumberFact;
  readonly kind: string;
}

/** At most two conflicts; none about what another sentence of the answer already says. */
export function findConflicts(sentences: readonly StatedSentence[], sources: readonly StatedSource[]): Conflict[] {
  const byNumber = new Map(sources.map((source) => [source.n, source]));
  const said = new Set(sentences.flatMap(({ text }) => numbersIn(text, null)).flatMap(({ values }) => values));
  const conflicts: Conflict[] = [];
  for (const { citations } of sentences) {
    const cited = new Set(citations.map(({ source }) => source));
    for (const { source: n, span } of citations) {
      const source = byNumber.get(n);
      if (source === undefined) continue;
      for (const stated of statementsIn(source, [span])) {
        const others = sources
          .filter((other) => !cited.has(other.n) && other.language === source.language)
          .flatMap((other) => contradiction(stated, other, said));
        const known = conflicts.some((one) => one.stated.source === n && one.stated.value === stated.value);
        if (others.length > 0 && !known) conflicts.push({ stated: claimOf(stated), others: others.map(claimOf) });
      }
    }
  }
  return conflicts.slice(0, MOST_CONFLICTS);
}

const claimOf = ({ source, value, span }: Claim): Claim => ({ source, value, span });

/** What kind of number it is: its unit, or a year. Bare counts are not compared: they may count anything. */
function kindOf({ units, values, text }: NumberFact): string | null {
  if (units.length > 0) return units[0]!;
  return values.some((value) => value >= 1_000 && value <= 2_100) && /^\d{4}$/u.test(text) ? 'calendar year' : null;
}

/** The sentences that hold one number of their kind: with two it is not clear which of them is meant. */
function statementsIn({ n, text, language }: StatedSource, spans: readonly Span[]): Statement[] {
  return spans
    .flatMap((span) => sentenceSpans(text, wholeSentences(text, span)))
    .filter(({ start, end }) => end - start <= MAX_SENTENCE)
    .flatMap((span) => {
      const sentence = text.slice(span.start, span.end);
      const numbers = numbersIn(sentence, language).flatMap((number) => {
        const kind = kindOf(number);
        return kind === null ? [] : [{ number, kind }];
      });
      const words = wordsOf(sentence, language);
      return numbers
        .filter(({ kind }) => numbers.filter((other) => other.kind === kind).length === 1)
        .map(({ number, kind }) => ({ source: n, value: valueOf(sentence, number), span, words, number, kind }));
    });
}

/** A quote may be part of a sentence: the whole of it tells what the number is of. */
function wholeSentences(text: string, { start, end }: Span): Span {
  const from = Math.max(0, text.lastIndexOf('\n', start) + 1);
  const stop = text.indexOf('\n', end);
  const paragraph = { start: from, end: stop === -1 ? text.length : stop };
  const touched = sentenceSpans(text, paragraph).filter((span) => span.start < end && start < span.end);
  return touched.length === 0 ? { start, end } : { start: touched[0]!.start, end: touched.at(-1)!.end };
}

const wordsOf = (sentence: string, language: string | null): ReadonlySet<string> =>
  new Set(
    significantTokens(sentence, language)
      .filter(({ word }) => !/^\p{N}/u.test(word) && unitsNamed(word).size === 0)
      .map(({ term }) => term),
  );

/** The number as written, with the word for its unit. */
function valueOf(sentence: string, { start, end, units }: NumberFact): string {
  const sign = /(?:US\$|[$€£¥])\s?$/u.exec(sentence.slice(Math.max(0, start - 4), start))?.[0] ?? '';
  const unit =
    units.length > 0 && sign === '' ? (/^[\s\u00a0-]?[^\s,.;:()]+/u.exec(sentence.slice(end))?.[0] ?? '') : '';
  return `${sign}${sentence.slice(start, end)}${unit}`.trim();
}

function contradiction(stated: Statement, source: StatedSource, said: ReadonlySet<number>): Statement[] {
  const same = statementsIn(source, source.spans).filter(
    (other) => other.kind === stated.kind && speakOfTheSame(stated.words, other.words),
  );
  const agrees = same.some(({ number }) => number.values.some((value) => stated.number.values.includes(value)));
  const first = same[0];
  if (agrees || first === undefined || first.number.values.some((value) => said.has(value))) return [];
  return [first];
}

function speakOfTheSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared >= MIN_SHARED_WORDS && shared / Math.min(a.size, b.size) >= MIN_SHARED;
}
