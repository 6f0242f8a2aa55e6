import type { JSX } from 'preact';
import type { AuditStep } from '../../contracts/gates.js';
import type { PageAttempt } from '../../contracts/run.js';
import { attemptInWords } from '../../domain/reason-words.js';
import type { ShownRun } from '../client.js';
import { countOf, formatDuration, hostOf, safeHref } from '../format.js';
import { Icon, type IconName } from '../icons.js';
import { pageRows, type PageRow } from '../run-stages.js';
import { HOW_WORDS, OUTCOME_WORDS } from '../words.js';

/**
 * The pages of the run, each a row that keeps its place.
 * @param folded start closed on a narrow screen: the run had ended before it was opened, so its answer comes first
 */
export function PageList({ view, folded }: { view: ShownRun; folded: boolean }): JSX.Element | null {
  const rows = pageRows(view);
  if (rows.length === 0 && view.finished_at !== null) return null;
  return (
    <section class="pages" aria-labelledby="pages-heading">
      <details open={!folded || isWide()}>
        <summary>
          <h2 id="pages-heading">Pages</h2>
          <span class="pages-count">{summaryOf(view, rows)}</span>
        </summary>
        {rows.length === 0 && <p class="empty">Each page that is read comes in here.</p>}
        <ul class="page-rows">
          {rows.map((row) => (
            <Row key={row.url} row={row} />
          ))}
        </ul>
      </details>
    </section>
  );
}

/** The style sheet's two-column width: there the pages stand beside the answer and cover nothing. */
const isWide = (): boolean => matchMedia('(min-width: 68rem)').matches;

function summaryOf(view: ShownRun, rows: readonly PageRow[]): string {
  if (rows.length === 0) return '';
  const read = rows.filter(({ attempt }) => attempt?.outcome === 'read').length;
  if (view.finished_at === null) return `${read} of ${rows.length} read so far`;
  return read === rows.length ? `${countOf(read, 'page')} read` : `${read} of ${countOf(rows.length, 'page')} read`;
}

/** Two lines from the start, so that no row below it moves when the outcome comes in. */
function Row({ row: { url, attempt } }: { row: PageRow }): JSX.Element {
  const read = attempt?.outcome === 'read';
  const icon: IconName = attempt === null ? 'working' : read ? 'check' : 'cross';
  return (
    <li class="page-row">
      <Icon name={icon} spin={attempt === null} />
      <a class="page-row-title" href={safeHref(url)} target="_blank" rel="noopener noreferrer">
        {attempt?.title ?? addressOf(url)}
      </a>
      <span class="page-row-word">{attempt === null ? 'reading' : OUTCOME_WORDS[attempt.outcome]}</span>
      {attempt !== null && (
        <span class="page-row-facts">
          <Clipped text={read ? hostOf(url) : attemptInWords(attempt)} />
          <span>{factsOf(attempt)}</span>
        </span>
      )}
      {attempt?.audit !== undefined && attempt.audit.length > 0 && <Audit steps={attempt.audit} />}
    </li>
  );
}

/** What was done at a gate, with what the page showed; never what was typed. */
const Audit = ({ steps }: { steps: readonly AuditStep[] }): JSX.Element => (
  <details class="page-row-audit">
    <summary>What was done there</summary>
    <ol>
      {steps.map(({ at, what, screenshot }) => (
        <li key={`${at} ${what}`}>
          {what}
          {screenshot !== null && (
            <>
              {' '}
              <a href={screenshot} target="_blank" rel="noopener noreferrer">
                (screenshot)
              </a>
            </>
          )}
        </li>
      ))}
    </ol>
  </details>
);

/** One line, so that the row keeps its height; the whole of it stands under the answer too. */
const Clipped = ({ text }: { text: string }): JSX.Element => (
  <span class="clipped" title={text}>
    {text}
  </span>
);

const factsOf = (attempt: PageAttempt): string =>
  [
    ...(attempt.outcome === 'read' ? [countOf(attempt.words, 'word')] : []),
    ...(attempt.how === null ? [] : [HOW_WORDS[attempt.how]]),
    ...(attempt.duration_ms > 0 ? [formatDuration(attempt.duration_ms)] : []),
  ].join(' · ');

/** Host and path, for a page whose title is not known. */
const addressOf = (url: string): string =>
  URL.canParse(url) ? hostOf(url) + readable(new URL(url).pathname).replace(/\/$/, '') : url;

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
