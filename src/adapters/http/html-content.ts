/** HTML to main content, by the learned block filter; by rules where that fails. */
import type { PageGate } from '../../contracts/run.js';
import { decideGate } from '../../domain/gates.js';
import { HtmlTooComplexError } from '../extraction/errors.js';
import type { ExtractedPage } from '../extraction/extract-html.js';
import { extractWithFallback } from '../extraction/extract-with-fallback.js';
import type { TextExplanation } from '../../ports/page-explanation.js';
import type { BodyContent } from './body-content.js';
import { unreadContent } from './body-content.js';

/** Part of a stored page's identity: raise it when the text of the same page would come out differently. */
const EXTRACTORS = { learned: 'learned-2', rules: 'rules-1' } as const;

interface Origin {
  readonly url: string;
  readonly status: number;
  readonly rendered: boolean;
  /** tell why, block by block [false] */
  readonly explain?: boolean;
}

/** What there is to tell of a page once its bytes are text. */
export type HtmlExplanation = Omit<TextExplanation, 'charset' | 'charsetFrom'>;

/** Nothing to show and scripts that may put it there: what a browser is for. A page without scripts is simply empty. */
const isScripted = (html: string): boolean => /<script\b/iu.test(html);

const NEEDS_BROWSER = 'This page needs a browser: scripts put it together.';

const GATE_SAYS: Readonly<Record<PageGate['kind'], string>> = {
  email: 'This page shows its text after an email address is left.',
  login: 'This page shows its text to those who sign in.',
  paywall: 'This page shows its text to those who pay.',
};

/** The obstacle in front of the text, if there is one. */
function gated(page: ExtractedPage, { url, status }: Origin): BodyContent | null {
  const { title, metaRefresh, text, words, signals } = page;
  const { kind, fields } = decideGate({ status, url, text, words, ...signals });
  if (kind === 'none') return null;
  if (kind === 'blocked') return status >= 400 ? null : challenge(page);
  return unreadContent('gated', `gate_${kind}`, GATE_SAYS[kind], { title, metaRefresh, gate: { kind, fields } });
}

const challenge = ({ title, metaRefresh }: ExtractedPage): BodyContent =>
  unreadContent('refused', 'challenge', 'This page asks for proof that a person is reading.', { title, metaRefresh });

/**
 * A page that serves this many words has served its content, whatever its scripts and noscript say. Over the 1,046 stored pages
 * 15 carry a sign of needing a browser, and 14 of them are forums whose whole thread is there (239 to 4,264 words).
 */
const ENOUGH_WORDS = 100;

function toContent(page: ExtractedPage, origin: Origin): BodyContent {
  const { title, metaRefresh } = page;
  const needsBrowser = origin.rendered || page.words >= ENOUGH_WORDS ? null : page.needsBrowser;
  if (origin.rendered && page.needsBrowser === 'challenge') return challenge(page);
  const gate = needsBrowser === null ? gated(page, origin) : null;
  if (gate !== null) return gate;
  if (needsBrowser !== null)
    return unreadContent('needs_browser', needsBrowser, NEEDS_BROWSER, {
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

function judge(page: ExtractedPage, html: string, origin: Origin): BodyContent {
  const content = toContent(page, origin);
  if (content.outcome !== 'empty' || origin.rendered || !isScripted(html)) return content;
  const { title, metaRefresh } = content;
  return unreadContent('needs_browser', 'too_little_text', NEEDS_BROWSER, { title, metaRefresh });
}

function explain(
  { text, words, signals, needsBrowser, choice }: ExtractedPage,
  { url, status }: Origin,
): HtmlExplanation {
  const { kind: gate } = decideGate({ status, url, text, words, ...signals });
  return { words, browserSign: needsBrowser, gate, ...(choice && { choice }) };
}

export interface HtmlReading {
  readonly content: BodyContent;
  /** where it was asked for, and the page could be parsed */
  readonly explanation?: HtmlExplanation;
}

/** Never throws for what the page does wrong. */
export async function readHtml(html: string, origin: Origin): Promise<HtmlReading> {
  try {
    const page = await extractWithFallback(html, origin.url, { explain: origin.explain ?? false });
    const content = judge(page, html, origin);
    return origin.explain ? { content, explanation: explain(page, origin) } : { content };
  } catch (error) {
    const content =
      error instanceof HtmlTooComplexError
        ? unreadContent('too_large', 'html_too_complex', `${error.message}.`)
        : unreadContent('broken', 'html_broken', 'This page cannot be parsed.');
    return { content };
  }
}
