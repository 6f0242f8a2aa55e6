/** Every error leaves as problem details (RFC 9457) with a stable code. One table maps error types to statuses. */
import type { z } from 'zod';
import type { Problem } from '../contracts/schemas/replies.js';
import { AnswerRefusedError, DomainError } from '../contracts/errors.js';

interface Kind {
  readonly status: number;
  readonly title: string;
  /** said where the error has no words of its own, or none that may be shown */
  readonly detail: string;
}

const RETRY = 'Nothing was lost; try again in a moment.';

/** Codes are part of the contract: they stay. */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid', detail: 'See the list of errors.' },
  invalid_json: { status: 400, title: 'The body is not JSON', detail: 'Send one JSON object, encoded as UTF-8.' },
  reserved_field: {
    status: 400,
    title: 'The field is reserved',
    detail: 'The fields schema, follows and since are reserved for later versions: leave them out.',
  },
  secret_input: {
    status: 400,
    title: 'Secrets are not taken as inputs',
    detail: 'Leave passwords, codes, card numbers and IBANs out: a gate will ask for them when they are needed.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'The Idempotency-Key is not valid',
    detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters without spaces.',
  },
  answer_invalid: {
    status: 400,
    title: 'The answer does not fit',
    detail: 'Read the run: pending_input says what it asks for.',
  },
  answer_unsealed: {
    status: 400,
    title: 'The answer has to be sealed',
    detail: 'Passwords and codes are sealed to a key of their gate: POST /runs/{id}/key.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid',
    detail: 'This cursor is not one that GET /runs gave; start again without it.',
  },
  unauthorised: {
    status: 401,
    title: 'A key is needed',
    detail: 'Send "Authorization: Bearer <API_KEY>", or sign in on the page.',
  },
  wrong_key: {
    status: 401,
    title: 'The key is wrong',
    detail: 'This is not the key that the server was started with.',
  },
  insecure_channel: {
    status: 403,
    title: 'Not over this connection',
    detail: 'Passwords and codes are taken over TLS, or from this machine without a proxy between.',
  },
  wrong_omi_secret: {
    status: 401,
    title: 'The secret is missing or wrong',
    detail: 'Put OMI_WEBHOOK_SECRET into the address, /webhook/omi/<secret>, or send it as bearer or as ?token=.',
  },
  foreign_origin: {
    status: 403,
    title: 'The call came from another site',
    detail: 'Pages of other origins may not call this API. Programs send no Origin header, or a bearer.',
  },
  not_found: { status: 404, title: 'There is nothing here', detail: 'GET /openapi.json lists every call.' },
  run_not_found: {
    status: 404,
    title: 'There is no such run',
    detail: 'The id is wrong, or the run ended longer ago than RUN_RETENTION_HOURS.',
  },
  screenshot_not_found: {
    status: 404,
    title: 'There is no such screenshot',
    detail: 'The run shows which of its steps have one; they are deleted with the run.',
  },
  method_not_allowed: { status: 405, title: 'The method is not allowed', detail: 'See the Allow header.' },
  run_ended: { status: 409, title: 'The run has ended', detail: 'Nothing can be asked of it any more.' },
  not_waiting: {
    status: 409,
    title: 'The run does not wait for an answer',
    detail: 'Read the run: pending_input says when it does.',
  },
  gate_unknown: {
    status: 409,
    title: 'The run has no such gate',
    detail: 'Read the run: pending_input names the gate that is open.',
  },
  gate_answered: { status: 409, title: 'The gate has been answered', detail: 'The first answer counts.' },
  gate_expired: { status: 409, title: 'The gate has expired', detail: 'The run went on, or ended, without an answer.' },
  key_gone: {
    status: 409,
    title: 'The key is no longer good',
    detail: 'Ask for a new one with POST /runs/{id}/key and seal the answer again.',
  },
  page_gone: { status: 410, title: 'The page is gone', detail: 'The stored page was removed with its run.' },
  body_too_large: { status: 413, title: 'The body is too large', detail: 'A body has at most 64 KiB.' },
  uri_too_long: { status: 414, title: 'The address is too long', detail: 'Shorten the address.' },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not of a type that is read',
    detail: 'Send "Content-Type: application/json", in UTF-8 and uncompressed.',
  },
  host_not_allowed: {
    status: 421,
    title: 'The host name is not ours',
    detail: 'Call by localhost or 127.0.0.1, or name the host in ALLOWED_HOSTS or PUBLIC_URL.',
  },
  idempotency_conflict: {
    status: 422,
    title: 'The Idempotency-Key was used before',
    detail: 'It came with another body. Send the same body, or a new key.',
  },
  rate_limited: { status: 429, title: 'Too many calls', detail: 'Wait for the time that Retry-After gives.' },
  too_many_streams: {
    status: 429,
    title: 'Too many open event streams',
    detail: 'Close one, or wait for the time that Retry-After gives.',
  },
  request_failed: { status: 400, title: 'The request cannot be served', detail: 'Check it and try again.' },
  internal: { status: 500, title: 'Something broke here', detail: 'The log has the cause, under the request id.' },
  page_unreachable: { status: 502, title: 'The page did not answer', detail: RETRY },
  omi_not_configured: {
    status: 503,
    title: 'Omi is not set up',
    detail: 'Set OMI_WEBHOOK_SECRET where the API runs: without one Omi is heard on a loopback address only.',
  },
  notification_delayed: { status: 503, title: 'Omi did not take the notification', detail: RETRY },
  search_unavailable: { status: 503, title: 'No search engine answered', detail: RETRY },
  key_unavailable: {
    status: 503,
    title: 'No browser worker made a key',
    detail: 'Passwords are sealed to a browser worker: one has to run, with a browser. "synthetic doctor" tells more.',
  },
  store_unavailable: {
    status: 503,
    title: 'The store cannot be reached',
    detail: `It is locked, full or broken. ${RETRY}`,
  },
  temporal_unavailable: {
    status: 503,
    title: 'Temporal cannot be reached',
    detail: `It may be starting. ${RETRY}`,
  },
} as const satisfies Record<string, Kind>;
export type ProblemCode = keyof typeof PROBLEMS;

/** Which problem each class of error is; held complete by a test. */
export const DOMAIN_PROBLEMS: Readonly<Record<string, ProblemCode>> = {
  RunNotFound: 'run_not_found',
  RunEnded: 'run_ended',
  KeyUnavailable: 'key_unavailable',
  AnswerRefused: 'answer_invalid',
  IdempotencyConflict: 'idempotency_conflict',
  InvalidCursor: 'invalid_cursor',
  PageGone: 'page_gone',
  PageUnreachable: 'page_unreachable',
  NotificationDelayed: 'notification_delayed',
  SearchUnavailable: 'search_unavailable',
  StoreUnavailable: 'store_unavailable',
  TemporalUnavailable: 'temporal_unavailable',
};

// Seconds to wait where the error does not say: about what a restart takes.
const RETRY_AFTER_SECONDS = 2;

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An answer that is an error: thrown by handlers, written by the one error handler. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly options: {
      readonly detail?: string;
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'ProblemError';
  }
}

/** body-parser, send and the router tag what a request did wrong: https://github.com/jshttp/http-errors */
interface HttpFault {
  readonly status: number;
  readonly type: string;
}

function httpFault(error: unknown): HttpFault | null {
  if (typeof error !== 'object' || error === null) return null;
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  return { status, type: typeof type === 'string' ? type : '' };
}

function codeOfHttpFault({ status, type }: HttpFault): ProblemCode {
  if (type === 'entity.parse.failed' || type === 'request.size.invalid') return 'invalid_json';
  if (status === 404) return 'not_found';
  if (status === 413) return 'body_too_large';
  if (status === 414) return 'uri_too_long';
  if (status === 415) return 'unsupported_media_type';
  return 'request_failed';
}

function fromDomain(error: DomainError): ProblemError {
  // What a run says of an answer is its own: the code, and words that are meant to be shown.
  if (error instanceof AnswerRefusedError) return new ProblemError(error.code, { cause: error, detail: error.message });
  const code = DOMAIN_PROBLEMS[error.type] ?? 'internal';
  const seconds = error.retryAfterMs === undefined ? RETRY_AFTER_SECONDS : Math.ceil(error.retryAfterMs / 1000);
  return new ProblemError(code, {
    cause: error,
    ...(PROBLEMS[code].status === 503 ? { headers: { 'Retry-After': String(seconds) } } : {}),
  });
}

/** Whatever was thrown, as a problem. What is not known becomes `internal`, and tells nothing. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DomainError) return fromDomain(error);
  const fault = httpFault(error);
  return new ProblemError(fault === null ? 'internal' : codeOfHttpFault(fault), { cause: error });
}

export function problemBody(problem: ProblemError, requestId: string | undefined): Problem {
  const { status, title, detail } = PROBLEMS[problem.code];
  return {
    type: `urn:synthetic-api:problem:${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.options.detail ?? detail,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(problem.options.errors === undefined ? {} : { errors: problem.options.errors.map((error) => ({ ...error })) }),
  };
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** zod's own words speak of "input"; ours say what must be. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unitOf(issue.origin)}`;
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin === 'string') return 'must not be empty';
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unitOf(issue.origin)}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_union') return 'is not of a type that is taken here';
  return issue.message;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: fieldOf([...issue.path, key]), message: 'is not a known field' }));
  return [{ field: fieldOf(issue.path), message: messageOf(issue) }];
}

/** What a schema refused, as a problem that names each field. */
export function invalidRequest(error: z.core.$ZodError, code: ProblemCode = 'invalid_request'): ProblemError {
  const errors = error.issues.flatMap(fieldErrors);
  const detail = errors.map(({ field, message }) => (field === '' ? `The body ${message}` : `${field}: ${message}`));
  return new ProblemError(code, { detail: detail.slice(0, 5).join('; '), errors: errors.slice(0, 50) });
}
