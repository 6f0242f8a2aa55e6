/** What acting on pages passes between workflow and browser workers. Types only: safe inside a workflow. */

/** Where a session lives: a browser worker's slot and the task queue that only it serves. */
export interface HostClaim {
  /** from 1; the same after the worker is started again */
  readonly slot: number;
  readonly queue: string;
}

export interface ClaimHostInput {
  readonly runId: string;
  /** a seat is kept for it, for a minute */
  readonly sessionId: string;
}

export interface OpenSessionInput {
  readonly runId: string;
  /** the workflow's own name for it, new for each session */
  readonly sessionId: string;
  /** where it begins */
  readonly url: string;
  /** the sites it may visit: registrable domains, or host:port where a host has none. Held for every main frame */
  readonly pin: readonly string[];
  /** preferred language, BCP 47 primary subtag */
  readonly language: string;
}

export interface OpenSessionResult {
  /** null: it is open. Else why the address could not be opened: a stable code and one plain sentence */
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** where it came to, after redirects */
  readonly url: string;
  readonly title: string;
  /** HTTP status of the page; null where there was none */
  readonly status: number | null;
}

export interface CloseSessionInput {
  readonly sessionId: string;
}
