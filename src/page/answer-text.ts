/** How an answer's sentences stand on the page. Pure. */
import type { AnswerSentence, RunView } from '../contracts/run.js';

export interface Paragraph {
  readonly kind: 'prose' | 'item' | 'passage';
  readonly sentences: readonly ShownSentence[];
}

export interface ShownSentence {
  readonly sentence: AnswerSentence;
  /** without the mark of a list */
  readonly text: string;
  /** its place in the answer, from 0 */
  readonly at: number;
}

const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

/** Passages stand alone; a model's sentences run on until one opens a paragraph or a list item. */
export function paragraphsOf({ sentences, answered_by }: Pick<RunView, 'sentences' | 'answered_by'>): Paragraph[] {
  if (answered_by.mode === 'extractive') {
    return sentences.map((sentence, at) => ({ kind: 'passage', sentences: [{ sentence, text: sentence.text, at }] }));
  }
  const paragraphs: { kind: Paragraph['kind']; sentences: ShownSentence[] }[] = [];
  sentences.forEach((sentence, at) => {
    const kind = LIST_MARK.test(sentence.text) ? 'item' : 'prose';
    const shown = { sentence, text: sentence.text.replace(LIST_MARK, '').trim(), at };
    const last = paragraphs.at(-1);
    if (last === undefined || kind === 'item' || sentence.text.startsWith('\n\n')) {
      paragraphs.push({ kind, sentences: [shown] });
    } else last.sentences.push(shown);
  });
  return paragraphs;
}

/** What code says around the passages it quotes, from the answer's own text. */
export interface Framing {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const CITED = /\[\d+\]$/;
const FOOTER = /^\*\*/;

/**
 * The paragraphs of an extractive answer that are no passage: what introduces them, and what no page mentions. A passage
 * ends in its number; the footers open in bold and are shown as lists of their own.
 */
export function framingOf({ answer }: Pick<RunView, 'answer'>): Framing {
  const paragraphs = (answer ?? '').split(/\n{2,}/).map((paragraph) => paragraph.trim());
  const footer = paragraphs.findIndex((paragraph) => FOOTER.test(paragraph));
  const body = footer === -1 ? paragraphs : paragraphs.slice(0, footer);
  const first = body.findIndex((paragraph) => CITED.test(paragraph));
  const last = body.findLastIndex((paragraph) => CITED.test(paragraph));
  return first === -1 ? { before: [], after: [] } : { before: body.slice(0, first), after: body.slice(last + 1) };
}
