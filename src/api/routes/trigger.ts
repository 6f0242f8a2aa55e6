import type { Request, RequestHandler } from 'express';
import type { RunSource } from '../../contracts/run.js';
import { IdempotencyKeySchema } from '../../contracts/schemas/requests.js';
import type { Started } from '../../contracts/schemas/trigger.js';
import type { ApiDeps } from '../deps.js';
import type { ApiMetrics } from '../metrics.js';
import { ProblemError } from '../problems.js';
import type { SendJson } from '../replies.js';
import { randomRunId, runIdForKey } from '../run-ids.js';
import { parseTrigger, toRunInput, toRunMemo } from '../trigger-request.js';

type Deps = Pick<ApiDeps, 'config' | 'runs' | 'identity' | 'faultPoint'> & {
  readonly metrics: ApiMetrics;
  readonly sendJson: SendJson;
};

/** Our own clients name themselves; everybody else is `http`. */
function sourceOf(req: Request): RunSource {
  const client = req.get('x-synthetic-client');
  return client === 'page' || client === 'cli' ? client : 'http';
}

/** There is one key, so there is one caller; without a key, whoever reaches the loopback address. */
function callerOf(keyRequired: boolean): string {
  return keyRequired ? 'api-key' : 'open';
}

function runIdOf(req: Request, { config, identity }: Pick<Deps, 'config' | 'identity'>): string {
  const key = req.get('idempotency-key');
  if (key === undefined) return randomRunId();
  if (!IdempotencyKeySchema.safeParse(key).success) throw new ProblemError('invalid_idempotency_key');
  return runIdForKey(identity.installationSecret, callerOf(config.api.apiKey !== undefined), key);
}

export function linksOf(runId: string): Started['links'] {
  const self = `/runs/${runId}`;
  return {
    self,
    events: `${self}/events`,
    resume: `${self}/resume`,
    pause: `${self}/pause`,
    continue: `${self}/continue`,
    cancel: `${self}/cancel`,
  };
}

/** `POST /trigger`: 202 with the run's id and links. The same Idempotency-Key and body give the same run again. */
export function trigger(deps: Deps): RequestHandler {
  const { config, runs, metrics, sendJson } = deps;
  return async (req, res) => {
    const runId = runIdOf(req, deps);
    const body = parseTrigger(req.body);
    const source = sourceOf(req);
    const input = toRunInput(body, {
      maxPages: config.maxPages,
      maxDurationMs: config.runMaxMs,
      gates: config.gates,
      source,
      now: new Date(),
    });
    const started = await runs.start(runId, input, toRunMemo(body, input));
    deps.faultPoint?.('reply:trigger');
    if (started.created) metrics.runStarted(started.runId, source);
    const reply: Started = { run_id: started.runId, status: started.status, links: linksOf(started.runId) };
    res.set('Location', reply.links.self);
    sendJson(res, 202, reply);
  };
}
