/** A class per decision that a caller makes. `withFailures` alone turns them into Temporal failures, by class. */
import type { Refusal, RefusalCode } from './gates.js';

export interface DomainErrorOptions extends ErrorOptions {
  /** wait at least this long before another try, milliseconds */
  readonly retryAfterMs?: number;
}

export abstract class DomainError extends Error {
  /** stable; retry policies, the API's table and the page match it */
  abstract readonly type: string;
  abstract readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  constructor(message: string, options?: DomainErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** A search engine did not answer in a way that another try may mend (429, 5xx, time-out). */
export class SearchUnavailableError extends DomainError {
  readonly type = 'SearchUnavailable';
  readonly retryable = true;
}

/** The store answered with an error that may pass: locked, disk full, I/O. */
export class StoreUnavailableError extends DomainError {
  readonly type = 'StoreUnavailable';
  readonly retryable = true;
}

/** A page that the run refers to is no longer in the store: it has to be read again. */
export class PageGoneError extends DomainError {
  readonly type = 'PageGone';
  readonly retryable = false;
  constructor(
    readonly pageId: string,
    options?: DomainErrorOptions,
  ) {
    super(`page ${pageId} is not in the store`, options);
  }
}

/** A page answered 429 or 5xx or not at all, and another try may mend it. Thrown only while tries are left. */
export class PageUnreachableError extends DomainError {
  readonly type = 'PageUnreachable';
  readonly retryable = true;
}

export class RunNotFoundError extends DomainError {
  readonly type = 'RunNotFound';
  readonly retryable = false;
  constructor(readonly runId: string) {
    super(`there is no run ${runId}`);
  }
}

/** A notification could not be sent now; another try may succeed, after `retryAfterMs` where that is known. */
export class NotificationDelayedError extends DomainError {
  readonly type = 'NotificationDelayed';
  readonly retryable = true;
}

/** The run has ended: nothing can be asked of it any more. */
export class RunEndedError extends DomainError {
  readonly type = 'RunEnded';
  readonly retryable = false;
  constructor(readonly runId: string) {
    super(`run ${runId} has already ended`);
  }
}

/** An answer that the run did not take. The message says why and what to do, and may be shown. */
export class AnswerRefusedError extends DomainError {
  readonly type = 'AnswerRefused';
  readonly retryable = false;
  readonly code: RefusalCode;
  constructor({ code, message }: Refusal, options?: DomainErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** No browser worker made a key in time: there is none, or it is away. */
export class KeyUnavailableError extends DomainError {
  readonly type = 'KeyUnavailable';
  readonly retryable = true;
}

/** The same Idempotency-Key came with another body. */
export class IdempotencyConflictError extends DomainError {
  readonly type = 'IdempotencyConflict';
  readonly retryable = false;
  constructor(readonly runId: string) {
    super('this Idempotency-Key was used with another body; send the same body or a new key');
  }
}

/** Temporal's server cannot be reached, or did not answer in time. */
export class TemporalUnavailableError extends DomainError {
  readonly type = 'TemporalUnavailable';
  readonly retryable = true;
}

/** A cursor that this API did not make. */
export class InvalidCursorError extends DomainError {
  readonly type = 'InvalidCursor';
  readonly retryable = false;
  constructor() {
    super('this cursor is not one that GET /runs gave; start again without it');
  }
}

/** There is no browser on this machine. The message says what to install. */
export class BrowserMissingError extends DomainError {
  readonly type = 'BrowserMissing';
  readonly retryable = false;
}

/** The browser could not be started, or ended while it was needed: another try gets a new one. */
export class BrowserLostError extends DomainError {
  readonly type = 'BrowserLost';
  readonly retryable = true;
}

/** A browser session is no more: its worker ended, its browser crashed, or it was given up. Nothing in it can be found out. */
export class SessionLostError extends DomainError {
  readonly type = 'SessionLost';
  readonly retryable = false;
  constructor(
    readonly sessionId: string,
    options?: DomainErrorOptions,
  ) {
    super(`the browser session ${sessionId} is lost`, options);
  }
}

/** All seats of a browser worker are taken; another may have one, or this one soon. */
export class HostBusyError extends DomainError {
  readonly type = 'HostBusy';
  readonly retryable = true;
  constructor(options?: DomainErrorOptions) {
    super('every browser is in use', options);
  }
}

/** The embedder cannot be asked at the moment: weights on their way, endpoint down, 429 or 5xx. */
export class EmbedderUnavailableError extends DomainError {
  readonly type = 'EmbedderUnavailable';
  readonly retryable = true;
}

/** The embedder will not answer, however often it is asked: a wrong key or model, or no build for this machine. */
export class EmbedderRefusedError extends DomainError {
  readonly type = 'EmbedderRefused';
  readonly retryable = false;
}

/** The stored vectors were made by another embedder, or with another number of dimensions. */
export class EmbedderMismatchError extends DomainError {
  readonly type = 'EmbedderMismatch';
  readonly retryable = false;
  constructor(
    readonly stored: string,
    readonly configured: string,
  ) {
    super(
      `the stored vectors are of ${stored} and the embedder is ${configured}: run "npx synthetic reindex" to embed the stored passages anew, or set EMBEDDER back`,
    );
  }
}
