import type { ActInput, ActResult, Observation, OpenSessionInput, OpenSessionResult } from '../contracts/acting.js';
import type { SnapshotLine } from './page-snapshot.js';

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
  /**
   * What the session shows now, secret fields masked.
   * @throws SessionLostError also when the page hangs for good
   */
  observe(sessionId: string, signal: AbortSignal): Promise<Observed>;
  /**
   * Finds, judges and does one act. An abort closes the session: no hand is left on its page.
   * @throws SessionLostError before anything was done, or in the midst of it: the journal tells
   */
  act(input: ActInput, tools: ActTools): Promise<ActResult>;
  /** A JPEG of the session as it stands, secret fields covered; null when none can be had. */
  picture(sessionId: string): Promise<Uint8Array | null>;
  /** Closes it with its pages; one that is not there is closed. */
  close(sessionId: string): Promise<void>;
  /** Ends all of them. */
  closeAll(): Promise<void>;
}

export interface Observed {
  readonly observation: Omit<Observation, 'n' | 'screenshot' | 'appeared'>;
  readonly lines: readonly SnapshotLine[];
  /** JPEG of the viewport; null when none could be had */
  readonly screenshot: Uint8Array | null;
}

export interface ActTools {
  readonly signal: AbortSignal;
  /** no act begins after this, on the clock of `performance.now` */
  readonly deadline: number;
  /** noted on the disk before anything is done; `commits`: it may change something outside the page */
  readonly begin: (commits: boolean) => Promise<void>;
  /** sent: the hand has moved, what comes of it is not seen yet. settled: it is seen, and not reported yet */
  readonly performed: (stage: 'sent' | 'settled') => void;
}
