import { DomainError } from '../../contracts/errors.js';

/** Which bound a page went past. */
export type HtmlCap = 'nodes' | 'text';

/** The page is larger than extraction accepts; reading it again gives the same. */
export class HtmlTooComplexError extends DomainError {
  readonly type = 'HtmlTooComplex';
  readonly retryable = false;

  /**
   * @param cap which bound was passed
   * @param limit the bound: nodes (elements and texts), or bytes of text
   */
  constructor(
    readonly cap: HtmlCap,
    readonly limit: number,
  ) {
    super(`The page holds more than ${String(limit)} ${cap === 'nodes' ? 'nodes' : 'bytes of text'}`);
  }
}

/** The model file of the block filter is missing, broken, or made for other code. */
export class ModelUnusableError extends DomainError {
  readonly type = 'ModelUnusable';
  readonly retryable = false;
}
