import type { ReadPageContent } from './page-reader.js';

export interface StoredPage extends ReadPageContent {
  /** hash of canonical URL, text and extractor version */
  readonly pageId: string;
  readonly retrievedAt: string;
  /** set when the page was read behind a gate: seen by that run only */
  readonly privateTo: string | null;
}

export interface PageRef {
  readonly pageId: string;
  /** BCP 47 primary subtag */
  readonly language: string | null;
}

/** Stored pages and which runs use them. Writes are keyed: a repeat changes nothing. */
export interface PageStore {
  /**
   * Stores the page, points its addresses (asked, final, canonical) at it and links it to the run, in one transaction.
   * @throws StoreUnavailableError locked, full or broken
   */
  save(page: ReadPageContent, options: { runId: string; retrievedAt: string; privateTo?: string }): Promise<StoredPage>;
  get(pageId: string): Promise<StoredPage | null>;
  /** the newest public copy of an address (any age: the caller compares `retrievedAt`) */
  findByUrl(url: string): Promise<StoredPage | null>;
  /** links a stored page to a run; false when the page is gone */
  link(pageId: string, runId: string): Promise<boolean>;
  /** marks the copy as seen again now (304) */
  touch(pageId: string, retrievedAt: string): Promise<void>;
  pagesOfRun(runId: string): Promise<readonly StoredPage[]>;
  /** the same pages without their texts */
  pageRefsOfRun(runId: string): Promise<readonly PageRef[]>;
  /** ids of every stored page */
  pageIds(): Promise<readonly string[]>;
  /** pages that no other run uses */
  pagesOfRunAlone(runId: string): Promise<readonly string[]>;
  /** ids of all runs that own something in the store */
  runIds(): Promise<readonly string[]>;
  /** removes the run's links, and the pages and chunks that no other run uses; returns how many pages went */
  deleteRun(runId: string): Promise<number>;
}
