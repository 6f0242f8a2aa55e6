import type { DraftAnswerInput } from '../contracts/activities.js';
import type { DraftedAnswer } from '../contracts/run.js';
import { composeExtractive } from '../domain/extractive.js';
import type { PageStore } from '../ports/page-store.js';
import type { PassageSearch } from './search-at-hand.js';
import { storedPages } from './stored-pages.js';

/** Passages looked at: the sentence that answers stands within the first 24 nearly as often as within any number. */
const PASSAGES_SEARCHED = 24;

/**
 * Drafts without a model from the pages that the run has read.
 * @throws PageGoneError a page of the run is no longer in the store
 * @throws StoreUnavailableError
 */
export function createExtractiveDrafter({
  pages,
  chunks,
}: {
  pages: PageStore;
  chunks: Pick<PassageSearch, 'searchText'>;
}) {
  return async function draftExtractively(input: DraftAnswerInput): Promise<DraftedAnswer> {
    const { runId, question, language, attempts } = input;
    const stored = await storedPages(pages, input);
    const hits = await chunks.searchText({ runId, text: question, language, limit: PASSAGES_SEARCHED });
    return composeExtractive({ question, language, hits, pages: stored, attempts });
  };
}
