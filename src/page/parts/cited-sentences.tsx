import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { AnswerSentence, Quote, Source } from '../../contracts/run.js';
import { framingOf, paragraphsOf, type Framing, type ShownSentence } from '../answer-text.js';
import type { ShownRun } from '../client.js';
import { Icon } from '../icons.js';
import { CitationCard, useCitationCard, type CitationControl } from './citation-card.js';

/** The sentences with their numbers; one card at a time shows a number's quotes where they stand. */
export function CitedSentences({ view }: { view: ShownRun }): JSX.Element {
  const container = useRef<HTMLDivElement>(null);
  const control = useCitationCard(container);
  const { before, after } = view.answered_by.mode === 'extractive' ? framingOf(view) : NO_FRAMING;
  return (
    <div class="cited" ref={container}>
      <FramingWords paragraphs={before} />
      {paragraphsOf(view).map(({ kind, sentences }, index) => {
        const content = sentences.map((shown) => (
          <Sentence key={shown.at} shown={shown} sources={view.sources} control={control} />
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
      <FramingWords paragraphs={after} />
      {control.open !== null && <CitationCard control={control} container={container} />}
    </div>
  );
}

const NO_FRAMING: Framing = { before: [], after: [] };

const FramingWords = ({ paragraphs }: { paragraphs: readonly string[] }): JSX.Element => (
  <>
    {paragraphs.map((paragraph) => (
      <p key={paragraph} class="framing">
        {paragraph}
      </p>
    ))}
  </>
);

interface SentenceProps {
  readonly shown: ShownSentence;
  readonly sources: readonly Source[];
  readonly control: CitationControl;
}

function Sentence({ shown: { sentence, text, at }, sources, control }: SentenceProps): JSX.Element {
  const [beginning, lastWord] = splitLastWord(text);
  const cited = citedSources(sentence, sources);
  const doubtful = sentence.verdict !== 'supported';
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
