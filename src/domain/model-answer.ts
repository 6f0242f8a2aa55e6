/** The answer that a model drafted, as code lets it stand: supported sentences, numbered sources, footers. */
import type { EngineReport } from '../contracts/activities.js';
import type { AnswerSentence, DraftedAnswer, PageAttempt, Quote, Source, Usage } from '../contracts/run.js';
import type { StoredPage } from '../ports/page-store.js';
import { findConflicts, type Claim } from './conflicts.js';
import { composeEndedAnswer, hostOf, joined, partialFooter, sourcesFooter } from './footers.js';
import { modelWords } from './model-words.js';
import { cutWords, oneLine, quoteInPage, shown } from './quote-in-page.js';
import type { Span } from './sentences.js';
import { spoken } from './spoken.js';
import type { CheckedDraft, CheckedSentence } from './verify-draft.js';

export interface AnswerSource {
  /** as the model was given it */
  readonly n: number;
  readonly page: StoredPage;
  readonly spans: readonly Span[];
  readonly score: number;
}

export interface ModelAnswerInput {
  readonly checked: CheckedDraft;
  readonly sources: readonly AnswerSource[];
  readonly language: string;
  readonly attempts: readonly PageAttempt[];
  /** as the endpoint names it */
  readonly model: string;
  readonly usage: Usage;
}

const MAX_SNIPPET = 300;
const MAX_TITLE = 80;

/** Numbers sources by first use, and keeps each quote of a source once. */
class SourceList {
  private readonly listed = new Map<number, { source: Omit<Source, 'quotes'>; quotes: Quote[] }>();

  constructor(private readonly given: ReadonlyMap<number, AnswerSource>) {}

  cite(n: number, span: Span): { source: number; quote: string } {
    const { page, score } = this.given.get(n)!;
    const quote = quoteInPage(page, span);
    const entry = this.listed.get(n) ?? { source: sourceOf(page, this.listed.size + 1, score, quote), quotes: [] };
    this.listed.set(n, entry);
    if (!entry.quotes.some(({ start, end }) => start === span.start && end === span.end)) entry.quotes.push(quote);
    return { source: entry.source.n, quote: quote.text };
  }

  get sources(): Source[] {
    return [...this.listed.values()].map(({ source, quotes }) => ({ ...source, quotes }));
  }
}

function sourceOf(page: StoredPage, n: number, score: number, quote: Quote): Omit<Source, 'quotes'> {
  return {
    n,
    url: page.finalUrl,
    title: titleOf(page),
    snippet: cutWords(shown(quote.text), MAX_SNIPPET),
    score: Math.round(score * 1_000) / 1_000,
    retrieved_at: page.retrievedAt,
    published_at: page.publishedAt,
  };
}

const titleOf = (page: StoredPage): string => oneLine(page.title ?? '') || hostOf(page.finalUrl);

/** What is not supported stays in `sentences` with its verdict, and out of the answer. */
export function composeModelAnswer({
  checked,
  sources,
  language,
  attempts,
  model,
  usage,
}: ModelAnswerInput): DraftedAnswer {
  const given = new Map(sources.map((source) => [source.n, source]));
  const list = new SourceList(given);
  const sentences = checked.sentences.map(({ text, verdict, citations }): AnswerSentence => ({
    text,
    verdict,
    citations: citations.map(({ source, span }) => list.cite(source, span)),
  }));
  const conflicts = conflictSentences(checked.sentences, { sources, given, language, list });
  const standing = [...sentences.filter(({ verdict }) => verdict === 'supported'), ...conflicts];
  const supported = standing.length - conflicts.length;
  return {
    answer: joined(prose(standing), sourcesFooter(list.sources), partialFooter(attempts)),
    answer_text: spoken(standing.map(({ text }) => text).join(' ')),
    answered_by: { mode: 'model', model },
    sentences: [...sentences, ...conflicts],
    verification: {
      sentences: sentences.length,
      supported,
      dropped: sentences.length - supported,
      numbers_checked: checked.numbersChecked,
    },
    sources: list.sources,
    usage,
    found: supported > 0,
  };
}

/** One paragraph with numbers; items of a list stand on lines of their own. */
function prose(sentences: readonly AnswerSentence[]): string {
  return sentences
    .map(({ text, citations }) => {
      const marks = [...new Set(citations.map(({ source }) => source))].map((n) => `[${n}]`).join('');
      return `${/^[-*•]\s/u.test(text) ? '\n' : ' '}${text} ${marks}`;
    })
    .join('')
    .trim();
}

interface ConflictContext {
  readonly sources: readonly AnswerSource[];
  readonly given: ReadonlyMap<number, AnswerSource>;
  readonly language: string;
  readonly list: SourceList;
}

function conflictSentences(checked: readonly CheckedSentence[], context: ConflictContext): AnswerSentence[] {
  const { sources, given, language, list } = context;
  const stated = sources.map(({ n, page, spans }) => ({ n, spans, text: page.text, language: page.language }));
  const words = modelWords(language);
  const inWords = ({ source, value }: Claim): string => {
    const { page } = given.get(source)!;
    const day = /^\d{4}(?:-\d{2}){0,2}/u.exec(page.publishedAt ?? '')?.[0];
    const title = `“${cutWords(titleOf(page).replaceAll('](', '] ('), MAX_TITLE)}”`;
    return `${value} (${day === undefined ? title : `${title}, ${words.published(day)}`})`;
  };
  const supported = checked.filter(({ verdict }) => verdict === 'supported');
  return findConflicts(supported, stated).map(({ stated: first, others }) => {
    const claims = [first, ...others];
    return {
      text: words.conflict(claims.map(inWords).join('; ')),
      verdict: 'supported',
      citations: claims.map(({ source, span }) => list.cite(source, span)),
    };
  });
}

export interface NotFoundInput {
  readonly language: string;
  readonly attempts: readonly PageAttempt[];
  readonly searched: readonly EngineReport[];
  readonly model: string;
  readonly usage: Usage;
}

/** The model says that the sources do not hold the answer: said plainly, with what was read. Nothing overrides it. */
export function composeNotFound({ language, attempts, searched, model, usage }: NotFoundInput): DraftedAnswer {
  const message = modelWords(language).notFound;
  return {
    ...composeEndedAnswer({ reason: { code: 'not_found_in_sources', message }, attempts, searched }),
    answered_by: { mode: 'model', model },
    sentences: [],
    verification: { sentences: 0, supported: 0, dropped: 0, numbers_checked: 0 },
    sources: [],
    usage,
    found: false,
  };
}
