import { extractFromHtml, type ArticleData } from '@extractus/article-extractor';
import { extractHtml, type ExtractedPage, type ExtractOptions } from './extract-html.js';
import { HtmlTooComplexError } from './errors.js';
import { resolveHttp, parseUrl } from './page-facts.js';
import { parseHtml } from './parse-html.js';
import { renderText } from './render-text.js';
import { collectBlocks, countWords } from './text-blocks.js';

/** The rules give up on larger pages: their parser takes seconds and gigabytes there. */
const MAX_RULES_CHARS = 3_000_000;
const LIMITS = { maxNodes: 200_000, maxDepth: 256 };

/**
 * Extracts with the learned filter; where that cannot run (its model file is missing or broken, or it
 * throws on this page), with the rules of `@extractus/article-extractor`.
 * @throws HtmlTooComplexError as `extractHtml`
 */
export async function extractWithFallback(
  html: string,
  url: string,
  options: ExtractOptions = {},
): Promise<ExtractedPage> {
  try {
    return extractHtml(html, url, options);
  } catch (error) {
    if (error instanceof HtmlTooComplexError) throw error;
    return extractByRules(html, url);
  }
}

async function extractByRules(html: string, url: string): Promise<ExtractedPage> {
  const article = html.length > MAX_RULES_CHARS ? null : await articleOf(html, url);
  const { text, headings } = renderText(collectBlocks(parseHtml(article?.content ?? '', LIMITS).root).blocks);
  return {
    title: article?.title ?? null,
    author: article?.author || null,
    publishedAt: isoOrNull(article?.published),
    modifiedAt: null,
    language: null,
    siteName: article?.source || null,
    description: article?.description || null,
    canonicalUrl: resolveHttp(article?.url ?? '', parseUrl(url)),
    metaRefresh: null,
    ampUrl: null,
    text,
    headings,
    words: countWords(text),
    how: 'rules',
    needsBrowser: null,
    signals: {
      passwordFields: count(html, /<input[^>]{0,500}type\s*=\s*["']?password/gi),
      emailFields: count(html, /<input[^>]{0,500}type\s*=\s*["']?email/gi),
      isAccessibleForFree: null,
      forms: [],
      paywallMarks: [],
      noindexMarks: [],
      wallText: '',
    },
    links: [],
  };
}

/** The rules' own reading, or null where they find no article or fail. */
async function articleOf(html: string, url: string): Promise<ArticleData | null> {
  try {
    return await extractFromHtml(html, url);
  } catch {
    return null;
  }
}

function isoOrNull(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
