import type { EnterGateOutcome, Secret } from '../contracts/gates.js';
import type { Usage } from '../contracts/run.js';
import type { ReadOutcome } from './page-reader.js';

export interface GateVisit {
  readonly url: string;
  /** preferred language, BCP 47 primary subtag */
  readonly language: string;
  /** names the run where traffic is logged */
  readonly owner: string;
  /** names the browser session, should the site ask for a second factor */
  readonly sessionId: string;
}

/** One thing that was done, with a JPEG of the page where one was taken: never while something secret stands in it. */
export interface AuditNote {
  /** ISO 8601 */
  readonly at: string;
  readonly what: string;
  readonly image: Uint8Array | null;
}

/** What came of an answer. `read`: the page behind, where it opened. No word of the answer is in it. */
export interface GateEntered {
  readonly outcome: Exclude<EnterGateOutcome, 'key_gone'>;
  /** stable code of `domain/gate-words`; null when it opened */
  readonly reason: string | null;
  readonly read: Extract<ReadOutcome, { outcome: 'read' }> | null;
  readonly audit: readonly AuditNote[];
  /** what a model was paid, where one was asked for a field */
  readonly usage: Usage;
}

/** Leaves an address or signs in at a wall in a browser, and reads what stands behind it in the same session. */
export interface GateOpener {
  /**
   * In a session of its own, which is closed unless the site asks for a second factor.
   * @throws only when `signal` aborts; no error holds a word of the secret
   */
  enter(visit: GateVisit, secret: Secret, signal: AbortSignal): Promise<GateEntered>;
  /** In the session that waits for it; `session_lost` when there is none. */
  enterCode(visit: GateVisit, secret: Secret, signal: AbortSignal): Promise<GateEntered>;
  /** Ends all sessions. */
  close(): Promise<void>;
}
