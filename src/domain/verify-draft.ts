/**
 * The quote contract: a sentence of a model counts only as far as code finds its quotes in the stored pages, and its
 * numbers, dates, names and units in those quotes. Nothing else that a model says of its sources is believed.
 */
import type { Verdict } from '../contracts/run.js';
import { cleanSentence } from './clean-sentence.js';
import { datesIn, dateStands, timesIn, weekdaysIn, type DateFact } from './dates.js';
import { fold } from './fold.js';
import { detectLanguage } from './language.js';
import type { DraftCitation, DraftSentence, ModelDraft } from './model-json.js';
import { comparedWords, namesIn, nameStands } from './names.js';
import { numbersIn, type NumberFact } from './numbers.js';
import { createQuoteFinder, type QuoteFinder } from './quotes.js';
import type { Span } from './sentences.js';
import { significantTokens, tokenise } from './tokenise.js';
import { unitsNamed } from './units.js';

export interface VerifiableSource {
  /** as the model was given it */
  readonly n: number;
  /** the whole text of the stored page */
  readonly text: string;
  readonly title: string;
  readonly language: string | null;
}

export interface CheckedCitation {
  readonly source: number;
  /** where the quote stands in the page; a quote with an ellipsis gives one for each part */
  readonly span: Span;
}

/** What kept a sentence from being supported. */
export type Shortcoming = 'uncited' | 'quote' | 'number' | 'unit' | 'date' | 'name' | 'unrelated';

export interface CheckedSentence {
  /** without addresses and mark-up */
  readonly text: string;
  readonly verdict: Verdict;
  readonly citations: readonly CheckedCitation[];
  readonly lacks: Shortcoming | null;
}

export interface CheckedDraft {
  readonly sentences: readonly CheckedSentence[];
  /** numbers, dates and times of day that were looked for in quotes */
  readonly numbersChecked: number;
  /** quotes that were not found, and sources that were not there */
  readonly citationsDropped: number;
}

/**
 * So much of what a sentence says has to be said by its quotes, the title of their page or the question; words, stemmed,
 * without numbers and units. Good paraphrases share half and more; a sentence that has nothing to do with what it cites
 * shares next to nothing.
 */
const MIN_SHARED = 1 / 3;

export interface VerifyOptions {
  readonly sources: readonly VerifiableSource[];
  readonly question: string;
  /** of the answer, BCP 47 primary subtag */
  readonly language: string;
}

export function verifyDraft(draft: ModelDraft, { sources, question, language }: VerifyOptions): CheckedDraft {
  const finders = new Map<number, QuoteFinder>();
  const byNumber = new Map(sources.map((source) => [source.n, source]));
  const finderOf = (source: VerifiableSource): QuoteFinder => {
    const known = finders.get(source.n) ?? createQuoteFinder(source.text);
    finders.set(source.n, known);
    return known;
  };
  const locate = ({ source: n, quote }: DraftCitation): CheckedCitation[] => {
    const source = byNumber.get(n);
    const spans = source === undefined ? null : finderOf(source).find(quote);
    return (spans ?? []).map((span) => ({ source: n, span }));
  };
  let numbersChecked = 0;
  let citationsDropped = 0;
  const said = new Set<string>();
  const sentences = draft.sentences.flatMap((sentence): CheckedSentence[] => {
    const located = sentence.citations.map(locate);
    citationsDropped += located.filter((spans) => spans.length === 0).length;
    const citations = unique(located.flat());
    const evidence = evidenceOf(citations, byNumber, question);
    const { checked, numbers } = check(sentence, citations, evidence, language);
    numbersChecked += numbers;
    const key = fold(checked.text);
    if (!/[\p{L}\p{N}]/u.test(key) || said.has(key)) return [];
    said.add(key);
    return [checked];
  });
  return { sentences, numbersChecked, citationsDropped };
}

function unique(citations: readonly CheckedCitation[]): CheckedCitation[] {
  return [...new Map(citations.map((one) => [`${one.source} ${one.span.start} ${one.span.end}`, one])).values()];
}

/** What a sentence's quotes say, read once. */
interface Evidence {
  readonly quoted: string;
  readonly titles: string;
  readonly question: string;
  /** of the quotes */
  readonly language: string;
}

function evidenceOf(
  citations: readonly CheckedCitation[],
  sources: ReadonlyMap<number, VerifiableSource>,
  question: string,
): Evidence {
  const cited = [...new Set(citations.map(({ source }) => source))].map((n) => sources.get(n)!);
  const quoted = citations.map(({ source, span }) => sources.get(source)!.text.slice(span.start, span.end)).join('\n');
  const language = cited.find((source) => source.language !== null)?.language ?? detectLanguage(quoted);
  return { quoted, titles: cited.map(({ title }) => title).join('\n'), question, language };
}

function check(
  { text, citations: cited }: DraftSentence,
  citations: readonly CheckedCitation[],
  evidence: Evidence,
  language: string,
): { checked: CheckedSentence; numbers: number } {
  const clean = cleanSentence(text, evidence.quoted);
  const judged = (verdict: Verdict, lacks: Shortcoming | null): CheckedSentence => ({
    text: clean,
    verdict,
    citations: verdict === 'supported' ? citations : [],
    lacks,
  });
  if (cited.length === 0) return { checked: judged('unsupported', 'uncited'), numbers: 0 };
  if (citations.length === 0) return { checked: judged('dropped_citation', 'quote'), numbers: 0 };
  const { lacks, numbers } = shortcoming(clean, evidence, language);
  return { checked: judged(lacks === null ? 'supported' : 'unsupported', lacks), numbers };
}

function shortcoming(
  text: string,
  evidence: Evidence,
  language: string,
): { lacks: Shortcoming | null; numbers: number } {
  const dates = datesIn(text);
  const times = timesIn(text).filter((time) => !within(time, dates));
  const numbers = numbersIn(text, language).filter((number) => !within(number, [...dates, ...times]));
  const lacks =
    datesLack(text, dates, evidence) ??
    timesLack(times, evidence) ??
    numbersLack(numbers, evidence) ??
    namesLack(text, evidence, language) ??
    unrelated(text, evidence, language);
  return { lacks, numbers: dates.length + times.length + numbers.length };
}

const within = (fact: Span, others: readonly Span[]): boolean =>
  others.some(({ start, end }) => fact.start < end && start < fact.end);

function datesLack(text: string, dates: readonly DateFact[], { quoted }: Evidence): Shortcoming | null {
  const quotedDays = weekdaysIn(quoted);
  if ([...weekdaysIn(text)].some((day) => !quotedDays.has(day))) return 'date';
  if (dates.length === 0) return null;
  const quotedDates = datesIn(quoted);
  const years = new Set(numbersIn(quoted, null).flatMap(({ values }) => values));
  return dates.every((date) => dateStands(date, quotedDates, years)) ? null : 'date';
}

function timesLack(times: readonly { minutes: readonly number[] }[], { quoted }: Evidence): Shortcoming | null {
  if (times.length === 0) return null;
  const stands = new Set(timesIn(quoted).flatMap(({ minutes }) => minutes));
  return times.every(({ minutes }) => minutes.some((minute) => stands.has(minute))) ? null : 'date';
}

function numbersLack(numbers: readonly NumberFact[], { quoted }: Evidence): Shortcoming | null {
  if (numbers.length === 0) return null;
  const stands = [...numbersIn(quoted, null), ...romanNumbers(quoted)];
  const named = unitsNamed(quoted);
  for (const number of numbers) {
    const same = stands.filter(
      (other) => number.values.some((value) => other.values.includes(value)) || copied(number, other),
    );
    if (same.length === 0) return 'number';
    const { units } = number;
    const fits = same.some((other) =>
      other.units.length > 0 ? other.units.some((unit) => units.includes(unit)) : units.some((unit) => named.has(unit)),
    );
    if (units.length > 0 && !fits) return 'unit';
  }
  return null;
}

/** As it stands in the source, in the manner of writing of the source's language. */
const copied = (a: NumberFact, b: NumberFact): boolean => !a.inWords && a.text === b.text;

/** Centuries and kings: "XIXe siècle" holds 19. */
function romanNumbers(text: string): NumberFact[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])[IVXLC]{1,8}(?=(?:e|er|ème|º|ª|th|st|nd|rd)?(?![\p{L}\p{N}]))/gu)].flatMap(
    ({ 0: written, index }) => {
      const value = romanValue(written);
      return value === null
        ? []
        : [{ text: written, start: index, end: index + written.length, values: [value], units: [], inWords: false }];
    },
  );
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function romanValue(written: string): number | null {
  const digits = [...written].map((letter) => ROMAN[letter]!);
  const value = digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
  return value > 0 && value < 100 ? value : null;
}

/** Names are compared where quote and answer are in one language: others spell them their own way. */
function namesLack(text: string, evidence: Evidence, language: string): Shortcoming | null {
  if (evidence.language !== language) return null;
  const words = comparedWords(`${evidence.quoted}\n${evidence.titles}`);
  return namesIn(text, language).every((name) => nameStands(name, words, language)) ? null : 'name';
}

function unrelated(text: string, evidence: Evidence, language: string): Shortcoming | null {
  if (evidence.language !== language) return null;
  const held = new Set(
    tokenise(`${evidence.quoted}\n${evidence.titles}\n${evidence.question}`, language).map(({ term }) => term),
  );
  const said = significantTokens(text, language).filter(
    ({ word }) => !/^\p{N}/u.test(word) && unitsNamed(word).size === 0,
  );
  if (said.length === 0) return null;
  const shared = said.filter(({ term }) => held.has(term) || partOf(term, held)).length;
  return shared / said.length >= MIN_SHARED ? null : 'unrelated';
}

/** German and its like: "Leuchtturm" is said by "Turm". */
const partOf = (term: string, held: ReadonlySet<string>): boolean =>
  term.length >= 5 && [...held].some((other) => other.length >= 4 && (term.endsWith(other) || other.endsWith(term)));
