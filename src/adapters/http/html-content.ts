/** HTML to main content, by the learned block filter; by rules where that fails. */
import { HtmlTooComplexError } from '../extraction/errors.js';
import type { ExtractedPage } from '../extraction/extract-html.js';
import { extractWithFallback } from '../extraction/extract-with-fallback.js';
import type { BodyContent } from './body-content.js';
import { unreadContent } from './body-content.js';

/** Part of a stored page's identity: raise it when the text of the same page would come out differently. */
const EXTRACTORS = { learned: 'learned-1', rules: 'rules-1' } as const;

function toContent(page: ExtractedPage): BodyContent {
  const { title, metaRefresh, needsBrowser } = page;
  if (needsBrowser !== null)
    return unreadContent('needs_browser', needsBrowser, 'This page needs a browser: scripts put it together.', {
      title,
      metaRefresh,
    });
  if (page.words === 0)
    return unreadContent('empty', 'no_main_text', 'This page has no main text.', { title, metaRefresh });
  const { author, publishedAt, language, text, canonicalUrl, words, how } = page;
  const extractor = EXTRACTORS[how];
  return {
    outcome: 'read',
    title,
    author,
    publishedAt,
    language,
    text,
    spans: [],
    extractor,
    canonicalUrl,
    metaRefresh,
    words,
  };
}

/** Never throws for what the page does wrong. */
export async function readHtml(html: string, url: string): Promise<BodyContent> {
  try {
    return toContent(await extractWithFallback(html, url));
  } catch (error) {
    return error instanceof HtmlTooComplexError
      ? unreadContent('too_large', 'html_too_complex', `${error.message}.`)
      : unreadContent('broken', 'html_broken', 'This page cannot be parsed.');
  }
}
