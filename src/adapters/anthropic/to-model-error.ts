import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import {
  ModelBadReplyError,
  ModelContextTooLargeError,
  ModelError,
  ModelRateLimitedError,
  ModelRejectedError,
  ModelTimeoutError,
  ModelUnauthorisedError,
  ModelUnavailableError,
  type ModelErrorOptions,
  type ModelTokens,
} from '../../contracts/model-errors.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import { ReplyTooLargeError } from './guarded-fetch.js';

/** Some servers answer a prompt that is too long with 400 or 500 and say so in words only. */
const CONTEXT_WORDS =
  /context (?:length|window|size)|(?:prompt|input) is too long|too many (?:input )?tokens|max(?:imum)? context|exceeds? the (?:available )?context|\bn_ctx\b|\bnum_ctx\b/iu;

interface Circumstances {
  /** the model's name: shown in messages, which callers see; the endpoint's address is not */
  readonly name: string;
  readonly tokens: ModelTokens;
  readonly timedOut: boolean;
}

/** What went wrong, by class. Nothing of the endpoint's own words is kept but its error type: it might quote a key. */
export function toModelError(error: unknown, { name, tokens, timedOut }: Circumstances): ModelError {
  const options = { cause: error, tokens };
  if (timedOut) return new ModelTimeoutError(`${name} did not answer in time`, options);
  if (error instanceof ModelError) return error;
  if (error instanceof APIError && !(error instanceof APIConnectionError))
    return byStatus(error as AnyApiError, name, options);
  if (error instanceof ReplyTooLargeError) return new ModelBadReplyError(`${name} sent too much`, options);
  // By name: an error of another realm is no instance of ours.
  if ((error as { name?: unknown } | null)?.name === 'SyntaxError')
    return new ModelBadReplyError(`${name} sent what is not JSON`, options);
  return new ModelUnavailableError(`the connection to the endpoint of ${name} failed`, options);
}

type AnyApiError = APIError<number | undefined, Headers | undefined, object | undefined>;

function byStatus(error: AnyApiError, name: string, options: ModelErrorOptions): ModelError {
  const type = /^[a-z_]{1,40}$/u.test(error.type ?? '') ? error.type : null;
  // An error within a stream has no status of its own.
  const status = error.status ?? statusOfType(type);
  const says = `${name} answered ${[status, type].filter((part) => part !== null).join(' ')}`;
  if (status === 413 || CONTEXT_WORDS.test(error.message)) return new ModelContextTooLargeError(says, options);
  if (status === 401 || status === 403) return new ModelUnauthorisedError(says, options);
  if (status === 429) return new ModelRateLimitedError(says, { ...options, ...retryAfter(error) });
  if (status === 408 || status === 409 || status >= 500)
    return new ModelUnavailableError(says, { ...options, ...retryAfter(error) });
  return new ModelRejectedError(status >= 300 && status < 400 ? `${says}, which is not followed` : says, options);
}

const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  authentication_error: 401,
  permission_error: 403,
  billing_error: 402,
  not_found_error: 404,
  invalid_request_error: 400,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
  timeout_error: 504,
};
const statusOfType = (type: string | null): number => STATUS_OF_TYPE[type ?? ''] ?? 500;

function retryAfter({ headers }: AnyApiError): { retryAfterMs?: number } {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return { retryAfterMs: milliseconds };
  const parsed = parseRetryAfter(headers?.get('retry-after') ?? null, Date.now());
  return parsed === null ? {} : { retryAfterMs: parsed };
}
