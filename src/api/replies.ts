/** The only places that write a body: every one passes the redactor. */
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Redactor } from '../domain/redaction.js';
import { requestIdOf } from './context.js';
import { problemBody, PROBLEMS, toProblem } from './problems.js';

export type SendJson = (res: Response, status: number, body: unknown) => void;

export function createSendJson(redact: Redactor): SendJson {
  return (res, status, body) => {
    res.status(status).set('Cache-Control', 'no-store').json(redact(body));
  };
}

/** What a log line may hold of an error: class, message and stack, redacted; no fields, which may hold anything. */
function loggable(error: unknown, redact: Redactor): object {
  if (!(error instanceof Error)) return { name: typeof error };
  return redact({ name: error.name, message: error.message, stack: error.stack ?? null });
}

/** Writes problem details for whatever was thrown. After the first byte only the connection can tell: it is cut. */
export function createErrorHandler({ redact, log }: { redact: Redactor; log: Logger }): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const problem = toProblem(error);
    const { status } = PROBLEMS[problem.code];
    const requestId = requestIdOf(res);
    if (status >= 500) {
      const facts = { request_id: requestId, error: loggable(problem.options.cause ?? error, redact) };
      // A dependency that is away is no fault of ours.
      log[status === 500 ? 'error' : 'warn'](facts, problem.code);
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res
      .status(status)
      .set({ 'Cache-Control': 'no-store', ...problem.options.headers })
      .type('application/problem+json')
      .send(JSON.stringify(redact(problemBody(problem, requestId))));
  };
}
