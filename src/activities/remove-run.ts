import type { ChunkIndex } from '../ports/chunk-index.js';
import type { PageStore } from '../ports/page-store.js';
import { indexStoredPage } from './index-page.js';

export interface RunStores {
  readonly pages: PageStore;
  readonly chunks: ChunkIndex;
}

/**
 * Removes a run with what only it refers to; returns how many pages went. Passages in a store of their own go first: cut
 * off in between, the next round finds the pages and begins again.
 */
export async function removeRun({ pages, chunks }: RunStores, runId: string): Promise<number> {
  if (chunks.goesWithPages) return pages.deleteRun(runId);
  const doomed = await pages.pagesOfRunAlone(runId);
  await chunks.removePages(doomed);
  const deleted = await pages.deleteRun(runId);
  // A run that has taken up such a page meanwhile gets its passages back.
  for (const pageId of doomed) {
    const page = await pages.get(pageId);
    if (page !== null) await indexStoredPage(chunks, page);
  }
  return deleted;
}
