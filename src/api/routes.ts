/** Routes as a table, so that a wrong method is told apart from a wrong address. */
import type { Express, RequestHandler } from 'express';
import { ProblemError } from './problems.js';

export type Method = 'get' | 'post' | 'delete';

export interface Route {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, readonly RequestHandler[]>>>;
}

function allowHeader(methods: Route['methods']): string {
  const names = Object.keys(methods).map((method) => method.toUpperCase());
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}

/** Mounts the routes; 405 with Allow for their other methods. OPTIONS grants nothing to other origins. */
export function mountRoutes(app: Express, routes: readonly Route[]): void {
  for (const { path, methods } of routes) {
    const route = app.route(path);
    for (const [method, handlers] of Object.entries(methods) as [Method, readonly RequestHandler[]][])
      route[method](...handlers);
    const allow = allowHeader(methods);
    route.options((_req, res) => {
      res.set('Allow', allow).status(204).end();
    });
    route.all(() => {
      throw new ProblemError('method_not_allowed', { headers: { Allow: allow } });
    });
  }
}
