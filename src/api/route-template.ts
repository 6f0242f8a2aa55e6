import type { Request } from 'express';

/** `/runs/:id` and never the address itself: it may hold ids and secrets. `unmatched` where no route took it. */
export function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
