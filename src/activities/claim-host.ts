import type { HostClaim } from '../contracts/acting.js';
import type { Activities } from '../contracts/activities.js';
import { HostBusyError } from '../contracts/errors.js';
import type { BrowserSessions } from '../ports/browser-sessions.js';

interface Deps {
  readonly sessions: BrowserSessions;
  /** this worker's own */
  readonly host: HostClaim;
}

/** How long until a full worker, or another that takes the task, is asked again. Milliseconds. */
const ASK_AGAIN_MS = 1_000;

/** Whichever worker takes this up offers itself: it alone knows whether it has a seat. */
export const createClaimHost = ({ sessions, host }: Deps): Activities['claimHost'] =>
  async function claimHost({ sessionId }) {
    if (!sessions.reserve(sessionId)) throw new HostBusyError({ retryAfterMs: ASK_AGAIN_MS });
    return host;
  };
