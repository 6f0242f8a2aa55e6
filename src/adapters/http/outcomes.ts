/** Statuses and faults, translated into outcomes: a stable code and one plain sentence each. */
import type { PageGate, PageOutcome, ReadHow } from '../../contracts/run.js';
import type { ReadOutcome } from '../../ports/page-reader.js';
import { errorCode } from '../error-code.js';

export type UnreadOutcome = Exclude<ReadOutcome, { outcome: 'read' } | { outcome: 'not_modified' }>;

export interface UnreadFacts {
  readonly status?: number | null;
  readonly how?: ReadHow | null;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly title?: string | null;
  readonly gate?: PageGate;
}

export function unread(
  outcome: Exclude<PageOutcome, 'read'>,
  reason: string,
  message: string,
  { status = null, how = 'http', retryable = false, ...more }: UnreadFacts = {},
): UnreadOutcome {
  return { outcome, reason, message, status, how, retryable, ...more };
}

const REFUSED = new Set([401, 402, 403, 407, 451]);
const PASSING = new Set([408, 425, 429]);

/** What an HTTP status that is not a success means for the reader. */
export function outcomeOfStatus(status: number, host: string, retryAfterMs: number | null): UnreadOutcome {
  const retryable = PASSING.has(status) || status >= 500;
  const facts = { status, retryable, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  const reason = `http_${status}`;
  if (REFUSED.has(status))
    return unread('refused', reason, `${host} answered ${status}: it does not let us read this page.`, facts);
  if (status === 404 || status === 410)
    return unread('not_found', reason, `${host} answered ${status}: there is no such page.`, facts);
  if (status === 204 || status === 205)
    return unread('empty', reason, `${host} answered ${status}: there is nothing to read.`, facts);
  if (status === 429) return unread('failed', reason, `${host} answered 429: it was asked too often.`, facts);
  return unread('failed', reason, `${host} answered ${status}.`, facts);
}

interface Fault {
  readonly outcome: 'failed' | 'refused' | 'broken';
  readonly reason: string;
  readonly says: string;
  readonly retryable: boolean;
}
const fault = (outcome: Fault['outcome'], reason: string, says: string, retryable: boolean): Fault => ({
  outcome,
  reason,
  says,
  retryable,
});
const TIMEOUT = fault('failed', 'timeout', 'did not answer in time', true);
const RESET = fault('failed', 'connection_reset', 'broke the connection off', true);
const UNREACHABLE = fault('failed', 'unreachable', 'cannot be reached', true);
const BAD_ENCODING = fault(
  'broken',
  'content_encoding',
  'sent a body whose compression is broken or not supported',
  false,
);

/** By error code of Node, undici and our own errors; never by message. */
const FAULTS: Readonly<Record<string, Fault>> = {
  DEADLINE: TIMEOUT,
  UND_ERR_CONNECT_TIMEOUT: TIMEOUT,
  UND_ERR_HEADERS_TIMEOUT: TIMEOUT,
  UND_ERR_BODY_TIMEOUT: TIMEOUT,
  ETIMEDOUT: TIMEOUT,
  ENOTFOUND: fault('failed', 'dns_not_found', 'is not a name that exists', false),
  EAI_AGAIN: fault('failed', 'dns_failed', 'could not be looked up', true),
  ESERVFAIL: fault('failed', 'dns_failed', 'could not be looked up', true),
  ECONNREFUSED: fault('failed', 'connection_refused', 'refused the connection', true),
  ECONNRESET: RESET,
  EPIPE: RESET,
  UND_ERR_SOCKET: RESET,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: RESET,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  UND_ERR_HEADERS_OVERFLOW: fault('failed', 'bad_http', 'sent headers past every measure', false),
  UPSTREAM_PROXY: fault('failed', 'proxy_refused', 'could not be reached through OUTBOUND_PROXY', true),
  EPROTO: fault('failed', 'tls_failed', 'could not agree on an encrypted connection', false),
  CONTENT_ENCODING: BAD_ENCODING,
};
const CERTIFICATE_CODE = /^(?:CERT_|ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/u;
const CERTIFICATE = fault('failed', 'certificate', 'has a certificate that cannot be trusted', false);
const UNKNOWN = fault('failed', 'network_error', 'could not be read', true);

function faultOf(code: string): Fault {
  const known = FAULTS[code];
  if (known) return known;
  if (CERTIFICATE_CODE.test(code)) return CERTIFICATE;
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL')) return FAULTS['EPROTO'] ?? UNKNOWN;
  if (code.startsWith('HPE_')) return fault('failed', 'bad_http', 'broke the rules of HTTP', false);
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')) return BAD_ENCODING;
  return UNKNOWN;
}

/** undici's parser gives some of its errors a name and no code. */
const isParserError = (error: unknown): boolean => error instanceof Error && error.name === 'HTTPParserError';

/** What went wrong on the wire, as an outcome. */
export function outcomeOfFault(error: unknown, host: string, status: number | null = null): UnreadOutcome {
  const { outcome, reason, says, retryable } = faultOf(isParserError(error) ? 'HPE_INVALID' : errorCode(error));
  return unread(outcome, reason, `${host} ${says}.`, { status, retryable });
}
