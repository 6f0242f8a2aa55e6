import type { Activities } from '../contracts/activities.js';
import { PageGoneError } from '../contracts/errors.js';
import { chunkText } from '../domain/chunking.js';
import type { FaultPoint } from '../faults.js';
import type { ChunkIndex } from '../ports/chunk-index.js';
import type { PageStore } from '../ports/page-store.js';

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
    const passages = chunkText(page);
    faultPoint('in:indexPage');
    const { canonicalUrl, title, language } = page;
    await chunks.upsert({ pageId, url: canonicalUrl, title: title ?? '', language }, passages, {
      runId,
      question: question ?? '',
    });
    return { chunks: passages.length };
  };
