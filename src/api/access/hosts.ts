/** Which names and origins are ours. Stops DNS rebinding and calls from other sites' pages. */
import type { RequestHandler } from 'express';
import { isLoopback, type Config } from '../../config.js';
import { contextOf } from '../context.js';
import { ProblemError } from '../problems.js';

type ApiSettings = Pick<Config['api'], 'host' | 'publicUrl' | 'allowedHosts'>;

const WILDCARDS = new Set(['0.0.0.0', '::', '[::]']);

export interface KnownHosts {
  /** is `host[:port]` a name under which this API may be called? */
  allows(host: string): boolean;
  /** may a page of this origin call, when the request itself came to `host`? */
  allowsOrigin(origin: string, host: string): boolean;
}

function parseHost(host: string): URL | null {
  if (!/^[^\s/@?#\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`);
}

/** Names of ALLOWED_HOSTS match at any port, unless they name one; loopback names always match. */
export function createKnownHosts(settings: ApiSettings): KnownHosts {
  const publicUrl = settings.publicUrl === undefined ? null : new URL(settings.publicUrl);
  const bound = WILDCARDS.has(settings.host) ? [] : [settings.host];
  const listed = new Set([...settings.allowedHosts, ...bound, ...(publicUrl === null ? [] : [publicUrl.host])]);
  const names = new Set([...listed].map((name) => name.toLowerCase()));
  const allows = (host: string): boolean => {
    const parsed = parseHost(host);
    if (parsed === null) return false;
    const hostname = parsed.hostname.replace(/\.$/, '');
    return isLoopback(hostname) || names.has(hostname) || names.has(parsed.host) || names.has(host.toLowerCase());
  };
  return {
    allows,
    allowsOrigin(origin, host) {
      if (!URL.canParse(origin)) return false;
      const url = new URL(origin);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
      if (url.origin === publicUrl?.origin || url.host === parseHost(host)?.host) return true;
      return names.has(url.host);
    },
  };
}

export function checkHost(known: KnownHosts): RequestHandler {
  return (req, _res, next) => {
    if (!known.allows(req.headers.host ?? '')) throw new ProblemError('host_not_allowed');
    next();
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Fetch Metadata first, Origin where it is missing
 * (https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html).
 * Needs `authenticate` before it: a bearer cannot be sent by a page that does not have it.
 */
export function checkOrigin(known: KnownHosts): RequestHandler {
  return (req, res, next) => {
    const { origin, host = '' } = req.headers;
    const site = req.get('sec-fetch-site');
    const navigates = req.get('sec-fetch-mode') === 'navigate' && SAFE_METHODS.has(req.method);
    if (origin !== undefined && !known.allowsOrigin(origin, host)) throw new ProblemError('foreign_origin');
    const trusted = site === undefined || site === 'same-origin' || contextOf(res).proof === 'bearer';
    if (!trusted && !navigates && !(site === 'none' && SAFE_METHODS.has(req.method)))
      throw new ProblemError('foreign_origin');
    next();
  };
}
