/** The page's sign-in: the key once, then a cookie that scripts cannot read. */
import type { RequestHandler } from 'express';
import { SignInSchema } from '../../contracts/schemas/requests.js';
import type { Authentication } from '../access/authentication.js';
import { invalidRequest, ProblemError } from '../problems.js';
import type { SendJson } from '../replies.js';

/** `POST /session` `{api_key}` */
export function signIn(authentication: Authentication, sendJson: SendJson): RequestHandler {
  return (req, res) => {
    const parsed = SignInSchema.safeParse(req.body);
    if (!parsed.success) throw invalidRequest(parsed.error);
    if (!authentication.keyRequired) {
      sendJson(res, 200, { key_required: false, expires_at: null });
      return;
    }
    if (!authentication.isKey(parsed.data.api_key)) throw new ProblemError('wrong_key');
    const expiresAt = authentication.signIn(req, res);
    sendJson(res, 200, { key_required: true, expires_at: expiresAt.toISOString() });
  };
}

/** `DELETE /session`: this browser forgets. */
export function signOut(authentication: Authentication): RequestHandler {
  return (req, res) => {
    authentication.signOut(req, res);
    res.set('Cache-Control', 'no-store').status(204).end();
  };
}
