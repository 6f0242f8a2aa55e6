import type { OpenSessionInput, OpenSessionResult } from '../contracts/acting.js';

/** The browser sessions of one worker: each an isolated context that lives between activities, in memory only. */
export interface BrowserSessions {
  /**
   * Keeps a seat for a session that is about to be opened.
   * @returns false when every seat is taken
   */
  reserve(sessionId: string): boolean;
  /**
   * Opens the session at its address. One of that name that is open already is closed first.
   * @throws BrowserMissingError, BrowserLostError, HostBusyError; the signal's reason when it aborts
   */
  open(input: OpenSessionInput, signal: AbortSignal): Promise<OpenSessionResult>;
  /** Closes it with its pages; one that is not there is closed. */
  close(sessionId: string): Promise<void>;
  /** Ends all of them. */
  closeAll(): Promise<void>;
}
