import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.js';

/** Nothing inline, nothing from elsewhere, no frames. The page is built for it. */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
};

/** Security headers of every reply. Strict-Transport-Security only where TLS is known to be in front. */
export function securityHeaders({ tls, publicUrl }: Pick<Config['api'], 'tls' | 'publicUrl'>): RequestHandler {
  const overTls = tls !== null || (publicUrl?.startsWith('https:') ?? false);
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
}
