/** Stored pages, read as the product reads them, in its own store: what retrieval is measured on. */
import { createBodyPool } from '../src/adapters/http/body-pool.js';
import type { EmbeddedStore } from '../src/adapters/libsql/store.js';
import { chunkText } from '../src/domain/chunking.js';
import type { ReadPageContent } from '../src/ports/page-reader.js';
import { readPages } from '../scripts/train-extractor/read-pages.js';

export interface Corpus {
  readonly pages: readonly { readonly id: string; readonly content: ReadPageContent }[];
  /** pages that the product does not read, by reason */
  readonly unread: Readonly<Record<string, number>>;
}

/** Reads `truth.jsonl.gz` and `html/<id>.html.gz` of a folder through the product's own worker threads. */
export async function readCorpus(dir: string): Promise<Corpus> {
  const pool = createBodyPool();
  const unread: Record<string, number> = {};
  const one = async ({ id, url, html }: { id: string; url: string; html: string }) => {
    const read = await pool.read(
      { url, kind: 'html', contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) },
      new AbortController().signal,
    );
    if (read.outcome !== 'read') {
      unread[read.reason] = (unread[read.reason] ?? 0) + 1;
      return [];
    }
    return [{ id, content: contentOf(url, read) }];
  };
  try {
    const pages = [];
    for (const batch of batches(readPages(dir), 20)) pages.push(...(await Promise.all(batch.map(one))).flat());
    return { pages, unread };
  } finally {
    await pool.close();
  }
}

type Read = Pick<ReadPageContent, 'title' | 'author' | 'publishedAt' | 'language' | 'text' | 'spans' | 'extractor'>;

const contentOf = (
  url: string,
  { title, author, publishedAt, language, text, spans, extractor }: Read,
): ReadPageContent => ({
  ...{ url, finalUrl: url, canonicalUrl: url, title, author, publishedAt, language, text, spans, extractor },
  ...{ how: 'http', status: 200, etag: null, lastModified: null },
});

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

export interface Indexed {
  /** the store's id of each page of the corpus */
  readonly idOf: ReadonlyMap<string, string>;
  readonly pageIds: readonly string[];
  readonly chunks: number;
}

/** Stores and indexes the pages for a run. `copy` makes other pages of the same texts; `chunks` stops after so many. */
export async function indexPages(
  store: EmbeddedStore,
  corpus: Corpus,
  { runId, copy = 0, chunks: most = Infinity }: { runId: string; copy?: number; chunks?: number },
): Promise<Indexed> {
  const idOf = new Map<string, string>();
  let chunks = 0;
  for (const { id, content } of corpus.pages) {
    const canonicalUrl = copy === 0 ? content.canonicalUrl : `${content.canonicalUrl}#copy-${copy}`;
    const page = await store.pages.save(
      { ...content, canonicalUrl },
      { runId, retrievedAt: '2026-11-30T00:00:00.000Z' },
    );
    const made = chunkText(page);
    const { pageId, url, title, language } = page;
    await store.chunks.upsert({ pageId, url, title: title ?? '', language }, made);
    idOf.set(id, pageId);
    chunks += made.length;
    if (chunks >= most) break;
  }
  return { idOf, pageIds: [...idOf.values()], chunks };
}
