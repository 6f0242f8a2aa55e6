/** Full text of Wikipedia's articles by one API call each: cleaner than the page, and what Wikimedia asks robots to use. */
import { canonicalUrl } from '../../domain/canonical-url.js';
import type { PageReader, ReadOptions, ReadOutcome } from '../../ports/page-reader.js';
import { createLimiter } from '../limiter.js';
import { outcomeOfStatus, unread } from '../http/outcomes.js';
import { createTrustedClient } from '../trusted-client.js';
import type { TrustedAnswer } from '../trusted-client.js';
import { createWikipediaSite } from './wikipedia-site.js';
import type { WikipediaConfig } from './wikipedia-site.js';

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const AT_ONCE = 3;
const EXTRACTOR = 'mediawiki-extracts-1';

interface Article {
  readonly title: string;
  readonly extract: string;
  readonly fullurl: string;
  readonly language: string | null;
}

type ArticleAnswer = Article | 'missing' | 'nonsense';

/** `== History ==` on a line of its own becomes `## History`; a heading with nothing under it goes. */
export function headingsToMarkdown(extract: string): string {
  return extract
    .replace(
      /^(={2,6})\s*(.+?)\s*\1$/gmu,
      (_line, marks: string, title: string) => `${'#'.repeat(marks.length)} ${title}`,
    )
    .replace(/\n{3,}/gu, '\n\n')
    .split('\n\n')
    .filter((block, at, blocks) => !isBareHeading(block) || leadsToText(block, blocks.slice(at + 1)))
    .join('\n\n')
    .trim();
}

const HEADING = /^(#{2,6}) /u;
const isBareHeading = (block: string): boolean => HEADING.test(block.trim()) && !block.trim().includes('\n');
const levelOf = (block: string): number => HEADING.exec(block.trim())?.[1]?.length ?? 7;

/** Is there text before the next heading of the same or a higher level? */
function leadsToText(heading: string, following: readonly string[]): boolean {
  for (const block of following) {
    if (!isBareHeading(block)) return levelOf(block) > levelOf(heading);
    if (levelOf(block) <= levelOf(heading)) return false;
  }
  return false;
}

function articleOf(json: unknown): ArticleAnswer {
  const page = (json as { query?: { pages?: Record<string, unknown>[] } } | null | undefined)?.query?.pages?.[0];
  if (!page) return 'nonsense';
  if (page['missing'] === true || page['invalid'] === true) return 'missing';
  const { title, extract, fullurl, pagelanguage } = page;
  if (typeof title !== 'string' || typeof fullurl !== 'string') return 'nonsense';
  return {
    title,
    fullurl,
    extract: typeof extract === 'string' ? extract : '',
    language: typeof pagelanguage === 'string' ? pagelanguage.split('-')[0]?.toLowerCase() || null : null,
  };
}

function unansweredOutcome(kind: Exclude<TrustedAnswer['kind'], 'answer'>, host: string): ReadOutcome {
  const how = 'api' as const;
  if (kind === 'too_large')
    return unread('too_large', 'body_too_large', `${host} sent more than is read of one page.`, { how });
  if (kind === 'timeout')
    return unread('failed', 'timeout', `${host} did not answer in time.`, { how, retryable: true });
  return unread('failed', 'unreachable', `${host} cannot be reached.`, { how, retryable: true });
}

function toOutcome(url: string, host: string, answer: TrustedAnswer): ReadOutcome {
  const how = 'api' as const;
  if (answer.kind !== 'answer') return unansweredOutcome(answer.kind, host);
  const { status, json, retryAfterMs } = answer;
  if (status < 200 || status > 299) return { ...outcomeOfStatus(status, host, retryAfterMs), how };
  const article = articleOf(json);
  if (article === 'missing')
    return unread('not_found', 'no_such_article', `${host} has no such article.`, { how, status });
  if (article === 'nonsense')
    return unread('broken', 'bad_api_answer', `${host} answered with something that is no article.`, { how, status });
  const text = headingsToMarkdown(article.extract);
  const { title, fullurl: finalUrl, language } = article;
  if (text === '') return unread('empty', 'no_main_text', `The article has no text.`, { how, status, title });
  const page = {
    url,
    finalUrl,
    canonicalUrl: canonicalUrl(finalUrl),
    title,
    author: null,
    publishedAt: null,
    language,
    text,
    how,
    status,
    spans: [],
    extractor: EXTRACTOR,
    etag: null,
    lastModified: null,
  };
  return { outcome: 'read', page };
}

export interface WikipediaReader extends PageReader {
  close(): Promise<void>;
}

export function createWikipediaReader(config: WikipediaConfig, options: { timeoutMs?: number } = {}): WikipediaReader {
  const site = createWikipediaSite(config);
  const client = createTrustedClient({ timeoutMs: options.timeoutMs ?? TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  const inTurn = createLimiter(AT_ONCE);

  async function read(url: string, { signal }: ReadOptions): Promise<ReadOutcome> {
    const address = site.article(url);
    if (!address) return unread('refused', 'not_an_article', 'This is not the address of an article.', { how: 'api' });
    const { base, title } = address;
    const request = site.apiUrl(base, {
      action: 'query',
      titles: title,
      prop: 'extracts|info',
      explaintext: '1',
      exsectionformat: 'wiki',
      inprop: 'url',
      redirects: '1',
    });
    return toOutcome(url, new URL(base).host, await client.getJson(request, { signal, headers: site.headers }));
  }
  return {
    handles: (url) => site.article(url) !== null,
    read: (url, options) => inTurn(options.signal, () => read(url, options)),
    close: () => client.close(),
  };
}
