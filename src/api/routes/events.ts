/** `GET /runs/{id}/events`: what changes in a run, as it changes, over server-sent events. */
import { once } from 'node:events';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { END_STATUSES, type RunEventMessage, type RunStatus } from '../../contracts/run.js';
import { EventIdSchema } from '../../contracts/schemas/requests.js';
import type { Redactor } from '../../domain/redaction.js';
import type { Runs } from '../../ports/runs.js';
import { contextOf } from '../context.js';
import type { ApiMetrics } from '../metrics.js';
import { invalidRequest, ProblemError } from '../problems.js';
import { runIdParameter } from './runs.js';

/** How long a client waits before it comes back, milliseconds. A restart of the API takes about this long. */
const RETRY_MS = 2_000;
/** Proxies close connections that are silent for 30 to 60 s. */
export const HEARTBEAT_MS = 15_000;
/** Each stream holds one long poll on Temporal. */
export const MAX_STREAMS = 200;

export interface EventDeps {
  readonly runs: Pick<Runs, 'view' | 'events'>;
  readonly redact: Redactor;
  readonly metrics: ApiMetrics;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
}

/** The header wins: a browser that reconnects sends it along with the address it first used. */
function startAfter(req: Request): number {
  const text = req.get('last-event-id') ?? req.query['after'];
  if (text === undefined || text === '') return 0;
  const parsed = EventIdSchema.safeParse(text);
  if (!parsed.success) throw invalidRequest(parsed.error);
  return parsed.data;
}

const isEnded = (status: RunStatus) => (END_STATUSES as readonly RunStatus[]).includes(status);

function toText(message: RunEventMessage, redact: Redactor): string {
  // JSON has no line breaks of its own, so one data line is enough.
  return `id: ${message.id}\nevent: ${message.event}\ndata: ${JSON.stringify(redact(message))}\n\n`;
}

function openStream(res: Response): void {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // nginx would hold events back otherwise
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
  res.write(`retry: ${RETRY_MS}\n\n`);
}

/** Writes and waits until a slow reader has caught up, so that nothing piles up in memory. */
async function write(res: Response, text: string, signal: AbortSignal): Promise<void> {
  if (res.write(text) || signal.aborted) return;
  await once(res, 'drain', { signal });
}

/** Aborts when the client goes away or the server stops. */
function untilGone(res: Response, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, stopping]);
}

async function pump(res: Response, messages: AsyncIterable<RunEventMessage>, redact: Redactor, signal: AbortSignal) {
  for await (const message of messages) {
    if (signal.aborted) return;
    await write(res, toText(message, redact), signal);
    if (message.event === 'end') return;
  }
}

async function stream(res: Response, runId: string, after: number, deps: EventDeps): Promise<void> {
  const signal = untilGone(res, deps.stopping);
  openStream(res);
  const heartbeat = setInterval(() => res.write(': still here\n\n'), deps.heartbeatMs);
  try {
    await pump(res, deps.runs.events(runId, { after, signal }), deps.redact, signal);
  } catch (error) {
    // The client comes back with the last id it saw; nothing is lost.
    if (!signal.aborted)
      deps.log.warn(
        { request_id: contextOf(res).requestId, error: error instanceof Error ? error.name : 'unknown' },
        'an event stream broke off',
      );
  } finally {
    clearInterval(heartbeat);
    res.end();
  }
}

/**
 * Each message has the id of its history event, its kind, and `{id, event, changed}` as data: `run = {...run,
 * ...changed}`. Ends after the event `end`. A client that has seen the end gets 204, which tells a browser's
 * EventSource not to come back.
 */
export function runEvents(deps: EventDeps): RequestHandler {
  let open = 0;
  return async (req, res) => {
    const runId = runIdParameter(req);
    const after = startAfter(req);
    // Read first: an unknown run or an absent Temporal is a problem with a status, not an empty stream.
    const view = await deps.runs.view(runId);
    if (isEnded(view.overall_status) && after >= view.last_event_id) {
      res.set('Cache-Control', 'no-store').status(204).end();
      return;
    }
    if (open >= MAX_STREAMS) throw new ProblemError('too_many_streams', { headers: { 'Retry-After': '5' } });
    open += 1;
    deps.metrics.streamOpened();
    try {
      await stream(res, runId, after, deps);
    } finally {
      open -= 1;
      deps.metrics.streamClosed();
    }
  };
}
