/** Bounds on how often. Counted in this process: one API, one key. */
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { contextOf } from '../context.js';
import { ProblemError } from '../problems.js';

const MINUTE_MS = 60_000;

/** Guesses at the key: enough for a person's typing errors. */
export const SIGN_INS_PER_MINUTE = 10;

function addressOf(req: Request): string {
  // A whole /56 of IPv6 counts as one caller: one subscriber has at least that much.
  return `address:${ipKeyGenerator(req.ip ?? '', 56)}`;
}

function callerOf(req: Request, res: Response): string {
  const { proof } = contextOf(res);
  return proof === 'bearer' || proof === 'cookie' ? 'key' : addressOf(req);
}

function perMinute(limit: number, keyGenerator: (req: Request, res: Response) => string): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator,
    // An X-Forwarded-For without TRUST_PROXY is ignored on purpose.
    validate: { xForwardedForHeader: false },
    handler: (_req, res, next) => {
      const retryAfter = res.getHeader('Retry-After');
      next(
        new ProblemError('rate_limited', {
          headers: { 'Retry-After': typeof retryAfter === 'string' ? retryAfter : String(MINUTE_MS / 1000) },
        }),
      );
    },
  });
}

/** Starts of runs, per key; per address where no key is configured. */
export function limitTriggers(triggersPerMinute: number): RequestHandler {
  return perMinute(triggersPerMinute, callerOf);
}

export function limitSignIns(): RequestHandler {
  return perMinute(SIGN_INS_PER_MINUTE, addressOf);
}

/** Answers to gates, per key; per address where no key is configured. */
export function limitAnswers(answersPerMinute: number): RequestHandler {
  return perMinute(answersPerMinute, callerOf);
}
