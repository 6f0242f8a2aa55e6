import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { FaultPoint } from '../faults.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { ChunkIndex } from '../ports/chunk-index.js';
import type { PageStore } from '../ports/page-store.js';
import type { Runs } from '../ports/runs.js';
import type { Wearers } from '../ports/wearers.js';
import type { StoreIdentity, WorkerBoard } from '../ports/worker-board.js';

/** What the API is made of. It depends on ports only; `compose.ts` builds what stands behind them. */
export interface ApiDeps {
  readonly config: Config;
  readonly runs: Runs;
  readonly wearers: Wearers;
  readonly board: WorkerBoard;
  /** screenshots of actions */
  readonly artifacts: Pick<ArtifactStore, 'load' | 'list'>;
  /** asked by `GET /ready` only */
  readonly store: Pick<PageStore, 'get'>;
  /** passages in a store of their own; null: they lie with their pages */
  readonly passages?: Pick<ChunkIndex, 'countOfPage'> | null;
  readonly identity: StoreIdentity;
  readonly log: Logger;
  readonly version: string;
  /** the built web page; null or an absent folder: a plain page says so */
  readonly pageDir: string | null;
  /** path of the Chromium that would be used, or null: reported by `GET /ready` */
  readonly chromium?: string | null;
  /** address of Temporal's own page, when it is known */
  readonly temporalUi?: () => string | null;
  /** the namespace of the runs, for links into that page */
  readonly temporalNamespace?: string;
  /** aborts when the server stops: open event streams end, so that clients come back to the next server */
  readonly stopping?: AbortSignal;
  /** tests kill the process between the start of a run and the reply, at `reply:trigger` */
  readonly faultPoint?: FaultPoint;
  /** milliseconds between heartbeats of an event stream; default 15,000 */
  readonly heartbeatMs?: number;
}
