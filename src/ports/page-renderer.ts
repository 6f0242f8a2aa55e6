import type { ReadOutcome } from './page-reader.js';

export interface RenderOptions {
  readonly signal: AbortSignal;
  /** preferred language, BCP 47 primary subtag */
  readonly language: string;
  /** names the run where traffic is logged */
  readonly owner: string;
  /** as `ReadOptions.explain` [false] */
  readonly explain?: boolean;
}

/** Reads one page in a browser: scripts run, consent banners are closed, lists that grow are scrolled for a while. */
export interface PageRenderer {
  /**
   * What the page does wrong is an outcome, never an exception; so is a browser that is missing (`no_browser`).
   * @throws only when `signal` aborts
   */
  render(url: string, options: RenderOptions): Promise<ReadOutcome>;
  close(): Promise<void>;
}
