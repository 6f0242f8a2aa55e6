/** One line per request: method, route template, status, duration, id. No address, no header, no body. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { contextOf, setContext } from './context.js';
import { routeOf } from './route-template.js';

const QUIET_ROUTES = new Set(['/health', '/ready', '/metrics', 'unmatched']);

export function openContext(): RequestHandler {
  return (_req, res, next) => {
    const requestId = randomUUID();
    setContext(res, { requestId, proof: 'none' });
    res.set('X-Request-Id', requestId);
    next();
  };
}

export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    res.once('close', () => {
      const route = routeOf(req);
      const level = QUIET_ROUTES.has(route) && res.statusCode < 500 ? 'debug' : 'info';
      log[level](
        {
          request_id: contextOf(res).requestId,
          method: req.method,
          route,
          status: res.statusCode,
          ms: Math.round(performance.now() - startedAt),
        },
        'request',
      );
    });
    next();
  };
}
