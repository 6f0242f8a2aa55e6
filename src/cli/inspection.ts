/** Reads one page as a run would: an address over the readers, a file as if it had been sent. */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { worthABrowser } from '../domain/worth-a-browser.js';
import type { PageReader, ReadOutcome } from '../ports/page-reader.js';
import type { PageRenderer } from '../ports/page-renderer.js';
import type { Inspected, InspectionOptions, PageInspection } from './deps.js';

/** What a server would say of such a file; others are told by their bytes. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.xml': 'application/xml',
};

interface Body {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  readonly explain: boolean;
}

export interface InspectionParts {
  readonly readers: readonly PageReader[];
  readonly renderer: Pick<PageRenderer, 'render'>;
  readonly readBytes: (body: Body, signal: AbortSignal) => Promise<ReadOutcome>;
  close(): Promise<void>;
}

export function createInspection(parts: InspectionParts): PageInspection {
  return {
    async read(target, options) {
      if (/^https?:\/\//i.test(target)) return readAddress(parts, target, options);
      return { outcome: await readOpened(parts, target, options), beforeBrowser: null };
    },
    close: () => parts.close(),
  };
}

async function readAddress(parts: InspectionParts, url: string, options: InspectionOptions): Promise<Inspected> {
  const reader = parts.readers.find((candidate) => candidate.handles(url));
  if (reader === undefined) throw new Error(`nothing here reads ${url}`);
  const { signal, language, explain, browser } = options;
  const outcome = await reader.read(url, { signal, language, explain });
  if (!browser || !('reason' in outcome) || !worthABrowser(outcome)) return { outcome, beforeBrowser: null };
  const rendered = await parts.renderer.render(url, { signal, language, explain, owner: 'inspection' });
  // As in a run: without a browser, what plain HTTP met is the better reason, unless a browser is all that was missing.
  const noBrowser = 'reason' in rendered && rendered.reason === 'no_browser';
  if (noBrowser && outcome.outcome !== 'needs_browser') return { outcome, beforeBrowser: null };
  return { outcome: rendered, beforeBrowser: outcome };
}

async function readOpened(
  { readBytes }: InspectionParts,
  path: string,
  { signal, explain }: InspectionOptions,
): Promise<ReadOutcome> {
  const bytes = await readFile(path);
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()] ?? null;
  const outcome = await readBytes({ url: pathToFileURL(resolve(path)).href, bytes, contentType, explain }, signal);
  // Nobody answered with a status: a file was opened.
  return 'reason' in outcome ? { ...outcome, status: null } : outcome;
}
