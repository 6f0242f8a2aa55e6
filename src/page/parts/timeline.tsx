import type { JSX } from 'preact';
import type { RunStep } from '../../contracts/run.js';
import type { ShownRun } from '../client.js';
import { countOf, formatDuration } from '../format.js';
import { useNow } from '../hooks.js';
import { Icon, type IconName } from '../icons.js';
import { stagesOf, type StageState } from '../run-stages.js';

const STAGE_ICONS: Record<StageState, IconName> = {
  ahead: 'dot',
  now: 'working',
  done: 'check',
  failed: 'cross',
  left_out: 'dash',
};

const STATE_WORDS: Record<StageState, string> = {
  ahead: 'to come',
  now: 'under way',
  done: 'done',
  failed: 'failed',
  left_out: 'left out',
};

/**
 * The run on one line, with every step behind it.
 * @param lineDown the API cannot be reached at the moment: said in the clock's place, so that nothing moves
 */
export function Timeline({ view, lineDown }: { view: ShownRun; lineDown: boolean }): JSX.Element {
  const open = view.finished_at === null;
  const waiting = view.overall_status === 'paused' || view.overall_status === 'awaiting_human_input';
  return (
    <section class="timeline" aria-label="Progress">
      <ol class="stages">
        {stagesOf(view).map(({ key, state, words }) => (
          <li key={key} class={`stage stage-${state}`}>
            <Icon name={key === 'end' && waiting ? 'pause' : STAGE_ICONS[state]} spin={state === 'now' && !waiting} />
            <span>{words}</span>
            <span class="visually-hidden"> ({STATE_WORDS[state]})</span>
          </li>
        ))}
      </ol>
      <div class="timeline-foot">
        {view.steps.length > 0 && (
          <details class="steps">
            <summary>{open ? 'Steps so far' : countOf(view.steps.length, 'step')}</summary>
            <ol>
              {view.steps.map((step, index) => (
                <StepLine key={index} step={step} />
              ))}
            </ol>
          </details>
        )}
        {open && (lineDown ? <LineDown /> : <Clock since={view.created_at} />)}
      </div>
    </section>
  );
}

const LineDown = (): JSX.Element => (
  <span class="clock" title="The run goes on without this page, which joins it again by itself.">
    <Icon name="warning" /> API is down, trying again
  </span>
);

/** Seconds since the run began: seen, never read aloud. */
function Clock({ since }: { since: string }): JSX.Element {
  const seconds = Math.max(0, Math.floor((useNow(true) - Date.parse(since)) / 1000));
  return (
    <span class="clock" aria-hidden="true">
      {formatDuration(seconds * 1000).replace(/\.\d/, '')}
    </span>
  );
}

const STEP_WORDS: Record<string, string> = {
  classify: 'understand',
  searchWeb: 'search',
  readPage: 'read',
  renderPage: 'read in a browser',
  indexPage: 'cut into passages',
  embedChunks: 'weigh passages by meaning',
  readBehindGate: 'open with your answer',
  signIn: 'sign in',
  recallTask: 'recall how it was done',
  reportOutcome: 'remember how it went',
  draftAnswer: 'draft and check',
  planAction: 'understand the task',
  claimHost: 'find a browser',
  openSession: 'open',
  observe: 'look',
  decide: 'decide',
  act: 'act',
  readJournal: 'look what was done',
  closeSession: 'close the browser',
};

const STEP_STATES: Record<RunStep['status'], string> = {
  scheduled: 'waiting',
  running: 'under way',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

function StepLine({ step }: { step: RunStep }): JSX.Element {
  return (
    <li>
      <span class="step-name">{STEP_WORDS[step.name] ?? step.name}</span>
      <span class="step-detail">{step.detail}</span>
      <span class="step-state">
        {STEP_STATES[step.status]}
        {tookOf(step)}
        {step.attempts > 1 && `, ${countOf(step.attempts, 'attempt')}`}
      </span>
    </li>
  );
}

const tookOf = ({ started_at: from, finished_at: to }: RunStep): string =>
  from === null || to === null ? '' : ` in ${formatDuration(Date.parse(to) - Date.parse(from))}`;
