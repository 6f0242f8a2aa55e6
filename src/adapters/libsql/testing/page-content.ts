import type { ReadPageContent } from '../../../ports/page-reader.js';

/** A page as a reader gives it, for tests. */
export function pageContent(over: Partial<ReadPageContent> = {}): ReadPageContent {
  const url = over.canonicalUrl ?? over.url ?? 'https://example.org/a';
  return {
    url,
    finalUrl: url,
    canonicalUrl: url,
    title: 'A page',
    author: null,
    publishedAt: null,
    language: 'en',
    text: 'Some text.',
    how: 'http',
    status: 200,
    spans: [],
    extractor: 'test-1',
    etag: null,
    lastModified: null,
    ...over,
  };
}
