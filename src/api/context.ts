/** What one request carries from middleware to handlers. */
import type { Response } from 'express';

/** How the caller proved who they are. `open`: no key is configured. `none`: they did not. */
export type Proof = 'bearer' | 'cookie' | 'open' | 'none' | 'wrong_bearer';

export interface RequestContext {
  readonly requestId: string;
  proof: Proof;
}

const contexts = new WeakMap<object, RequestContext>();

export function setContext(res: Response, context: RequestContext): void {
  contexts.set(res, context);
}

/** @throws Error when the request did not pass `openContext`: a fault of the program */
export function contextOf(res: Response): RequestContext {
  const context = contexts.get(res);
  if (context === undefined) throw new Error('the request has no context');
  return context;
}

export function requestIdOf(res: Response): string | undefined {
  return contexts.get(res)?.requestId;
}
