import { attribute, foldSpace, hasAttribute, textOf, walk, type HtmlNode } from './html-tree.js';
import type { ParsedHtml } from './parse-html.js';
import { readStructuredData, type StructuredData } from './structured-data.js';

/** Facts of a page gathered in one walk over its tree. */
export interface PageFacts {
  readonly url: URL | null;
  /** base address for relative links */
  readonly base: URL | null;
  readonly titleElement: string | null;
  /** lower-case meta name, property or http-equiv to its first content */
  readonly meta: ReadonlyMap<string, string>;
  /** `<link>` elements: lower-case rel and address */
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly htmlLanguage: string | null;
  readonly firstHeadings: readonly string[];
  readonly times: readonly { readonly value: string; readonly marks: string }[];
  readonly authors: readonly string[];
  readonly structured: StructuredData;
  readonly itemTypes: readonly string[];
  readonly isAmp: boolean;
  readonly counts: Readonly<Record<CountedTag, number>>;
}

const COUNTED = [
  'p',
  'a',
  'img',
  'h1',
  'h2',
  'h3',
  'li',
  'table',
  'form',
  'article',
  'main',
  'section',
  'nav',
  'aside',
  'pre',
  'button',
  'time',
  'dl',
  'input',
  'noscript',
] as const;
export type CountedTag = (typeof COUNTED)[number];

/** Parses an address; null where it is none. */
export function parseUrl(text: string, base?: URL | null): URL | null {
  try {
    return base === null || base === undefined ? new URL(text.trim()) : new URL(text.trim(), base);
  } catch {
    return null;
  }
}

/** An http(s) address resolved against the page, or null. */
export function resolveHttp(text: string, base: URL | null): string | null {
  if (text.trim() === '') return null;
  const url = parseUrl(text, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

class FactCollector {
  titleElement: string | null = null;
  htmlLanguage: string | null = null;
  isAmp = false;
  baseHref = '';
  readonly meta = new Map<string, string>();
  readonly links: { rel: string; href: string }[] = [];
  readonly firstHeadings: string[] = [];
  readonly times: { value: string; marks: string }[] = [];
  readonly authors: string[] = [];
  readonly itemTypes: string[] = [];
  readonly counts = Object.fromEntries(COUNTED.map((tag) => [tag, 0])) as Record<CountedTag, number>;

  visit(node: HtmlNode): void {
    if (node.tag in this.counts) this.counts[node.tag as CountedTag] += 1;
    this.byTag(node);
    if (node.attributes === null) return;
    if (hasAttribute(node, 'itemtype')) this.itemTypes.push(attribute(node, 'itemtype').toLowerCase());
    const isAuthor = /(?:^|\s)author(?:\s|$)/.test(`${attribute(node, 'rel')} ${attribute(node, 'itemprop')}`);
    if (isAuthor && this.authors.length < 20) this.authors.push(attribute(node, 'content') || textOf(node, 200));
  }

  private byTag(node: HtmlNode): void {
    if (node.tag === 'meta') this.onMeta(node);
    else if (node.tag === 'link') this.onLink(node);
    else if (node.tag === 'title') this.titleElement ??= textOf(node, 500) || null;
    else if (node.tag === 'h1' && this.firstHeadings.length < 5) this.firstHeadings.push(textOf(node, 500));
    else if (node.tag === 'time' && this.times.length < 50) this.onTime(node);
    else if (node.tag === 'html') this.onHtml(node);
    else if (node.tag === 'base') this.baseHref ||= attribute(node, 'href');
  }

  private onMeta(node: HtmlNode): void {
    const name = attribute(node, 'property') || attribute(node, 'name') || attribute(node, 'itemprop');
    const key = (name || `http-equiv:${attribute(node, 'http-equiv')}`).toLowerCase();
    const content = foldSpace(attribute(node, 'content'));
    if (content !== '' && !this.meta.has(key)) this.meta.set(key, content);
  }

  private onLink(node: HtmlNode): void {
    const href = attribute(node, 'href');
    if (href !== '' && this.links.length < 500) this.links.push({ rel: attribute(node, 'rel').toLowerCase(), href });
  }

  private onTime(node: HtmlNode): void {
    const value = attribute(node, 'datetime') || attribute(node, 'content') || textOf(node, 60);
    this.times.push({ value, marks: `${attribute(node, 'itemprop')} ${attribute(node, 'class')}`.toLowerCase() });
  }

  private onHtml(node: HtmlNode): void {
    this.htmlLanguage ??= attribute(node, 'lang') || attribute(node, 'xml:lang') || null;
    if (hasAttribute(node, 'amp') || hasAttribute(node, '\u26a1')) this.isAmp = true;
  }
}

/** Gathers the facts that metadata, signals and features are made of. */
export function collectFacts(parsed: ParsedHtml, pageUrl: string): PageFacts {
  const found = new FactCollector();
  walk(parsed.root, (node) => {
    found.visit(node);
  });
  const url = parseUrl(pageUrl);
  const { titleElement, meta, links, htmlLanguage, firstHeadings, times, authors, itemTypes, isAmp, counts } = found;
  const base = found.baseHref === '' ? url : (parseUrl(found.baseHref, url) ?? url);
  const structured = readStructuredData(parsed.jsonLd);
  return {
    url,
    base,
    titleElement,
    meta,
    links,
    htmlLanguage,
    firstHeadings,
    times,
    authors,
    structured,
    itemTypes,
    isAmp,
    counts,
  };
}
