import type { JSX } from 'preact';
import type { RunListItem } from '../../contracts/run.js';
import { formatAge, formatDateTime, formatDuration, formatUsd } from '../format.js';
import { useNow } from '../hooks.js';
import { Link } from '../router.js';
import { StatusMark } from './run-status.js';

const AGE_REFRESH_MS = 30_000;

/** A list, not cards. ↑ and ↓ move along it, Enter opens. */
export function RunList({ runs }: { runs: readonly RunListItem[] }): JSX.Element {
  const now = useNow(runs.length > 0, AGE_REFRESH_MS);
  return (
    <ul class="run-list" onKeyDown={moveAlong}>
      {runs.map((run) => (
        <li key={run.run_id}>
          <Link to={`/runs/${encodeURIComponent(run.run_id)}`} class="run-row">
            <span class="run-row-question">{run.question}</span>
            <StatusMark status={run.overall_status} />
            <time class="run-row-age" dateTime={run.created_at} title={formatDateTime(run.created_at)}>
              {formatAge(run.created_at, now)}
            </time>
            <span class="run-row-facts">{factsOf(run)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function factsOf(run: RunListItem): string {
  const took =
    run.finished_at === null ? [] : [formatDuration(Date.parse(run.finished_at) - Date.parse(run.created_at))];
  return [...took, ...(run.usage.usd > 0 ? [formatUsd(run.usage.usd)] : [])].join(' · ');
}

function moveAlong(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const list = event.currentTarget;
  if (step === 0 || !(list instanceof HTMLElement)) return;
  const rows = [...list.querySelectorAll<HTMLElement>('.run-row')];
  const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
