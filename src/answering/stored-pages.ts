import type { DraftAnswerInput } from '../contracts/activities.js';
import { PageGoneError } from '../contracts/errors.js';
import type { PageStore, StoredPage } from '../ports/page-store.js';

/**
 * The pages that the run has read.
 * @throws PageGoneError one of them is no longer in the store
 */
export async function storedPages(pages: PageStore, input: DraftAnswerInput): Promise<readonly StoredPage[]> {
  const stored = await pages.pagesOfRun(input.runId);
  const known = new Set(stored.map(({ pageId }) => pageId));
  const gone = input.attempts.find(({ page_id: pageId }) => pageId !== null && !known.has(pageId));
  if (gone?.page_id) throw new PageGoneError(gone.page_id);
  return stored;
}
