import type { PageAttempt } from '../contracts/run.js';

type Attempt = Pick<PageAttempt, 'outcome' | 'how' | 'status' | 'reason'>;

/** What plain HTTP got may be for its kind of client only: https://www.rfc-editor.org/rfc/rfc9110#section-15.5 */
const STATUSES = new Set([401, 403, 406, 429]);
const FAULTS = new Set(['timeout', 'connection_reset']);

/**
 * Would a browser see more than plain HTTP did? Where scripts put the page together, and once after faults that a site may
 * keep for clients that are no browsers. Never after robots.txt, a certificate or the egress guard said no.
 */
export function worthABrowser({ outcome, how, status, reason }: Attempt): boolean {
  if (outcome === 'needs_browser') return true;
  if (how !== 'http' || (outcome !== 'failed' && outcome !== 'refused')) return false;
  if (reason === null) return false;
  if (FAULTS.has(reason)) return true;
  return status !== null && reason === `http_${status}` && (STATUSES.has(status) || status >= 500);
}
