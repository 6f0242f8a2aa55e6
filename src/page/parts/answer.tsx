import type { JSX } from 'preact';
import type { ShownRun } from '../client.js';
import { countOf, formatUsd } from '../format.js';
import { AnswerTools } from './answer-tools.js';
import { CitedSentences } from './cited-sentences.js';
import { GateForm } from './gate-form.js';
import { Notice } from './notice.js';
import { PartialResults, SourcesUsed } from './source-lists.js';

/** The answer in a readable measure, what was checked of it, and where it comes from. */
export function Answer({ view }: { view: ShownRun }): JSX.Element {
  const there = view.answer !== null;
  return (
    <section
      class={view.pending_input === null ? 'answer' : 'answer answer-waits'}
      aria-labelledby="answer-heading"
      aria-busy={!there}
    >
      <div class="section-head">
        <h2 id="answer-heading">{headingOf(view)}</h2>
        {there && <AnswerTools view={view} />}
      </div>
      <Standing view={view} />
      {there && <AnswerBody view={view} />}
      {!there && view.pending_input === null && <p class="empty">{expectationOf(view)}</p>}
      {view.warnings.map((warning) => (
        <Notice key={warning}>{warning}</Notice>
      ))}
    </section>
  );
}

/** What stands between this run and its answer, if anything: said in the answer's place, so that nothing else moves. */
function Standing({ view }: { view: ShownRun }): JSX.Element | null {
  const { pending_input: pending, reason } = view;
  if (pending !== null) return <GateForm runId={view.run_id} gate={pending} />;
  if (view.finished_at === null || view.overall_status === 'succeeded' || reason === null) return null;
  // Said already: by an answer that code composed, and by the list of what could not be read.
  const said = view.answered_by.mode === 'code' || reason.code === 'partial_sources';
  return said ? null : <Notice>{reason.message}</Notice>;
}

const headingOf = (view: ShownRun): string =>
  view.answered_by.mode === 'extractive' && view.sentences.length > 0 ? 'Closest passages' : 'Answer';

function expectationOf(view: ShownRun): string {
  if (view.finished_at !== null) return 'This run ended without an answer.';
  return view.overall_status === 'paused'
    ? 'Paused. Nothing is lost, and nothing is done until you continue.'
    : 'It comes here once every quote has been found again in the pages read.';
}

function AnswerBody({ view }: { view: ShownRun }): JSX.Element {
  const language = view.language ?? undefined;
  return (
    <>
      <div class="answer-text" lang={language}>
        {view.sentences.length > 0 ? <CitedSentences view={view} /> : <Prose text={view.answer_text ?? ''} />}
      </div>
      <p class="verification">{verificationOf(view)}</p>
      <SourcesUsed view={view} />
      <PartialResults view={view} />
    </>
  );
}

/** Text that code composed: paragraphs, nothing else. */
const Prose = ({ text }: { text: string }): JSX.Element => (
  <>
    {text
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
  </>
);

function verificationOf(view: ShownRun): string {
  const { sentences, supported, dropped, numbers_checked: numbers } = view.verification;
  const checked =
    sentences === 0
      ? []
      : [
          [
            countOf(sentences, 'sentence'),
            `${supported} supported by quotes`,
            ...(dropped > 0 ? [`${dropped} dropped`] : []),
            ...(numbers > 0 ? [`${countOf(numbers, 'number')} checked`] : []),
          ].join(', '),
        ];
  const { sources_attempted: tried } = view;
  const read = tried === 0 ? 'no source was read' : `${view.sources_succeeded} of ${countOf(tried, 'source')} read`;
  const cost = view.usage.model_calls > 0 ? [formatUsd(view.usage.usd)] : [];
  return [...checked, read, ...cost, ...answeredBy(view)].join(' · ');
}

function answeredBy({ answered_by: { mode, model } }: ShownRun): string[] {
  switch (mode) {
    case 'model':
      return [`answered by ${model ?? 'a model'}`];
    case 'extractive':
      return ['quoted as found, no model used'];
    case 'code':
      return ['put together by code, no model used'];
    case 'none':
      return [];
  }
}
