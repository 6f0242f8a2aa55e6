import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, followRun, temporalLinkOf, type Connection, type ShownRun } from './client.js';
import { safeHref } from './format.js';

/** What every screen may ask of the frame around it. */
export interface Frame {
  /** says it once in the page's only live region */
  readonly announce: (text: string) => void;
  /** the API wants the key first */
  readonly askToSignIn: () => void;
}

export const FrameContext = createContext<Frame>({ announce: () => undefined, askToSignIn: () => undefined });

export const useFrame = (): Frame => useContext(FrameContext);

export interface FollowedRun {
  readonly view: ShownRun | null;
  readonly connection: Connection;
  readonly error: ApiError | null;
  /** had the run ended before it was opened here? */
  readonly endedBefore: boolean;
}

const NOTHING_YET: FollowedRun = { view: null, connection: 'connecting', error: null, endedBefore: false };

/** The run's view, kept up to date until it ends. */
export function useRun(runId: string): FollowedRun {
  const [state, setState] = useState<FollowedRun>(NOTHING_YET);
  const { askToSignIn } = useFrame();
  useEffect(() => {
    setState(NOTHING_YET);
    return followRun(runId, {
      onView: (view) =>
        setState((old) => ({
          ...old,
          view,
          endedBefore: old.view === null ? view.finished_at !== null : old.endedBefore,
        })),
      onConnection: (connection) => setState((old) => ({ ...old, connection })),
      onRefused: (error) => {
        if (error.status === 401) askToSignIn();
        setState((old) => ({ ...old, error, connection: 'closed' }));
      },
    });
  }, [runId, askToSignIn]);
  return state;
}

/** Where a run can be seen on Temporal's own page; undefined until that is known. */
export function useTemporalLink(runId: string): string | undefined {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    // A courtesy: without an answer the page simply offers no link.
    temporalLinkOf(runId).then(setLink, () => undefined);
  }, [runId]);
  return safeHref(link ?? '');
}

/** The time, read anew every `everyMs` while `ticking`. */
export function useNow(ticking: boolean, everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [ticking, everyMs]);
  return now;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Moves the keyboard to a screen's heading once it is there: a reader hears where they are. */
export function useHeadingFocus(): { current: HTMLHeadingElement | null } {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}

/** Any thrown thing, as the page's own error. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(null, 'unexpected', String(error));
