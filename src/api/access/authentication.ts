/** Who calls: by bearer, by the page's cookie, or anybody where no key is configured. */
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config.js';
import { contextOf, type Proof } from '../context.js';
import { ProblemError } from '../problems.js';
import { createSessions, equalSecrets, type Sessions } from './sessions.js';

export interface Authentication {
  /** notes in the request's context how the caller proved who they are; refuses nobody */
  readonly authenticate: RequestHandler;
  /** refuses whoever proved nothing */
  readonly requireKey: RequestHandler;
  readonly keyRequired: boolean;
  /** is this the key? */
  isKey(given: string): boolean;
  signIn(req: Request, res: Response): Date;
  signOut(req: Request, res: Response): void;
}

type Settings = Pick<Config['api'], 'apiKey' | 'publicUrl'>;

function cookieOf(req: Request, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

function bearerOf(req: Request): string | undefined {
  return /^Bearer[ \t]+(\S+)[ \t]*$/i.exec(req.headers.authorization ?? '')?.[1];
}

export function createAuthentication(settings: Settings, installationSecret: string): Authentication {
  const { apiKey } = settings;
  const sessions: Sessions | null =
    apiKey === undefined ? null : createSessions({ secret: installationSecret, apiKey });
  const overTls = (req: Request) => req.secure || (settings.publicUrl?.startsWith('https:') ?? false);
  // __Host-: browsers take such a cookie over TLS only, and never for another host.
  const cookieName = (req: Request) => (overTls(req) ? '__Host-synthetic' : 'synthetic');
  const cookieOptions = (req: Request) =>
    ({ httpOnly: true, sameSite: 'strict', secure: overTls(req), path: '/' }) as const;
  const isKey = (given: string) => apiKey !== undefined && equalSecrets(given, apiKey);

  const proofOf = (req: Request): Proof => {
    if (sessions === null) return 'open';
    const bearer = bearerOf(req);
    if (bearer !== undefined) return isKey(bearer) ? 'bearer' : 'wrong_bearer';
    const cookie = cookieOf(req, cookieName(req));
    return cookie !== undefined && sessions.verify(cookie, Date.now()) ? 'cookie' : 'none';
  };

  return {
    authenticate(req, res, next) {
      contextOf(res).proof = proofOf(req);
      next();
    },
    requireKey(_req, res, next) {
      const { proof } = contextOf(res);
      if (proof === 'none' || proof === 'wrong_bearer')
        throw new ProblemError(proof === 'none' ? 'unauthorised' : 'wrong_key', {
          headers: { 'WWW-Authenticate': 'Bearer realm="synthetic-api"' },
        });
      next();
    },
    keyRequired: sessions !== null,
    isKey,
    signIn(req, res) {
      if (sessions === null) throw new Error('no key is configured: there is nothing to sign in to');
      const { token, expiresAt } = sessions.issue(Date.now());
      res.cookie(cookieName(req), token, { ...cookieOptions(req), expires: expiresAt });
      return expiresAt;
    },
    signOut(req, res) {
      res.clearCookie(cookieName(req), cookieOptions(req));
    },
  };
}
