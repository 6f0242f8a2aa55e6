/** HTML to main content, by the learned block filter; by rules where that fails. */
import { extractFromHtml } from '@extractus/article-extractor';
import { HtmlTooComplexError } from '../extraction/errors.js';
import { extractHtml } from '../extraction/extract-html.js';
import type { BodyContent } from './body-content.js';
import { countWords, unreadContent } from './body-content.js';

async function readByRules(html: string, url: string): Promise<BodyContent> {
  const article = await extractFromHtml(html, url);
  const text = (article?.content ?? '').replace(/<[^>]*>/gu, ' ').trim();
  const title = article?.title ?? null;
  if (text === '') return unreadContent('empty', 'no_main_text', 'This page has no main text.', { title });
  return {
    outcome: 'read',
    title,
    author: article?.author ?? null,
    publishedAt: article?.published ?? null,
    language: null,
    text,
    spans: [],
    extractor: 'rules-1',
    canonicalUrl: null,
    metaRefresh: null,
    words: countWords(text),
  };
}

function readLearned(html: string, url: string): BodyContent {
  const page = extractHtml(html, url);
  const { title, metaRefresh } = page;
  if (page.needsBrowser !== null)
    return unreadContent(
      'needs_browser',
      page.needsBrowser,
      'This page is built by scripts: a browser is needed to read it.',
      { title, metaRefresh },
    );
  if (page.words === 0)
    return unreadContent('empty', 'no_main_text', 'This page has no main text.', { title, metaRefresh });
  return {
    outcome: 'read',
    title,
    author: page.author,
    publishedAt: page.publishedAt,
    language: page.language,
    text: page.text,
    spans: [],
    extractor: 'learned-1',
    canonicalUrl: page.canonicalUrl,
    metaRefresh,
    words: page.words,
  };
}

/** Never throws for what the page does wrong. */
export async function readHtml(html: string, url: string): Promise<BodyContent> {
  try {
    return readLearned(html, url);
  } catch (error) {
    if (error instanceof HtmlTooComplexError)
      return unreadContent('too_large', 'html_too_complex', `${error.message}.`);
    return readByRules(html, url).catch(() => unreadContent('broken', 'html_broken', 'This page cannot be parsed.'));
  }
}
