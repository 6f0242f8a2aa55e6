import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiError, Connection, ShownRun } from '../client.js';
import { formatAge, formatDateTime } from '../format.js';
import { useFrame, useHeadingFocus, useNow, useRun, useTemporalLink, useTitle } from '../hooks.js';
import { Icon } from '../icons.js';
import { Answer } from '../parts/answer.js';
import { FilmStrip } from '../parts/film-strip.js';
import { Notice, Skeleton } from '../parts/notice.js';
import { PageList } from '../parts/page-list.js';
import { RunControls } from '../parts/run-controls.js';
import { StatusMark } from '../parts/run-status.js';
import { Timeline } from '../parts/timeline.js';
import { Link } from '../router.js';
import { announcementOf } from '../run-stages.js';
import { errorSentence, SOURCE_WORDS, STATUS_WORDS } from '../words.js';

/** One run: watched while it works, read when it has ended. */
export function RunScreen({ runId }: { runId: string }): JSX.Element {
  const { view, connection, error, endedBefore } = useRun(runId);
  useTitle(view === null ? 'Run · synthetic' : `${STATUS_WORDS[view.overall_status]}: ${view.question}`);
  useAnnouncements(view);
  if (error !== null) return <Refused error={error} />;
  if (view === null) return <Waiting connection={connection} />;
  return (
    <article class="run">
      <RunHead view={view} />
      <Timeline view={view} lineDown={connection === 'reconnecting'} />
      <div class="run-columns">
        {view.kind === 'action' ? <FilmStrip view={view} /> : <PageList view={view} folded={endedBefore} />}
        <Answer view={view} />
      </div>
    </article>
  );
}

function useAnnouncements(view: ShownRun | null): void {
  const { announce } = useFrame();
  const text = view === null ? '' : announcementOf(view);
  useEffect(() => announce(text), [text, announce]);
}

function RunHead({ view }: { view: ShownRun }): JSX.Element {
  const heading = useHeadingFocus();
  const now = useNow(true, 30_000);
  const temporal = useTemporalLink(view.run_id);
  return (
    <header class="run-head">
      <h1 ref={heading} tabIndex={-1} class={view.question.length > 140 ? 'question-long' : undefined}>
        {view.question}
      </h1>
      <div class="run-meta">
        <StatusMark status={view.overall_status} />
        <span>
          asked{' '}
          <time dateTime={view.created_at} title={formatDateTime(view.created_at)}>
            {formatAge(view.created_at, now)}
          </time>{' '}
          {SOURCE_WORDS[view.source]}
        </span>
        {temporal !== undefined && (
          <a href={temporal} target="_blank" rel="noopener noreferrer">
            Temporal <Icon name="away" />
          </a>
        )}
        <RunControls view={view} />
      </div>
    </header>
  );
}

function Waiting({ connection }: { connection: Connection }): JSX.Element {
  return (
    <div class="narrow">
      {connection === 'reconnecting' ? (
        <Notice>
          The API does not answer. This page tries again by itself; start it with “npm start” if it is not running.
        </Notice>
      ) : (
        <Skeleton lines={5} label="Fetching the run" />
      )}
    </div>
  );
}

function Refused({ error }: { error: ApiError }): JSX.Element {
  const heading = useHeadingFocus();
  const gone = error.status === 404;
  return (
    <div class="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {gone ? 'No such run' : 'This run cannot be shown'}
      </h1>
      <p>
        {gone
          ? 'Nothing runs or ran under this address. Runs are kept for a day after they end.'
          : errorSentence(error)}{' '}
        <Link to="/">Ask a question</Link> or look at the <Link to="/runs">runs</Link>.
      </p>
    </div>
  );
}
