/** What can go wrong with a call to a language model: a class per decision that the drafting makes. */
import { DomainError, type DomainErrorOptions } from './errors.js';

/** Tokens as the response counted them. */
export interface ModelTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const NO_TOKENS: ModelTokens = { inputTokens: 0, outputTokens: 0 };

export interface ModelErrorOptions extends DomainErrorOptions {
  /** what the failed call used all the same; a stream that was cut has been paid for */
  readonly tokens?: ModelTokens;
}

export abstract class ModelError extends DomainError {
  readonly tokens: ModelTokens;
  constructor(message: string, options: ModelErrorOptions = {}) {
    super(message, options);
    this.tokens = options.tokens ?? NO_TOKENS;
  }
}

/** 401, 403: the key is wrong or missing. No retry mends it. */
export class ModelUnauthorisedError extends ModelError {
  readonly type = 'ModelUnauthorised';
  readonly retryable = false;
}

/** 400, 404, 422 and redirects: the endpoint does not take this request, or is none. */
export class ModelRejectedError extends ModelError {
  readonly type = 'ModelRejected';
  readonly retryable = false;
}

/** 429. `retryAfterMs` says when to ask again. */
export class ModelRateLimitedError extends ModelError {
  readonly type = 'ModelRateLimited';
  readonly retryable = true;
}

/** 408, 409, 5xx, 529, a connection that failed, a stream that broke off. */
export class ModelUnavailableError extends ModelError {
  readonly type = 'ModelUnavailable';
  readonly retryable = true;
}

/** Nothing, or no end, came within the time. Another try would take as long: the next model is asked instead. */
export class ModelTimeoutError extends ModelError {
  readonly type = 'ModelTimeout';
  readonly retryable = false;
}

/** The model declined to answer. */
export class ModelRefusedError extends ModelError {
  readonly type = 'ModelRefused';
  readonly retryable = false;
}

/** 413, or any status with words about the context window: less has to be sent. */
export class ModelContextTooLargeError extends ModelError {
  readonly type = 'ModelContextTooLarge';
  readonly retryable = false;
}

/** A reply that is not what the Messages API sends, or a text that cannot be read as the JSON that was asked for. */
export class ModelBadReplyError extends ModelError {
  readonly type = 'ModelBadReply';
  readonly retryable = false;
}

/** It failed several times in a row and is left alone for a moment. */
export class ModelCircuitOpenError extends ModelError {
  readonly type = 'ModelCircuitOpen';
  readonly retryable = false;
}
