import { Context } from '@temporalio/activity';
import type { Activities } from '../contracts/activities.js';
import type { BrowserSessions } from '../ports/browser-sessions.js';

interface Deps {
  readonly sessions: BrowserSessions;
}

/** Opens a session at its address; a repeat starts over. */
export const createOpenSession = ({ sessions }: Deps): Activities['openSession'] =>
  async function openSession(input) {
    return sessions.open(input, Context.current().cancellationSignal);
  };

export const createCloseSession = ({ sessions }: Deps): Activities['closeSession'] =>
  async function closeSession({ sessionId }) {
    await sessions.close(sessionId);
  };
