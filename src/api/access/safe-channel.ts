/** What is secret is taken only where nobody can listen. */
import type { RequestHandler } from 'express';
import { isLoopbackAddress } from '../../domain/loopback.js';
import { ProblemError } from '../problems.js';

/** Headers by which a proxy says that it stands in between: then the loopback address is the proxy's, not the caller's. */
const BY_PROXY = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'via'] as const;

/** TLS (as far as TRUST_PROXY lets it be told), or this machine itself. @throws ProblemError insecure_channel */
export const requireSafeChannel: RequestHandler = (req, _res, next) => {
  const direct = BY_PROXY.every((name) => req.headers[name] === undefined);
  if (!req.secure && !(direct && isLoopbackAddress(req.socket.remoteAddress ?? '')))
    throw new ProblemError('insecure_channel');
  next();
};
