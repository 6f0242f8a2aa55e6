import type { Activities } from '../contracts/activities.js';
import { PageGoneError } from '../contracts/errors.js';
import { chunkText } from '../domain/chunking.js';
import type { FaultPoint } from '../faults.js';
import type { ChunkIndex, IndexedFor } from '../ports/chunk-index.js';
import type { PageStore, StoredPage } from '../ports/page-store.js';

interface Deps {
  readonly pages: PageStore;
  readonly chunks: ChunkIndex;
  readonly faultPoint: FaultPoint;
}

/** Cuts a stored page into passages and makes them findable. A page that is indexed already is left as it is. */
export const createIndexPage = ({ pages, chunks, faultPoint }: Deps): Activities['indexPage'] =>
  async function indexPage({ runId, pageId, question }) {
    const known = await chunks.countOfPage(pageId);
    if (known > 0) return { chunks: known };
    const page = await pages.get(pageId);
    if (page === null) throw new PageGoneError(pageId);
    faultPoint('in:indexPage');
    return { chunks: await indexStoredPage(chunks, page, { runId, question: question ?? '' }) };
  };

/** Cuts a page and puts its passages into the index; returns how many there are. */
export async function indexStoredPage(chunks: ChunkIndex, page: StoredPage, origin?: IndexedFor): Promise<number> {
  const { pageId, canonicalUrl, title, language } = page;
  const passages = chunkText(page);
  await chunks.upsert({ pageId, url: canonicalUrl, title: title ?? '', language }, passages, origin);
  return passages.length;
}
