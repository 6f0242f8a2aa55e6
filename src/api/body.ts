import express, { type RequestHandler } from 'express';
import { EmptyBodySchema } from '../contracts/schemas/requests.js';
import { invalidRequest, ProblemError } from './problems.js';

/** Bytes of a body. */
const BODY_LIMIT = '64kb';

function hasBody(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const requireJson: RequestHandler = (req, _res, next) => {
  if (hasBody(req.headers) && req.is('application/json') === false)
    throw new ProblemError('unsupported_media_type', { headers: { Accept: 'application/json' } });
  next();
};

/** JSON of at most 64 KiB, uncompressed; anything else is refused before it is read. */
export function readJson(): readonly RequestHandler[] {
  return [requireJson, express.json({ limit: BODY_LIMIT, strict: true, inflate: false, type: 'application/json' })];
}

/** For calls that take nothing: no body, or `{}`. */
export const requireEmptyBody: RequestHandler = (req, _res, next) => {
  const parsed = EmptyBodySchema.safeParse(req.body ?? {});
  if (!parsed.success) throw invalidRequest(parsed.error);
  next();
};
