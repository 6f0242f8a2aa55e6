/** How likely a sentence is to answer a question, by words alone. Weights fitted by `bench/fit-extractive.ts`. */
import type { ChunkHit } from '../ports/chunk-index.js';
import type { StoredPage } from '../ports/page-store.js';
import { asksForByline } from './bylines.js';
import { expectedAnswer, holdsAnswer } from './expected-answer.js';
import { passageAt, unitsOf, type Unit } from './passage-units.js';
import type { Span } from './sentences.js';
import { significantTokens, tokenise } from './tokenise.js';

/** A significant word of the question, in every form that the pages' languages give it. */
export interface QuestionTerm {
  /** as the question has it */
  readonly surface: string;
  readonly terms: ReadonlySet<string>;
  /** a pair of letters of a longer word that is a term too */
  readonly part: boolean;
  readonly start: number;
  readonly end: number;
}

export interface Candidate extends Span {
  readonly page: StoredPage;
  /** positions of its first and last unit among the page's units */
  readonly first: number;
  readonly last: number;
  /** score of the best passage that holds it, over the best of all; 0 to 1 */
  readonly passageScore: number;
  readonly features: readonly number[];
  readonly score: number;
}

export const FEATURES = [
  'coverage',
  'coverageBefore',
  'coverageAfter',
  'coverageHeading',
  'coverageTitle',
  'partial',
  'pairs',
  'passageScore',
  'holdsExpected',
  'followsQuestion',
  'isHeading',
  'isShort',
  'isLong',
  'isList',
  'early',
  'density',
  'pageScore',
] as const;

/** In the order of FEATURES; `npm run bench:fit-extractive` makes and prints them. */
export const WEIGHTS: readonly number[] = [
  6.39, 7.8, 4.58, 7.09, 7.55, 8.58, -2.13, 4.81, 1.9, 4.2, 0.49, -0.16, 0.3, 0.74, 1.04, 26.73, 1.22,
];

/** The question's significant words, each with its forms in the languages given. */
export function termsOfQuestion(
  question: string,
  language: string,
  pageLanguages: readonly (string | null)[],
): QuestionTerm[] {
  const others = [...new Set(pageLanguages)].map((other) => formsBySpan(question, other));
  const seen = new Set<string>();
  return significantTokens(question, language).flatMap(({ term, start, end, part = false }) => {
    if (seen.has(term)) return [];
    seen.add(term);
    const forms = others.map((forms) => forms.get(`${start}-${end}`) ?? term);
    return [{ surface: question.slice(start, end), terms: new Set([term, ...forms]), part, start, end }];
  });
}

function formsBySpan(question: string, language: string | null): Map<string, string> {
  return new Map(tokenise(question, language).map(({ term, start, end }) => [`${start}-${end}`, term]));
}

interface PageUnits {
  readonly page: StoredPage;
  readonly units: readonly Unit[];
  readonly words: (position: number) => ReadonlySet<string>;
  readonly ordered: (position: number) => readonly string[];
  readonly title: ReadonlySet<string>;
}

/** Every sentence of the passages found, best first. */
export function rankSentences(input: {
  readonly question: string;
  readonly terms: readonly QuestionTerm[];
  readonly hits: readonly ChunkHit[];
  readonly pages: readonly StoredPage[];
  /** other weights, for fitting them */
  readonly weights?: readonly number[];
}): Candidate[] {
  const { hits, pages, terms, question, weights = WEIGHTS } = input;
  const best = Math.max(...hits.map((hit) => hit.score), Number.MIN_VALUE);
  const scores = new Map(pages.map(({ pageId }) => [pageId, pageScore(hits, pageId)]));
  const bestPage = Math.max(...scores.values(), Number.MIN_VALUE);
  const held = pages.flatMap((page) => {
    const own = hits.filter((hit) => hit.pageId === page.pageId);
    return own.length === 0 ? [] : [{ page: wordsOfPage(page), found: unitsInHits(page, own, best) }];
  });
  const weigh = inverseFrequencies(
    terms,
    held.flatMap(({ page, found }) => [...found.keys()].map((at) => page.words(at))),
  );
  const kind = expectedAnswer(question);
  const aboutWriting = asksForByline(question);
  return held
    .flatMap(({ page, found }) => {
      const units = aboutWriting ? page.units.map((unit) => ({ ...unit, byline: false })) : page.units;
      const answering = [...found].filter(([position]) => !units[position]!.byline);
      return answering.map(([position, passageScore]) => {
        const { first, last } = passageAt(page.page.text, units, position);
        const features = featuresOf({
          page,
          first,
          last,
          passageScore,
          pageScore: scores.get(page.page.pageId)! / bestPage,
          terms,
          weigh,
          kind,
        });
        const score = features.reduce((sum, value, index) => sum + value * weights[index]!, 0);
        const { start } = page.units[first]!;
        return { page: page.page, start, end: page.units[last]!.end, first, last, passageScore, features, score };
      });
    })
    .sort((a, b) => b.score - a.score || a.start - b.start);
}

/** A page is as good as its three best passages. */
function pageScore(hits: readonly ChunkHit[], pageId: string): number {
  const scores = hits.filter((hit) => hit.pageId === pageId).map((hit) => hit.score);
  return scores.slice(0, 3).reduce((sum, score) => sum + score, 0);
}

const unitsByPage = new WeakMap<StoredPage, readonly Unit[]>();
/** A page's units, taken apart once. */
export function unitsOfPage(page: StoredPage): readonly Unit[] {
  const known = unitsByPage.get(page);
  if (known) return known;
  const units = unitsOf(page.text);
  unitsByPage.set(page, units);
  return units;
}

function wordsOfPage(page: StoredPage): PageUnits {
  const units = unitsOfPage(page);
  const orderedAt = new Map<number, readonly string[]>();
  const setAt = new Map<number, ReadonlySet<string>>();
  const ordered = (position: number): readonly string[] => {
    const unit = units[position];
    if (!unit) return [];
    const known = orderedAt.get(position);
    if (known) return known;
    const made = tokenise(page.text.slice(unit.start, unit.end), page.language).map(({ term }) => term);
    orderedAt.set(position, made);
    return made;
  };
  const words = (position: number): ReadonlySet<string> => {
    const known = setAt.get(position);
    if (known) return known;
    const made = new Set(ordered(position));
    setAt.set(position, made);
    return made;
  };
  return {
    page,
    units,
    words,
    ordered,
    title: new Set(tokenise(page.title ?? '', page.language).map(({ term }) => term)),
  };
}

/** Positions of the units that the passages hold, with the score of the best passage. */
function unitsInHits(page: StoredPage, hits: readonly ChunkHit[], best: number): Map<number, number> {
  const found = new Map<number, number>();
  const units = unitsOfPage(page);
  for (const { start, end, score } of hits) {
    for (let at = firstFrom(units, start); at < units.length && units[at]!.end <= end; at += 1) {
      found.set(at, Math.max(found.get(at) ?? 0, score / best));
    }
  }
  return found;
}

/** The first unit that begins at or after an offset. */
function firstFrom(units: readonly Unit[], offset: number): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** BM25's inverse document frequency, over the sentences at hand. */
function inverseFrequencies(terms: readonly QuestionTerm[], sentences: readonly ReadonlySet<string>[]): number[] {
  return terms.map((term) => {
    const holding = sentences.filter((words) => holds(words, term)).length;
    return Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5));
  });
}

function holds(words: ReadonlySet<string>, { terms }: QuestionTerm): boolean {
  for (const term of terms) if (words.has(term)) return true;
  return false;
}

interface Scored {
  readonly page: PageUnits;
  readonly first: number;
  readonly last: number;
  readonly passageScore: number;
  readonly pageScore: number;
  readonly terms: readonly QuestionTerm[];
  readonly weigh: readonly number[];
  readonly kind: ReturnType<typeof expectedAnswer>;
}

function featuresOf({ page, first, last, passageScore, pageScore, terms, weigh, kind }: Scored): number[] {
  const { units, words } = page;
  const unit = units[first]!;
  const text = page.page.text.slice(unit.start, units[last]!.end);
  const all = weigh.reduce((sum, weight) => sum + weight, 0) || 1;
  const share = (...sets: readonly ReadonlySet<string>[]): number =>
    terms.reduce((sum, term, at) => sum + (sets.some((set) => holds(set, term)) ? weigh[at]! : 0), 0) / all;
  const ordered = range(first, last).flatMap((at) => page.ordered(at));
  const own: ReadonlySet<string> = first === last ? words(first) : new Set(ordered);
  const before = first > 0 && near(units, first, first - 1) ? words(first - 1) : EMPTY;
  const after = near(units, last, last + 1) ? words(last + 1) : EMPTY;
  const heading = unit.heading === null ? EMPTY : words(unit.heading);
  const coverage = share(own);
  const withBefore = share(own, before);
  const withAfter = share(own, before, after);
  const withHeading = share(own, before, after, heading);
  const expected = kind !== null && holdsAnswer(text, kind) ? 1 : 0;
  const previous = units[first - 1];
  return [
    coverage,
    withBefore - coverage,
    withAfter - withBefore,
    withHeading - withAfter,
    share(own, before, after, heading, page.title) - withHeading,
    partial(own, terms, weigh) / all,
    pairs(ordered, terms),
    passageScore,
    expected,
    previous !== undefined && asks(page.page.text.slice(previous.start, previous.end)) ? share(before) : 0,
    units[last]!.kind === 'heading' ? 1 : 0,
    text.length < 40 ? 1 : 0,
    text.length > 300 ? 1 : 0,
    unit.kind === 'list' || unit.kind === 'table' ? 1 : 0,
    1 / (1 + first / 10),
    coverage / Math.log2(8 + own.size),
    pageScore,
  ];
}

const asks = (text: string): boolean => /[?？]["'”’»)]*$/u.test(text);
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const EMPTY: ReadonlySet<string> = new Set();

/** Do two neighbours speak of the same? Of the same block, or the block beside it. */
const near = (units: readonly Unit[], a: number, b: number): boolean => {
  const [first, second] = [units[a], units[b]];
  return first !== undefined && second !== undefined && Math.abs(first.block - second.block) <= 1;
};

/** Words that share most of their beginning with a missing word: "founder" for "foundation". Half a point each. */
function partial(words: ReadonlySet<string>, terms: readonly QuestionTerm[], weigh: readonly number[]): number {
  return terms.reduce((sum, term, at) => {
    if (holds(words, term)) return sum;
    return sum + (hasKin(words, term) ? weigh[at]! / 2 : 0);
  }, 0);
}

function hasKin(words: ReadonlySet<string>, { terms }: QuestionTerm): boolean {
  for (const term of terms) {
    if (term.length < 4) continue;
    const stem = term.slice(0, Math.max(4, Math.ceil(term.length * 0.7)));
    for (const word of words) if (word.startsWith(stem) || (word.length >= 4 && term.startsWith(word))) return true;
  }
  return false;
}

/** How many neighbouring words of the question stand together here, over how many there are. */
function pairs(ordered: readonly string[], terms: readonly QuestionTerm[]): number {
  if (terms.length < 2) return 0;
  let together = 0;
  for (let at = 0; at + 1 < terms.length; at += 1) {
    const [first, second] = [terms[at]!, terms[at + 1]!];
    const place = ordered.findIndex((word, index) => first.terms.has(word) && near2(ordered, index, second));
    if (place !== -1) together += 1;
  }
  return together / (terms.length - 1);
}

const near2 = (ordered: readonly string[], index: number, term: QuestionTerm): boolean =>
  [1, 2, 3].some((step) => term.terms.has(ordered[index + step] ?? ''));
