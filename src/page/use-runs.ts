import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { RunListItem } from '../contracts/run.js';
import { listRuns, type ApiError, type RunQuery } from './client.js';
import { toApiError, useFrame } from './hooks.js';

const REFRESH_MS = 5000;

export interface ListedRuns {
  /** null until the first answer */
  readonly runs: readonly RunListItem[] | null;
  readonly error: ApiError | null;
  /** fetches older runs; null when there are none */
  readonly more: (() => void) | null;
}

interface Loaded {
  /** what these runs were asked by: others stay in sight until the newly asked are there */
  readonly filter: string;
  readonly runs: readonly RunListItem[] | null;
  readonly cursor: string | null;
  readonly error: ApiError | null;
}

const NOTHING_YET: Loaded = { filter: '', runs: null, cursor: null, error: null };

/** Runs, newest first; looked at again while one of them works and whenever the reader comes back to the page. */
export function useRuns({ status, kind, limit = 30 }: RunQuery): ListedRuns {
  const [loaded, setLoaded] = useState<Loaded>(NOTHING_YET);
  const { askToSignIn } = useFrame();
  const filter = JSON.stringify({ status, kind, limit });
  const latestFilter = useRef(filter);
  latestFilter.current = filter;

  const load = useCallback(
    async (cursor?: string): Promise<void> => {
      try {
        const query = JSON.parse(filter) as RunQuery;
        const page = await listRuns(cursor === undefined ? query : { ...query, cursor });
        if (latestFilter.current !== filter) return;
        setLoaded((old) => ({
          ...merge(old.filter === filter ? old : NOTHING_YET, page.runs, page.next_cursor, cursor !== undefined),
          filter,
        }));
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error.status === 401) askToSignIn();
        if (latestFilter.current === filter) setLoaded((old) => ({ ...old, error }));
      }
    },
    [filter, askToSignIn],
  );

  useEffect(() => {
    void load();
    const lookAgain = (): void => {
      if (document.visibilityState === 'visible') void load();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, [load]);

  const watch = loaded.error !== null || loaded.runs?.some(({ finished_at }) => finished_at === null) === true;
  useEffect(() => {
    if (!watch) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [watch, load]);

  const { runs, error, cursor } = loaded;
  return { runs, error, more: cursor === null ? null : () => void load(cursor) };
}

/**
 * Older runs are appended. A fresh first page stands for all it covers (a run that no longer fits the filter goes with
 * it) and leaves what is older than its last row where it is.
 */
function merge(
  old: Loaded,
  fresh: readonly RunListItem[],
  cursor: string | null,
  older: boolean,
): Omit<Loaded, 'filter'> {
  const known = old.runs ?? [];
  const isNew = (run: RunListItem, among: readonly RunListItem[]): boolean =>
    !among.some(({ run_id }) => run_id === run.run_id);
  if (older) return { runs: [...known, ...fresh.filter((run) => isNew(run, known))], error: null, cursor };
  const oldest = fresh.at(-1)?.created_at ?? '';
  const tail = cursor === null ? [] : known.filter((run) => run.created_at <= oldest && isNew(run, fresh));
  return { runs: [...fresh, ...tail], error: null, cursor: tail.length === 0 ? cursor : old.cursor };
}
