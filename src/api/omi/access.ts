/** Omi signs nothing: a secret of ours in the address, as bearer or as query token is what tells it from anybody else. */
import { createHmac } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { isLoopback, type Config } from '../../config.js';
import { equalSecrets } from '../access/sessions.js';
import { ProblemError } from '../problems.js';

type Settings = Pick<Config['api'], 'host'> & Pick<Config['omi'], 'webhookSecret'>;

/** Senders append `?uid=…` blindly, also to an address that has a query: the token then ends in it. */
const withoutTail = (token: string): string => token.split(/[?&]/u, 1)[0] ?? '';

function secretsGiven(req: Request): string[] {
  const bearer = /^Bearer[ \t]+(\S+)[ \t]*$/iu.exec(req.headers.authorization ?? '')?.[1];
  const { token } = req.query;
  return [req.params['secret'], bearer, token]
    .filter((value): value is string => typeof value === 'string')
    .map(withoutTail);
}

/**
 * What stands in the chat tool's address. Omi adds nothing to a call, and the tool's description is public: a token of its
 * own opens the tool and nothing else.
 */
export const toolTokenOf = (webhookSecret: string): string =>
  createHmac('sha256', webhookSecret).update('omi chat tool').digest('hex').slice(0, 40);

/** @param alsoTool is the chat tool's own token enough? Missing and wrong are told apart by nobody. */
export function requireOmiSecret({ host, webhookSecret }: Settings, alsoTool = false): RequestHandler {
  const known = webhookSecret === undefined ? [] : [webhookSecret, ...(alsoTool ? [toolTokenOf(webhookSecret)] : [])];
  return (req, _res, next) => {
    if (webhookSecret === undefined) {
      if (!isLoopback(host)) throw new ProblemError('omi_not_configured');
      next();
      return;
    }
    // All of them are compared, so that the time tells nothing.
    const right = secretsGiven(req).flatMap((given) => known.filter((secret) => equalSecrets(given, secret)));
    if (right.length === 0) throw new ProblemError('wrong_omi_secret');
    next();
  };
}
