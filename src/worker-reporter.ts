import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { Circuits } from './adapters/circuits.js';
import type { PageAttempt } from './contracts/run.js';
import type { Log } from './log.js';
import type { Embedder } from './ports/embedder.js';
import type { WorkerBoard } from './ports/worker-board.js';
import { VERSION } from './version.js';

const REPORT_EVERY_MS = 5_000;

interface Deps {
  readonly workerId: string;
  readonly board: WorkerBoard;
  readonly log: Log;
}

/** Counts what the worker does and writes it, with the state of the circuits, to the board that API and doctor read. */
export class WorkerReporter {
  private readonly register = new Registry();
  private readonly startedAt = new Date().toISOString();
  private readonly pages: Counter<'outcome' | 'how'>;
  private timer: NodeJS.Timeout | undefined;
  private failing = false;

  constructor(private readonly deps: Deps) {
    collectDefaultMetrics({ register: this.register, prefix: 'synthetic_worker_' });
    this.pages = new Counter({
      name: 'synthetic_pages_total',
      help: 'Pages that were tried, by outcome and by how they were read.',
      labelNames: ['outcome', 'how'],
      registers: [this.register],
    });
  }

  countPage({ outcome, how }: PageAttempt): void {
    this.pages.inc({ outcome, how: how ?? 'none' });
  }

  start(circuits: Circuits, embedder: Embedder | null): void {
    const report = () => void this.report(circuits, embedder);
    report();
    this.timer = setInterval(report, REPORT_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.deps.board.remove(this.deps.workerId).catch(() => undefined); // it fades by its age as well
  }

  /** A store that cannot be written must not end the worker; it is said once. */
  private async report(circuits: Circuits, embedder: Embedder | null): Promise<void> {
    const { workerId, board, log } = this.deps;
    try {
      await board.report({
        workerId,
        pid: process.pid,
        startedAt: this.startedAt,
        at: new Date().toISOString(),
        version: VERSION,
        circuits: circuits.states(),
        embedder: embedder?.status() ?? null,
        metrics: await this.register.getMetricsAsJSON(),
      });
      this.failing = false;
    } catch (error) {
      if (!this.failing) log.warn({ error: String(error) }, 'the state of this worker could not be written');
      this.failing = true;
    }
  }
}
