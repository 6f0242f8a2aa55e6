import type { JSX } from 'preact';
import type { RunKind, RunStatus } from '../../contracts/run.js';
import type { RunQuery } from '../client.js';
import { useHeadingFocus, useTitle } from '../hooks.js';
import { Notice, Skeleton } from '../parts/notice.js';
import { RunList } from '../parts/run-list.js';
import { Link, navigate } from '../router.js';
import { useRuns } from '../use-runs.js';
import { errorSentence, KIND_WORDS, STATUS_WORDS } from '../words.js';

/** All runs; the filters stand in the address. */
export function RunsScreen({ search }: { search: URLSearchParams }): JSX.Element {
  useTitle('Runs · synthetic');
  const heading = useHeadingFocus();
  const query = queryOf(search);
  const { runs, error, more } = useRuns(query);
  const filtered = query.status !== undefined || query.kind !== undefined;
  return (
    <div class="runs-screen">
      <div class="section-head">
        <h1 ref={heading} tabIndex={-1}>
          Runs
        </h1>
        <div class="filters">
          <Filter name="status" label="State" words={STATUS_WORDS} search={search} />
          <Filter name="kind" label="Kind" words={KIND_WORDS} search={search} />
        </div>
      </div>
      {error !== null && <Notice>{errorSentence(error)}</Notice>}
      {runs === null && error === null && <Skeleton lines={6} label="Fetching the runs" />}
      {runs?.length === 0 && <p class="empty">{filtered ? <NoneLikeThis /> : <NoneYet />}</p>}
      {runs !== null && runs.length > 0 && <RunList runs={runs} />}
      {more !== null && (
        <button type="button" class="quiet-button more" onClick={more}>
          Show older runs
        </button>
      )}
    </div>
  );
}

const NoneYet = (): JSX.Element => (
  <>
    No runs yet. <Link to="/">Ask a question</Link> and it stays here under its own address.
  </>
);

const NoneLikeThis = (): JSX.Element => (
  <>
    No run is like this. <Link to="/runs">Show all runs</Link>.
  </>
);

interface FilterProps {
  readonly name: 'status' | 'kind';
  readonly label: string;
  readonly words: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
}

function Filter({ name, label, words, search }: FilterProps): JSX.Element {
  const choose = (value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    navigate(next.size === 0 ? '/runs' : `/runs?${next.toString()}`, { replace: true });
  };
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={search.get(name) ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">Any</option>
        {Object.entries(words).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

function queryOf(search: URLSearchParams): RunQuery {
  const status = search.get('status');
  const kind = search.get('kind');
  return {
    ...(status !== null && status in STATUS_WORDS ? { status: status as RunStatus } : {}),
    ...(kind !== null && kind in KIND_WORDS ? { kind: kind as RunKind } : {}),
  };
}
