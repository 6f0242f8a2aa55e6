import type { Config } from '../config.js';
import type { ReadOutcome } from '../ports/page-reader.js';
import type { MemoryStore } from '../ports/memory-store.js';
import type { Runs } from '../ports/runs.js';
import type { Prompts } from './prompts.js';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface DoctorReport {
  readonly ok: boolean;
  readonly lines: readonly {
    readonly name: string;
    readonly status: 'ok' | 'missing' | 'warning';
    readonly detail: string;
  }[];
}

export interface InspectionOptions {
  readonly language: string;
  readonly signal: AbortSignal;
  /** tell of every block why it was kept or left out */
  readonly explain: boolean;
  /** may a browser be tried where a run would try one? */
  readonly browser: boolean;
}

export interface Inspected {
  readonly outcome: ReadOutcome;
  /** what plain HTTP had met where a browser read the page after it */
  readonly beforeBrowser: ReadOutcome | null;
}

/** Reads one page as a run would, without storing it. */
export interface PageInspection {
  /** an http(s) address, or the path of a file */
  read(target: string, options: InspectionOptions): Promise<Inspected>;
  close(): Promise<void>;
}

/** @throws Error whose message says what to do */
export interface Backups {
  backUp(target: string): { readonly files: readonly string[]; readonly has_runs: boolean; readonly bytes: number };
  restore(source: string): { readonly created_at: string; readonly movedTo: string | null };
}

/** What commands are made of; each part is opened only by the command that needs it. */
export interface CliDeps {
  readonly out: Output;
  readonly err: Output;
  readonly prompts: Prompts;
  /** may this stream be coloured at all (NO_COLOR, dumb terminals)? */
  readonly colours: boolean;
  readonly version: string;
  /** @throws ConfigError */
  loadConfig(): Config;
  openRuns(config: Config): Promise<{ readonly runs: Runs; close(): Promise<void> }>;
  /** what is remembered of tasks: read from the store itself */
  openMemories(config: Config): Promise<{ readonly memories: MemoryStore; close(): Promise<void> }>;
  openInspection(config: Config): Promise<PageInspection>;
  /** @throws DomainError what keeps the embedder or the store from it */
  reindex(
    config: Config,
    onProgress: (done: number, all: number) => void,
  ): Promise<{ readonly passages: number; readonly space: string }>;
  runDoctor(config: Config): Promise<DoctorReport>;
  openBackups(config: Config): Promise<Backups>;
  /** aborts on Ctrl-C */
  readonly interrupted: AbortSignal;
}
