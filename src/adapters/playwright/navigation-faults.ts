/** What a browser says when a page does not come, as the reader's outcomes. */
import { outcomeOfFault, unread, type UnreadOutcome } from '../http/outcomes.js';

/** Chromium's own names (net/base/net_error_list.h), as codes of Node that mean the same. */
const CODES: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED: 'ENOTFOUND',
  ERR_CONNECTION_REFUSED: 'ECONNREFUSED',
  ERR_CONNECTION_RESET: 'ECONNRESET',
  ERR_CONNECTION_CLOSED: 'ECONNRESET',
  ERR_EMPTY_RESPONSE: 'ECONNRESET',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'ECONNRESET',
  ERR_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  ERR_CONNECTION_TIMED_OUT: 'ETIMEDOUT',
  ERR_TIMED_OUT: 'ETIMEDOUT',
  ERR_ADDRESS_UNREACHABLE: 'EHOSTUNREACH',
  ERR_CONTENT_DECODING_FAILED: 'CONTENT_ENCODING',
  ERR_SSL_PROTOCOL_ERROR: 'EPROTO',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'EPROTO',
  ERR_INVALID_HTTP_RESPONSE: 'HPE_INVALID',
};

/** The driver gives no code, only a message that holds the browser's name for the fault. */
export function outcomeOfNavigationFault(error: unknown, host: string): UnreadOutcome {
  const message = error instanceof Error ? error.message : '';
  const how = 'browser' as const;
  if (/Download is starting/.test(message))
    return unread('unsupported', 'type_binary', 'This is a binary file, not a text.', { how });
  const [, name = ''] = /net::(ERR_[A-Z_0-9]+)/.exec(message) ?? [];
  if (name === 'ERR_TOO_MANY_REDIRECTS')
    return unread('failed', 'too_many_redirects', `${host} redirects in circles.`, { how });
  // The tunnel is the egress proxy's: it could not reach the host.
  if (name === 'ERR_TUNNEL_CONNECTION_FAILED')
    return unread('failed', 'unreachable', `${host} cannot be reached.`, { how, retryable: true });
  const code = CODES[name] ?? (name.startsWith('ERR_CERT_') ? name.replace('ERR_CERT_', 'CERT_') : '');
  return { ...outcomeOfFault(Object.assign(new Error(name), { code }), host), how };
}
