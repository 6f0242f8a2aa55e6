/** Reads one page as a run would: an address over the readers, a file as if it had been sent. */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageReader, ReadOutcome } from '../ports/page-reader.js';
import type { PageInspection } from './deps.js';

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

export interface InspectionParts {
  readonly readers: readonly PageReader[];
  readonly readBytes: (
    body: { url: string; bytes: Uint8Array; contentType: string | null },
    signal: AbortSignal,
  ) => Promise<ReadOutcome>;
  close(): Promise<void>;
}

export function createInspection(parts: InspectionParts): PageInspection {
  return {
    async read(target, options) {
      if (/^https?:\/\//i.test(target)) {
        const reader = parts.readers.find((candidate) => candidate.handles(target));
        if (reader === undefined) throw new Error(`nothing here reads ${target}`);
        return reader.read(target, options);
      }
      const bytes = await readFile(target);
      const contentType = CONTENT_TYPES[extname(target).toLowerCase()] ?? null;
      const outcome = await parts.readBytes(
        { url: pathToFileURL(resolve(target)).href, bytes, contentType },
        options.signal,
      );
      // Nobody answered with a status: a file was opened.
      return 'reason' in outcome ? { ...outcome, status: null } : outcome;
    },
    close: () => parts.close(),
  };
}
