import type { JSX } from 'preact';
import type { PageAttempt, Source } from '../../contracts/run.js';
import { attemptInWords } from '../../domain/reason-words.js';
import type { ShownRun } from '../client.js';
import { countOf, formatDate, hostOf, safeHref } from '../format.js';
import { Icon } from '../icons.js';

/** The sources behind the numbers. */
export function SourcesUsed({ view }: { view: ShownRun }): JSX.Element | null {
  if (view.sources.length === 0) return null;
  return (
    <section class="source-list" aria-labelledby="sources-heading">
      <h3 id="sources-heading">Sources used</h3>
      <ol>
        {view.sources.map((source) => (
          <li key={source.n} id={`source-${source.n}`} value={source.n}>
            <span class="source-n" aria-hidden="true">
              {source.n}
            </span>
            <div>
              <a href={safeHref(source.url)} target="_blank" rel="noopener noreferrer">
                {source.title === '' ? source.url : source.title}
              </a>
              <span class="source-facts">{factsOf(source)}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const factsOf = ({ url, quotes, published_at, retrieved_at }: Source): string =>
  [
    hostOf(url),
    ...(quotes.length === 0 ? [] : [countOf(quotes.length, 'quote')]),
    ...(published_at === null ? [] : [`published ${formatDate(published_at)}`]),
    `read ${formatDate(retrieved_at)}`,
  ].join(' · ');

/** What could not be read, and why; shown when fewer pages were read than were tried. */
export function PartialResults({ view }: { view: ShownRun }): JSX.Element | null {
  const { sources_attempted: tried, sources_succeeded: read, attempts } = view;
  if (read >= tried) return null;
  return (
    <section class="source-list partial-results" aria-labelledby="partial-heading">
      <h3 id="partial-heading">
        Partial results: {read} of {countOf(tried, 'source')} could be read
      </h3>
      <ul>
        {attempts.filter(isUnread).map((attempt) => (
          <li key={attempt.url}>
            <Icon name="cross" />
            <div>
              <a href={safeHref(attempt.url)} target="_blank" rel="noopener noreferrer">
                {attempt.title ?? hostOf(attempt.url)}
              </a>
              <span class="source-facts">{attemptInWords(attempt)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isUnread = (attempt: PageAttempt): boolean => attempt.outcome !== 'read';
