/**
 * An answer without a model: the passages of the pages read that come closest to the question, verbatim, each with its
 * source and place, shown as passages and not asserted.
 */
import type { AnswerSentence, DraftedAnswer, PageAttempt, Quote, Source } from '../contracts/run.js';
import type { ChunkHit } from '../ports/chunk-index.js';
import type { StoredPage } from '../ports/page-store.js';
import { estimateTokens } from './chunking.js';
import { rankSentences, termsOfQuestion, type Candidate, type QuestionTerm } from './extractive-scoring.js';
import { hostOf, joined, partialFooter, sourcesFooter } from './footers.js';
import { framingWords } from './framing-words.js';
import { otherForms } from './irregular-verbs.js';
import { cutWords, LINE_MARK, oneLine, quoteInPage, shown } from './quote-in-page.js';
import { selectPassages, type Selected } from './select-passages.js';
import type { Span } from './sentences.js';
import { spoken } from './spoken.js';
import { tokenise } from './tokenise.js';

export interface ExtractiveInput {
  readonly question: string;
  /** BCP 47 primary subtag; the framing words follow it */
  readonly language: string;
  /** the run's passages, best first */
  readonly hits: readonly ChunkHit[];
  /** the run's pages */
  readonly pages: readonly StoredPage[];
  readonly attempts: readonly PageAttempt[];
  /** default 8 */
  readonly maxPassages?: number;
}

const MAX_PASSAGES = 8;
/** A passage that scores less than this share of the best is left out: it would only look like an answer. */
const MIN_SHARE_OF_BEST = 0.7;
/** About so many tokens of a passage are shown, so that an answer stays small in a history whatever its script. */
const MAX_PASSAGE_TOKENS = 110;
/** Other pages that say the same, cited beside the passage. */
const MAX_ECHOES = 2;
const MAX_SNIPPET = 300;
const MAX_MISSING = 4;

/**
 * The best passages, with their titles, hold at least so many of the question's significant words when they answer it. With
 * the rule that no name and no number of the question is missing from every page, 98 % of 197 questions whose page was
 * among the five read pass, and 37 % of 30 questions that no page answers (`npm run bench:retrieval`).
 */
const FOUND_SHARE = 0.5;
/** The share is taken over the best passages. */
const BEST_PASSAGES = 3;

/** Composes the answer. The same input always gives the same answer. */
export function composeExtractive(input: ExtractiveInput): DraftedAnswer {
  const { question, language, hits, pages, attempts } = input;
  const terms = termsOfQuestion(
    question,
    language,
    pages.map((page) => page.language),
  );
  const ranked = rankSentences({ question, terms, hits, pages });
  const floor = (ranked[0]?.score ?? 0) * MIN_SHARE_OF_BEST;
  const selected = selectPassages(
    ranked.filter(({ score }) => score > 0 && score >= floor),
    { max: input.maxPassages ?? MAX_PASSAGES },
  );
  const cited = citePassages(selected);
  const missing = missingWords(terms, pages, question);
  return {
    ...wording({ ...cited, language, missing, attempts }),
    answered_by: { mode: 'extractive', model: null },
    ...cited,
    verification: {
      sentences: cited.sentences.length,
      supported: cited.sentences.length,
      dropped: 0,
      numbers_checked: cited.sentences.reduce((sum, { text }) => sum + numbersIn(text), 0),
    },
    usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 },
    found:
      selected.length > 0 && !missing.some(isNameOf(question, language)) && sharedTerms(terms, selected) >= FOUND_SHARE,
  };
}

interface Cited {
  readonly sentences: AnswerSentence[];
  readonly sources: Source[];
}

/** Sources are numbered by first use; the same quote of a source is kept once. */
function citePassages(selected: readonly Selected[]): Cited {
  const sources = new Map<string, { source: Omit<Source, 'quotes'>; quotes: Quote[] }>();
  const cite = (passage: Candidate): { source: number; quote: string } => {
    const { page } = passage;
    const quote = quoteInPage(page, withinTokens(page.text, passage));
    const entry = sources.get(page.pageId) ?? { source: sourceOf(passage, sources.size + 1), quotes: [] };
    sources.set(page.pageId, entry);
    if (!entry.quotes.some(({ start, end }) => start === quote.start && end === quote.end)) entry.quotes.push(quote);
    return { source: entry.source.n, quote: quote.text };
  };
  const sentences = selected.map(({ passage, echoes }): AnswerSentence => {
    const citation = cite(passage);
    const others = distinctPages(echoes).slice(0, MAX_ECHOES).map(cite);
    return { text: shown(citation.quote), verdict: 'supported', citations: [citation, ...others] };
  });
  return { sentences, sources: [...sources.values()].map(({ source, quotes }) => ({ ...source, quotes })) };
}

const distinctPages = (passages: readonly Candidate[]): Candidate[] =>
  [...new Map([...passages].reverse().map((passage) => [passage.page.pageId, passage])).values()].reverse();

function sourceOf({ page, passageScore, start, end }: Candidate, n: number): Omit<Source, 'quotes'> {
  return {
    n,
    url: page.finalUrl,
    title: oneLine(page.title ?? '') || hostOf(page.finalUrl),
    snippet: cutWords(shown(page.text.slice(start, end)), MAX_SNIPPET),
    score: Math.round(passageScore * 1_000) / 1_000,
    retrieved_at: page.retrievedAt,
    published_at: page.publishedAt,
  };
}

/** The passage, cut at a word when it is longer than what is shown. */
function withinTokens(text: string, { start, end }: Span): Span {
  if (estimateTokens(text.slice(start, end)) <= MAX_PASSAGE_TOKENS) return { start, end };
  let low = start;
  let high = end;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(start, middle)) <= MAX_PASSAGE_TOKENS) low = middle;
    else high = middle - 1;
  }
  const space = /\s\S*$/u.exec(text.slice(start, low));
  const cut = space && space.index > (low - start) / 2 ? start + space.index : low;
  return { start, end: /[\ud800-\udbff]$/.test(text.slice(start, cut)) ? cut - 1 : cut };
}

interface Wording extends Cited {
  readonly language: string;
  readonly missing: readonly string[];
  readonly attempts: readonly PageAttempt[];
}

function wording({ sentences, sources, language, missing, attempts }: Wording): {
  answer: string;
  answer_text: string;
} {
  const words = framingWords(language);
  const opening = sentences.length === 0 ? words.nothing : words.passages;
  const lacking =
    missing.length === 0
      ? ''
      : words.missing(
          missing
            .slice(0, MAX_MISSING)
            .map((word) => `“${word}”`)
            .join(', '),
        );
  const passages = sentences.map(({ text, citations }) => `“${unlinked(text)}” ${marks(citations)}`);
  const titles = new Map(sources.map(({ n, title }) => [n, title]));
  const aloud = sentences.map(({ text, citations }, n) => {
    const source = citations[0]?.source ?? 0;
    // A listener knows whose words these are until another source speaks.
    const goesOn = n > 0 && sentences[n - 1]?.citations[0]?.source === source;
    return `${goesOn ? '' : words.from(titles.get(source) ?? '')} ${text.replaceAll(LINE_MARK, ', ')}${/[.!?…。！？]$/u.test(text) ? '' : '.'}`;
  });
  return {
    answer: joined(opening, ...passages, lacking, sourcesFooter(sources), partialFooter(attempts)),
    answer_text: spoken([opening, ...aloud, lacking].join(' ')),
  };
}

const marks = (citations: AnswerSentence['citations']): string =>
  [...new Set(citations.map(({ source }) => source))].map((n) => `[${n}]`).join('');

/** A page's own Markdown link stays text. */
const unlinked = (text: string): string => text.replaceAll('](', '] (');

const numbersIn = (text: string): number => text.match(/\p{N}+(?:[.,]\p{N}+)*/gu)?.length ?? 0;

/** The question's words that stand in none of the pages, their titles or addresses; in order, as asked. */
function missingWords(terms: readonly QuestionTerm[], pages: readonly StoredPage[], question: string): string[] {
  if (pages.length === 0) return [];
  const known = new Set(
    pages.flatMap((page) =>
      tokenise(`${page.title ?? ''} ${page.finalUrl} ${page.text}`, page.language).map(({ term }) => term),
    ),
  );
  const isKnown = ({ terms: forms, surface }: QuestionTerm): boolean =>
    [...forms].some((form) => known.has(form)) ||
    otherForms(surface).some((form) => tokenise(form, 'en').some(({ term }) => known.has(term)));
  return terms.filter((term) => !isKnown(term) && !isMeasure(question, term)).map(({ surface }) => surface);
}

/** The word that "how" asks by: how long, wie hoch. It names nothing that a page would have to mention. */
const isMeasure = (question: string, { start }: QuestionTerm): boolean =>
  /(?:^|[^\p{L}])(?:how|wie|hoe|hur|hvor)\s+$/iu.test(question.slice(0, start));

/** Names and numbers: what holds a digit, and capitalised words, except at the start and in German, where nouns are too. */
const isNameOf =
  (question: string, language: string) =>
  (word: string): boolean =>
    /\p{N}/u.test(word) || (language !== 'de' && /^\p{Lu}/u.test(word) && !question.trimStart().startsWith(word));

/** The share of the question's words that the best passages hold; 0 to 1. */
function sharedTerms(terms: readonly QuestionTerm[], selected: readonly Selected[]): number {
  const held = new Set(
    selected
      .slice(0, BEST_PASSAGES)
      .map(({ passage }) => passage)
      .flatMap(({ page, start, end }) =>
        tokenise(`${page.title ?? ''} ${page.text.slice(start, end)}`, page.language).map(({ term }) => term),
      ),
  );
  const shared = terms.filter(({ terms: forms }) => [...forms].some((form) => held.has(form)));
  return shared.length / Math.max(1, terms.length);
}
