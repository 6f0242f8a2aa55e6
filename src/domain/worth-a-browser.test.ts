import { describe, expect, it } from '@jest/globals';
import type { PageAttempt } from '../contracts/run.js';
import { worthABrowser } from './worth-a-browser.js';

const attempt = (over: Partial<PageAttempt>): PageAttempt => ({
  url: 'https://example.org/',
  outcome: 'failed',
  how: 'http',
  status: null,
  reason: null,
  duration_ms: 5,
  page_id: null,
  title: null,
  words: 0,
  ...over,
});

describe('worthABrowser', () => {
  it.each<[string, Partial<PageAttempt>]>([
    ['a page that scripts put together', { outcome: 'needs_browser', reason: 'script_shell', status: 200 }],
    ['a time-out', { reason: 'timeout' }],
    ['a reset', { reason: 'connection_reset' }],
    ['401', { outcome: 'refused', reason: 'http_401', status: 401 }],
    ['403', { outcome: 'refused', reason: 'http_403', status: 403 }],
    ['406', { reason: 'http_406', status: 406 }],
    ['429', { reason: 'http_429', status: 429 }],
    ['503', { reason: 'http_503', status: 503 }],
  ])('opens one after %s', (_name, over) => {
    expect(worthABrowser(attempt(over))).toBe(true);
  });

  it.each<[string, Partial<PageAttempt>]>([
    ['a page that was read', { outcome: 'read', status: 200 }],
    ['robots.txt', { outcome: 'refused', reason: 'robots_disallowed', how: null }],
    ['the egress guard', { outcome: 'refused', reason: 'egress_refused', how: null }],
    ['a certificate', { reason: 'certificate' }],
    ['a name that is not there', { reason: 'dns_not_found' }],
    ['a missing page', { outcome: 'not_found', reason: 'http_404', status: 404 }],
    ['402 and 451', { outcome: 'refused', reason: 'http_451', status: 451 }],
    ['a wall', { outcome: 'gated', reason: 'gate_login', status: 200 }],
    ['a fault of an API', { how: 'api', reason: 'http_503', status: 503 }],
    ['a fault in a browser', { how: 'browser', reason: 'timeout' }],
    ['a host that asked for peace', { reason: 'host_backoff' }],
  ])('opens none after %s', (_name, over) => {
    expect(worthABrowser(attempt(over))).toBe(false);
  });
});
