import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { AnswerSentence, Quote, Source } from '../../contracts/run.js';
import type { ShownRun } from '../client.js';
import { Icon } from '../icons.js';
import { CitationCard, useCitationCard, type CitationControl } from './citation-card.js';

/** The sentences with their numbers; one card at a time shows a number's quotes where they stand. */
export function CitedSentences({ view }: { view: ShownRun }): JSX.Element {
  const container = useRef<HTMLDivElement>(null);
  const control = useCitationCard(container);
  const passages = view.answered_by.mode === 'extractive';
  return (
    <div class="cited" ref={container}>
      {paragraphsOf(view.sentences, passages).map(({ kind, sentences }, index) => {
        const content = sentences.map(({ sentence, at }) => (
          <Sentence key={at} sentence={sentence} at={at} view={view} control={control} />
        ));
        if (kind === 'passage') return <blockquote key={index}>{content}</blockquote>;
        return kind === 'item' ? (
          <ul key={index}>
            <li>{content}</li>
          </ul>
        ) : (
          <p key={index}>{content}</p>
        );
      })}
      {control.open !== null && <CitationCard control={control} container={container} />}
    </div>
  );
}

interface Paragraph {
  readonly kind: 'prose' | 'item' | 'passage';
  readonly sentences: { readonly sentence: AnswerSentence; readonly at: number }[];
}

const LIST_MARK = /^\s*(?:[-*•]|\d+[.)])\s+/;

/** Passages stand alone; a model's sentences run on until one opens a paragraph or a list item. */
function paragraphsOf(sentences: readonly AnswerSentence[], passages: boolean): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  sentences.forEach((sentence, at) => {
    const kind =
      passages && sentence.citations.length > 0 ? 'passage' : LIST_MARK.test(sentence.text) ? 'item' : 'prose';
    const last = paragraphs.at(-1);
    const runsOn = !passages && last !== undefined && kind === 'prose' && !sentence.text.startsWith('\n\n');
    if (runsOn) last.sentences.push({ sentence, at });
    else paragraphs.push({ kind, sentences: [{ sentence, at }] });
  });
  return paragraphs;
}

interface SentenceProps {
  readonly sentence: AnswerSentence;
  readonly at: number;
  readonly view: ShownRun;
  readonly control: CitationControl;
}

function Sentence({ sentence, at, view, control }: SentenceProps): JSX.Element {
  const text = sentence.text.replace(LIST_MARK, '').trim();
  const [beginning, lastWord] = splitLastWord(text);
  const cited = citedSources(sentence, view.sources);
  // Between passages only code speaks, to introduce them: there is nothing in it to support.
  const framing = view.answered_by.mode === 'extractive' && sentence.citations.length === 0;
  const doubtful = sentence.verdict !== 'supported' && !framing;
  return (
    <span class="sentence">
      <span class={doubtful ? 'unsupported' : undefined}>{beginning}</span>
      <span class="glued">
        <span class={doubtful ? 'unsupported' : undefined}>{lastWord}</span>
        {cited.map((source) => (
          <CitationNumber key={source.n} id={`cite-${at}-${source.n}`} source={source} control={control} />
        ))}
      </span>
      {doubtful && <Doubt verdict={sentence.verdict} />}{' '}
    </span>
  );
}

/** The last word keeps the numbers with it: none starts a line of its own. Scripts without spaces are left whole. */
function splitLastWord(text: string): [string, string] {
  const lastWord = /\S{1,24}$/.exec(text)?.[0] ?? '';
  const whole = lastWord.length === text.length || !/\s$/.test(text.slice(0, -lastWord.length));
  return whole ? [text, ''] : [text.slice(0, -lastWord.length), lastWord];
}

/** Says in words what its style says to the eye. */
const Doubt = ({ verdict }: { verdict: AnswerSentence['verdict'] }): JSX.Element => (
  <span class="doubt">
    <Icon name="warning" />
    {verdict === 'dropped_citation' ? 'its quote was not found' : 'no quote supports this'}
  </span>
);

/** Each source a sentence cites, once, with the quotes it is cited for. */
function citedSources(sentence: AnswerSentence, sources: readonly Source[]): Source[] {
  const numbers = [...new Set(sentence.citations.map(({ source }) => source))];
  return numbers.flatMap((n) => {
    const source = sources.find((candidate) => candidate.n === n);
    if (source === undefined) return [];
    const cited = new Set(sentence.citations.filter((citation) => citation.source === n).map(({ quote }) => quote));
    return [{ ...source, quotes: [...cited].map((text) => quoteOf(source, text)) }];
  });
}

/** The quote in its context; bare where the source does not list it. */
const quoteOf = (source: Source, text: string): Quote =>
  source.quotes.find((quote) => quote.text === text) ?? {
    text,
    start: 0,
    end: 0,
    before: '',
    after: '',
    link: source.url,
  };

interface NumberProps {
  readonly id: string;
  readonly source: Source;
  readonly control: CitationControl;
}

function CitationNumber({ id, source, control }: NumberProps): JSX.Element {
  const open = control.open?.id === id;
  return (
    <button
      type="button"
      id={id}
      class="cite"
      aria-label={`Source ${source.n}: ${source.title}`}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? 'citation-card' : undefined}
      {...control.handlersFor(id, source)}
    >
      {source.n}
    </button>
  );
}
