import type { EmbedderStatus } from './embedder.js';

/** What a worker says of itself every 5 s; older than 15 s counts as unknown. */
export interface WorkerState {
  readonly workerId: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly at: string;
  readonly version: string;
  /** circuits by dependency */
  readonly circuits: Readonly<Record<string, 'closed' | 'open' | 'half_open'>>;
  /** its embedder; null: none is configured. Absent in reports of older versions */
  readonly embedder?: EmbedderStatus | null;
  /** counters as prom-client's JSON, for the API to aggregate */
  readonly metrics: unknown;
}

export interface WorkerBoard {
  report(state: WorkerState): Promise<void>;
  /** states no older than `maxAgeMs` */
  list(options: { maxAgeMs: number }): Promise<readonly WorkerState[]>;
  remove(workerId: string): Promise<void>;
}

/** Facts of the installation that live in the store, made on first use. */
export interface StoreIdentity {
  /** 12 lower-case hex digits; queues and schedules end in it */
  readonly storeId: string;
  /** 32 random bytes, hex: derives run ids from Idempotency-Keys, signs page cookies */
  readonly installationSecret: string;
}
