import { createHash } from 'node:crypto';
import { PageGoneError } from '../../contracts/errors.js';
import type { PageSpan, ReadPageContent } from '../../ports/page-reader.js';
import type { PageStore, StoredPage } from '../../ports/page-store.js';
import type { Database, SqlRow } from './database.js';

interface PageRow extends SqlRow {
  readonly id: number;
  readonly page_id: string;
  readonly url: string;
  readonly final_url: string;
  readonly canonical_url: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly published_at: string | null;
  readonly language: string | null;
  readonly text: string;
  readonly how: string;
  readonly status: number;
  readonly spans: string;
  readonly extractor: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly retrieved_at: string;
  readonly private_to: string | null;
}

/**
 * What names a copy: 32 hex digits of canonical URL, text and extractor. A private copy's name holds its run too, so that
 * it never meets the public copy of the same text.
 */
export function pageIdOf(page: ReadPageContent, privateTo: string | null): string {
  const parts = [page.canonicalUrl, page.text, page.extractor, privateTo ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Pages and their runs in the embedded store. */
export function createPageStore(database: Database): PageStore {
  const find = (pageId: string): PageRow | null =>
    database.get<PageRow>('SELECT * FROM pages WHERE page_id = ?', [pageId]);

  return {
    async save(content, { runId, retrievedAt, privateTo }) {
      const page = storable(content);
      const pageId = pageIdOf(page, privateTo ?? null);
      return database.transaction(() => {
        writePage(database, pageId, page, retrievedAt, privateTo ?? null);
        const stored = find(pageId)!;
        // A private page has no address in the store: nobody else can find it.
        if (privateTo === undefined) writeAddresses(database, stored.id, page);
        writeLink(database, stored.id, runId);
        return storedPage(stored);
      });
    },

    async get(pageId) {
      const row = find(pageId);
      return row && storedPage(row);
    },

    async findByUrl(url) {
      const row = database.get<PageRow>(
        `SELECT pages.* FROM page_urls JOIN pages ON pages.id = page_urls.page
         WHERE page_urls.url = ? AND pages.private_to IS NULL
         ORDER BY pages.retrieved_at DESC, pages.id DESC LIMIT 1`,
        [url],
      );
      return row && storedPage(row);
    },

    async link(pageId, runId) {
      return database.transaction(() => {
        const row = find(pageId);
        if (!row || (row.private_to !== null && row.private_to !== runId)) return false;
        writeLink(database, row.id, runId);
        return true;
      });
    },

    async touch(pageId, retrievedAt) {
      const changed = database.run('UPDATE pages SET retrieved_at = max(retrieved_at, ?) WHERE page_id = ?', [
        retrievedAt,
        pageId,
      ]);
      if (changed === 0) throw new PageGoneError(pageId);
    },

    async pagesOfRun(runId) {
      return database
        .all<PageRow>(
          `SELECT pages.* FROM page_runs JOIN pages ON pages.id = page_runs.page
           WHERE page_runs.run_id = ? ORDER BY page_runs.id`,
          [runId],
        )
        .map(storedPage);
    },

    async pageRefsOfRun(runId) {
      return database
        .all<{ page_id: string; language: string | null }>(
          `SELECT page_id, language FROM page_runs JOIN pages ON pages.id = page_runs.page
           WHERE run_id = ? ORDER BY page_runs.id`,
          [runId],
        )
        .map(({ page_id: pageId, language }) => ({ pageId, language }));
    },

    async pageIds() {
      return database.all<{ page_id: string }>('SELECT page_id FROM pages ORDER BY id').map((row) => row.page_id);
    },

    async pagesOfRunAlone(runId) {
      return database
        .all<{ page_id: string }>(
          `SELECT page_id FROM page_runs AS mine JOIN pages ON pages.id = mine.page WHERE run_id = ?
           AND NOT EXISTS (SELECT 1 FROM page_runs AS other WHERE other.page = mine.page AND other.run_id <> mine.run_id)`,
          [runId],
        )
        .map(({ page_id: pageId }) => pageId);
    },

    async runIds() {
      return database
        .all<{ run_id: string }>('SELECT DISTINCT run_id FROM page_runs ORDER BY run_id')
        .map((row) => row.run_id);
    },

    async deleteRun(runId) {
      return database.transaction(() => deleteRun(database, runId));
    },
  };
}

function writePage(
  database: Database,
  pageId: string,
  page: ReadPageContent,
  retrievedAt: string,
  privateTo: string | null,
): void {
  database.run(
    `INSERT INTO pages (page_id, url, final_url, canonical_url, title, author, published_at, language, text, how, status,
       spans, extractor, etag, last_modified, retrieved_at, private_to)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (page_id) DO UPDATE SET etag = excluded.etag, last_modified = excluded.last_modified,
       retrieved_at = max(retrieved_at, excluded.retrieved_at)`,
    [
      pageId,
      page.url,
      page.finalUrl,
      page.canonicalUrl,
      page.title,
      page.author,
      page.publishedAt,
      page.language,
      page.text,
      page.how,
      page.status,
      JSON.stringify(page.spans),
      page.extractor,
      page.etag,
      page.lastModified,
      retrievedAt,
      privateTo,
    ],
  );
}

function writeAddresses(database: Database, page: number, { url, finalUrl, canonicalUrl }: ReadPageContent): void {
  for (const address of new Set([url, finalUrl, canonicalUrl])) {
    database.run('INSERT OR IGNORE INTO page_urls (url, page) VALUES (?, ?)', [address, page]);
  }
}

function writeLink(database: Database, page: number, runId: string): void {
  database.run('INSERT OR IGNORE INTO page_runs (run_id, page) VALUES (?, ?)', [runId, page]);
}

function deleteRun(database: Database, runId: string): number {
  const pages = database
    .all<{ page: number }>('SELECT page FROM page_runs WHERE run_id = ?', [runId])
    .map((row) => row.page);
  database.run('DELETE FROM page_runs WHERE run_id = ?', [runId]);
  const unused = pages.filter(
    (page) => database.get('SELECT 1 AS used FROM page_runs WHERE page = ? LIMIT 1', [page]) === null,
  );
  for (const page of unused) {
    database.run('DELETE FROM chunk_words WHERE rowid IN (SELECT id FROM chunks WHERE page = ?)', [page]);
    database.run('DELETE FROM pages WHERE id = ?', [page]);
  }
  return unused.length;
}

/** SQLite's text ends at a NUL; U+FFFD in its place keeps every offset. */
function storable(page: ReadPageContent): ReadPageContent {
  const clean = <T extends string | null>(text: T): T =>
    text === null ? text : (text.replaceAll('\0', '\ufffd') as T);
  return {
    ...page,
    url: clean(page.url),
    finalUrl: clean(page.finalUrl),
    canonicalUrl: clean(page.canonicalUrl),
    title: clean(page.title),
    author: clean(page.author),
    publishedAt: clean(page.publishedAt),
    // A lone surrogate would come back as U+FFFD: the id and every quote are made of what comes back.
    text: clean(page.text).replace(/\p{Surrogate}/gu, '\ufffd'),
    etag: clean(page.etag),
    lastModified: clean(page.lastModified),
  };
}

function storedPage(row: PageRow): StoredPage {
  return {
    pageId: row.page_id,
    url: row.url,
    finalUrl: row.final_url,
    canonicalUrl: row.canonical_url,
    title: row.title,
    author: row.author,
    publishedAt: row.published_at,
    language: row.language,
    text: row.text,
    how: row.how as StoredPage['how'],
    status: row.status,
    spans: JSON.parse(row.spans) as PageSpan[],
    extractor: row.extractor,
    etag: row.etag,
    lastModified: row.last_modified,
    retrievedAt: row.retrieved_at,
    privateTo: row.private_to,
  };
}
