/** Prometheus metrics: of this process, and those that workers wrote to the board, summed. */
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { Runs } from '../ports/runs.js';
import type { WorkerBoard, WorkerState } from '../ports/worker-board.js';
import { createRunLedger, type RunLedger } from './run-ledger.js';
import { routeOf } from './route-template.js';

/** Workers write every 5 s; what is older says nothing about now. */
export const BOARD_MAX_AGE_MS = 15_000;

export interface ApiMetrics {
  readonly observeRequests: RequestHandler;
  readonly ledger: RunLedger;
  runStarted(runId: string, source: string): void;
  streamOpened(): void;
  streamClosed(): void;
  readonly contentType: string;
  /** text of the exposition; what cannot be had is left out and logged */
  render(): Promise<string>;
}

/** As much of prom-client's JSON as its aggregator needs; what is not so is left out. */
const WorkerMetricSchema = z.looseObject({
  name: z.string().regex(/^[a-zA-Z_:][a-zA-Z0-9_:]*$/),
  help: z.string(),
  type: z.string(),
  aggregator: z.enum(['sum', 'first', 'min', 'max', 'average', 'omit']).default('sum'),
  values: z.array(
    z.looseObject({ value: z.number(), labels: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});

function metricsOf(state: WorkerState, own: ReadonlySet<string>): object[] {
  if (!Array.isArray(state.metrics)) return [];
  return state.metrics.flatMap((metric) => {
    const parsed = WorkerMetricSchema.safeParse(metric);
    // A name of this process would appear twice.
    return parsed.success && !own.has(parsed.data.name) ? [parsed.data] : [];
  });
}

async function renderWorkers(board: WorkerBoard, own: Registry, workers: Gauge): Promise<string> {
  const states = await board.list({ maxAgeMs: BOARD_MAX_AGE_MS });
  workers.set(states.length);
  const names = new Set(own.getMetricsAsArray().map(({ name }) => name));
  return AggregatorRegistry.aggregate(states.map((state) => metricsOf(state, names))).metrics();
}

/** One page of the list: whoever has more people waiting than that knows it. */
const MOST_COUNTED = 100;

async function countWaiting(runs: Pick<Runs, 'list'>, waiting: Gauge): Promise<void> {
  const { runs: found } = await runs.list({ limit: MOST_COUNTED, statuses: ['awaiting_human_input'] });
  waiting.set(found.length);
}

export interface MetricsDeps {
  readonly runs: Pick<Runs, 'list'>;
  readonly board: WorkerBoard;
  readonly log: Logger;
  readonly version: string;
}

function createInstruments(register: Registry, version: string) {
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ name: 'synthetic_build_info', help: 'Always 1.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  return {
    requests: new Counter({
      name: 'synthetic_http_requests_total',
      help: 'HTTP requests answered, by route template.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'synthetic_http_request_duration_seconds',
      help: 'Time from request to the end of its reply; event streams are left out.',
      labelNames: ['route'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    started: new Counter({
      name: 'synthetic_api_runs_started_total',
      help: 'Runs that this process started.',
      labelNames: ['source'],
      registers,
    }),
    ended: new Counter({
      name: 'synthetic_api_runs_ended_total',
      help: 'Runs that this process started and that have ended, by overall_status.',
      labelNames: ['outcome'],
      registers,
    }),
    streams: new Gauge({ name: 'synthetic_event_streams', help: 'Open event streams.', registers }),
    waiting: new Gauge({
      name: 'synthetic_gates_waiting',
      help: `Runs that wait for a person, counted up to ${MOST_COUNTED}.`,
      registers,
    }),
    workers: new Gauge({ name: 'synthetic_workers', help: 'Workers that reported lately.', registers }),
  };
}

type Instruments = ReturnType<typeof createInstruments>;

function observeRequests({ requests, durations }: Instruments): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    res.once('close', () => {
      const route = routeOf(req);
      requests.inc({ method: req.method, route, status: String(res.statusCode) });
      if (!route.endsWith('/events')) durations.observe({ route }, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}

export function createApiMetrics({ runs, board, log, version }: MetricsDeps): ApiMetrics {
  const register = new Registry();
  const instruments = createInstruments(register, version);
  const ledger = createRunLedger((outcome) => instruments.ended.inc({ outcome }));
  const orNothing = async (what: string, work: Promise<string | void>): Promise<string> => {
    try {
      return (await work) ?? '';
    } catch (error) {
      log.warn({ what, error: error instanceof Error ? error.name : 'unknown' }, 'metrics are incomplete');
      return '';
    }
  };
  return {
    observeRequests: observeRequests(instruments),
    ledger,
    runStarted(runId, source) {
      instruments.started.inc({ source });
      ledger.started(runId);
    },
    streamOpened: () => instruments.streams.inc(),
    streamClosed: () => instruments.streams.dec(),
    contentType: register.contentType,
    async render() {
      const [workers] = await Promise.all([
        orNothing('workers', renderWorkers(board, register, instruments.workers)),
        orNothing('gates', countWaiting(runs, instruments.waiting)),
        orNothing('runs', ledger.refresh(runs)),
      ]);
      return (await register.metrics()) + workers;
    },
  };
}
