import { useEffect, useState } from 'preact/hooks';
import { listRuns } from './client.js';

const REFRESH_MS = 10_000;
/** More than anybody reads in a header. */
const MOST_COUNTED = 50;

/** How many runs wait for a person; asked again while the page is in sight. 0 while nobody knows. */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      // A courtesy: what keeps the list from coming is said where the list is.
      listRuns({ status: 'awaiting_human_input', limit: MOST_COUNTED }).then(
        ({ runs }) => setCount(runs.length),
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return count;
}
