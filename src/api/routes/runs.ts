import type { Request, RequestHandler } from 'express';
import { RunIdSchema, RunsQuerySchema } from '../../contracts/schemas/requests.js';
import type { RunFilter, Runs } from '../../ports/runs.js';
import type { Cursors } from '../cursors.js';
import type { ApiDeps } from '../deps.js';
import type { ApiMetrics } from '../metrics.js';
import { invalidRequest, ProblemError } from '../problems.js';
import type { SendJson } from '../replies.js';
import { linksOf } from './trigger.js';

type Deps = Pick<ApiDeps, 'runs'> & { readonly metrics: ApiMetrics; readonly sendJson: SendJson };

/** @throws ProblemError run_not_found: also for ids that no run can have */
export function runIdParameter(req: Request): string {
  const parsed = RunIdSchema.safeParse(req.params['id']);
  if (!parsed.success) throw new ProblemError('run_not_found');
  return parsed.data;
}

/** @throws InvalidCursorError, ProblemError naming each parameter that is wrong */
function toFilter(query: unknown, cursors: Cursors): RunFilter {
  const parsed = RunsQuerySchema.safeParse(query);
  if (!parsed.success) throw invalidRequest(parsed.error);
  const { status, kind, source, created_after, created_before, limit, cursor } = parsed.data;
  return {
    limit,
    ...(status === undefined || status.length === 0 ? {} : { statuses: status }),
    ...(kind === undefined ? {} : { kind }),
    ...(source === undefined ? {} : { source }),
    ...(created_after === undefined ? {} : { createdAfter: created_after }),
    ...(created_before === undefined ? {} : { createdBefore: created_before }),
    ...(cursor === undefined ? {} : { cursor: cursors.open(cursor) }),
  };
}

/** `GET /runs` */
export function listRuns({ runs, sendJson, cursors }: Deps & { readonly cursors: Cursors }): RequestHandler {
  return async (req, res) => {
    // The query of Express has no prototype; a strict schema wants a plain object.
    const { runs: found, nextCursor } = await runs.list(toFilter({ ...req.query }, cursors));
    sendJson(res, 200, { runs: found, next_cursor: nextCursor === null ? null : cursors.seal(nextCursor) });
  };
}

/** `GET /runs/{id}` */
export function showRun({ runs, metrics, sendJson }: Deps): RequestHandler {
  return async (req, res) => {
    const view = await runs.view(runIdParameter(req));
    metrics.ledger.seen(view.run_id, view.overall_status);
    sendJson(res, 200, view);
  };
}

export const RUN_COMMANDS = ['pause', 'continue', 'cancel'] as const satisfies readonly (keyof Runs)[];
export type RunCommand = (typeof RUN_COMMANDS)[number];

/** `POST /runs/{id}/pause`, `/continue`, `/cancel`: obeyed between activities. */
export function commandRun(command: RunCommand, { runs, sendJson }: Deps): RequestHandler {
  return async (req, res) => {
    const runId = runIdParameter(req);
    await runs[command](runId);
    const { self, events } = linksOf(runId);
    sendJson(res, 202, { run_id: runId, accepted: command, links: { self, events } });
  };
}
