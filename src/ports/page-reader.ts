import type { PageGate, PageOutcome, ReadHow } from '../contracts/run.js';
import type { PageExplanation } from './page-explanation.js';

/** Where a PDF page lies within the text, offsets in UTF-16 code units. */
export interface PageSpan {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

export interface ReadPageContent {
  /** as asked */
  readonly url: string;
  /** after redirects */
  readonly finalUrl: string;
  /** identity of the page: canonical link or final URL, without fragment and tracking parameters */
  readonly canonicalUrl: string;
  readonly title: string | null;
  readonly author: string | null;
  /** ISO 8601 */
  readonly publishedAt: string | null;
  /** BCP 47 primary subtag */
  readonly language: string | null;
  /** main text; offsets into it are stable */
  readonly text: string;
  readonly how: ReadHow;
  readonly status: number;
  /** pages of a PDF; empty otherwise */
  readonly spans: readonly PageSpan[];
  /** name and version of what made the text, e.g. `learned-1` */
  readonly extractor: string;
  /** response validators for conditional requests */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type ReadOutcome =
  | { readonly outcome: 'read'; readonly page: ReadPageContent; readonly explanation?: PageExplanation }
  | {
      readonly outcome: Exclude<PageOutcome, 'read'>;
      /** stable code, e.g. `robots_disallowed`, `http_404`, `timeout` */
      readonly reason: string;
      /** one plain sentence for people */
      readonly message: string;
      readonly status: number | null;
      readonly how: ReadHow | null;
      /** may another try mend it (network fault, 429, 5xx)? */
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
      readonly title?: string | null;
      /** of a gated page */
      readonly gate?: PageGate;
      /** where it was asked for and the body was looked at */
      readonly explanation?: PageExplanation;
    }
  /** the stored copy is still right: 304 to a conditional request */
  | { readonly outcome: 'not_modified'; readonly status: number };

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** preferred language, BCP 47 primary subtag */
  readonly language: string;
  /** validators of the stored copy, for a conditional request */
  readonly stored?: { readonly etag: string | null; readonly lastModified: string | null };
  /** tell why the page is read as it is, block by block; costs time, never asked for by runs [false] */
  readonly explain?: boolean;
}

/** Reads one page. What the page or its host does wrong is an outcome, never an exception. */
export interface PageReader {
  /** does this reader want this address? The first that does, gets it */
  handles(url: string): boolean;
  /** @throws only when `signal` aborts */
  read(url: string, options: ReadOptions): Promise<ReadOutcome>;
}
