import type { JSX } from 'preact';
import type { ActionStep } from '../../contracts/run.js';
import type { ShownRun } from '../client.js';
import { countOf } from '../format.js';

const OUTCOME_WORDS: Record<NonNullable<ActionStep['outcome']>, string> = {
  done: 'done',
  not_done: 'not done',
  unknown: 'not known',
  refused: 'refused',
  needs_approval: 'waits for approval',
};

/** What an action saw and did, step by step: the audit trail, screenshots first. */
export function FilmStrip({ view }: { view: ShownRun }): JSX.Element | null {
  const { action } = view;
  if (action === null) return null;
  const calls = action.mode === 'replay' ? 'replayed without a model' : countOf(action.model_calls, 'decision');
  return (
    <section class="film" aria-labelledby="film-title">
      <h2 id="film-title">What was done</h2>
      <p class="film-meta">
        on {action.site}, {calls}
        {view.finished_at !== null && (
          <>
            {' · '}
            <a href={`/runs/${view.run_id}/export`} download>
              download all of it
            </a>
          </>
        )}
      </p>
      <ol class="film-steps">
        {action.steps.map((step) => (
          <Frame key={step.n} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Frame({ step }: { step: ActionStep }): JSX.Element {
  const { n, screenshot, title, url, action, target, reason, element, outcome, detail } = step;
  const what = action === null ? 'looking' : [action, target === null ? '' : `\u201c${target}\u201d`].join(' ').trim();
  return (
    <li class={`film-step film-${outcome ?? 'open'}`}>
      {screenshot === null ? (
        <div class="film-blank">no picture</div>
      ) : (
        <a href={screenshot} target="_blank" rel="noopener noreferrer">
          <img src={screenshot} alt={`Step ${n}: ${title || url}`} loading="lazy" width="320" height="225" />
        </a>
      )}
      <p class="film-what">
        <span class="film-n">{n}</span> {what}
        {outcome !== null && <span class="film-outcome"> {OUTCOME_WORDS[outcome]}</span>}
      </p>
      {detail !== null && <p class="film-detail">{detail}</p>}
      <details>
        <summary>Why, and on what</summary>
        <dl>
          {reason !== null && <Fact name="reason" value={reason} />}
          {element !== null && (
            <Fact name="element" value={`${element}${step.found === null ? '' : `, found by ${step.found}`}`} />
          )}
          {step.layer !== null && <Fact name="refused by" value={`the guard’s layer “${step.layer}”`} />}
          {step.appeared.length > 0 && <Fact name="appeared" value={step.appeared.join(' · ')} />}
          {step.candidates.length > 0 && (
            <Fact
              name="candidates"
              value={step.candidates.map(({ label, score }) => `${label} (${score})`).join(', ')}
            />
          )}
          <Fact name="page" value={url} />
        </dl>
      </details>
    </li>
  );
}

const Fact = ({ name, value }: { name: string; value: string }): JSX.Element => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
