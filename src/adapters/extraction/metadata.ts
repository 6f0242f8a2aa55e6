import { foldSpace } from './html-tree.js';
import { resolveHttp, type PageFacts } from './page-facts.js';

/** What a page says about itself. */
export interface PageMetadata {
  readonly title: string | null;
  readonly author: string | null;
  /** ISO 8601 */
  readonly publishedAt: string | null;
  /** ISO 8601 */
  readonly modifiedAt: string | null;
  /** BCP 47 primary subtag */
  readonly language: string | null;
  readonly siteName: string | null;
  readonly description: string | null;
  readonly canonicalUrl: string | null;
  readonly metaRefresh: string | null;
  readonly ampUrl: string | null;
}

/** Longest delay, in seconds, at which a meta refresh is a redirect rather than a reload. */
const MAX_REFRESH_SECONDS = 10;
const PUBLISHED_KEYS =
  'article:published_time og:published_time datepublished date.issued dc.date.issued dcterms.created dc.date dcterms.date citation_publication_date citation_date parsely-pub-date sailthru.date publish-date publishdate pubdate publication_date article.published date'.split(
    ' ',
  );
const MODIFIED_KEYS =
  'article:modified_time og:updated_time datemodified last-modified dcterms.modified dc.date.modified'.split(' ');
const AUTHOR_KEYS =
  'author article:author dc.creator dcterms.creator citation_author parsely-author sailthru.author byl twitter:creator'.split(
    ' ',
  );

/** Reads title, author, dates and addresses: JSON-LD first, then meta elements, then the markup. */
export function readMetadata(facts: PageFacts): PageMetadata {
  const { meta, structured } = facts;
  const siteName = clean(meta.get('og:site_name') ?? structured.siteName ?? meta.get('application-name'), 120);
  return {
    title: readTitle(facts, siteName),
    author: readAuthor(facts),
    publishedAt: firstDate([
      structured.published,
      ...PUBLISHED_KEYS.map((key) => meta.get(key)),
      timeMarked(facts, /publish|posted|entry-date|dt-published/),
      soleTime(facts),
    ]),
    modifiedAt: firstDate([
      structured.modified,
      ...MODIFIED_KEYS.map((key) => meta.get(key)),
      timeMarked(facts, /modif|update/),
    ]),
    language: readLanguage(facts),
    siteName,
    description: clean(meta.get('description') ?? meta.get('og:description') ?? meta.get('twitter:description'), 1_000),
    canonicalUrl: resolveHttp(linkOf(facts, 'canonical'), facts.base),
    metaRefresh: readRefresh(facts),
    ampUrl: resolveHttp(linkOf(facts, 'amphtml'), facts.base),
  };
}

function clean(text: string | null | undefined, limit: number): string | null {
  if (text === null || text === undefined) return null;
  const folded = foldSpace(text.replace(/<[^>]*>/g, ' ')).slice(0, limit);
  return folded === '' ? null : folded;
}

function linkOf({ links }: PageFacts, rel: string): string {
  return links.find((link) => link.rel.split(/\s+/).includes(rel))?.href ?? '';
}

function readTitle(facts: PageFacts, siteName: string | null): string | null {
  const { meta, titleElement, firstHeadings } = facts;
  const headings = firstHeadings.map(foldSpace).filter((text) => text !== '');
  const given = clean(titleElement ?? meta.get('og:title') ?? meta.get('twitter:title'), 500);
  if (given === null) return clean(facts.structured.headline ?? headings[0], 500);
  return withoutSite(given, siteName, [
    clean(meta.get('og:title'), 500),
    clean(facts.structured.headline, 500),
    ...headings,
  ]);
}

/**
 * Takes the site's name off a title where it can be told: by the page's own other titles, by the
 * site's name, or because it is a short last part.
 */
function withoutSite(title: string, siteName: string | null, others: readonly (string | null)[]): string {
  const parts = title.split(/\s+[|–—·»«:-]\s+|\s*\|\s*/).filter((part) => part !== '');
  if (parts.length < 2) return title;
  const lower = title.toLowerCase();
  const known = others.find(
    (one) => one !== null && one.length >= 4 && one.length < title.length && startsOrEnds(lower, one.toLowerCase()),
  );
  if (known !== undefined && known !== null) return known;
  const site = siteName?.toLowerCase() ?? '';
  if (site === '') return title;
  if ((parts[parts.length - 1] ?? '').toLowerCase() === site)
    return cutAt(title, title.toLowerCase().lastIndexOf(site), title.length);
  return (parts[0] ?? '').toLowerCase() === site ? cutAt(title, 0, site.length) : title;
}

function startsOrEnds(title: string, part: string): boolean {
  if (title.startsWith(part)) return /^\s*[|–—·»«:-]/.test(title.slice(part.length));
  return title.endsWith(part) && /[|–—·»«:-]\s*$/.test(title.slice(0, -part.length));
}

function cutAt(title: string, from: number, to: number): string {
  const rest = `${title.slice(0, from)}${title.slice(to)}`.replace(/^[\s|–—·»«:-]+|[\s|–—·»«:-]+$/g, '');
  return rest === '' ? title : rest;
}

function readAuthor({ meta, structured, authors }: PageFacts): string | null {
  const candidates = [structured.author, ...AUTHOR_KEYS.map((key) => meta.get(key)), ...authors];
  for (const one of candidates) {
    const name = clean(one, 200)?.replace(/^(?:by|von|par|por|di)\s+/i, '');
    if (name !== undefined && name.length > 1 && !/^https?:|^@|^\d+$/.test(name)) return name;
  }
  return null;
}

function readLanguage({ htmlLanguage, meta, structured }: PageFacts): string | null {
  const given = [
    htmlLanguage,
    meta.get('http-equiv:content-language'),
    meta.get('og:locale'),
    structured.language,
    meta.get('language'),
  ];
  for (const one of given) {
    const primary = /^\s*([a-z]{2,3})(?:[-_,\s]|$)/i.exec(one ?? '')?.[1];
    if (primary !== undefined) return primary.toLowerCase();
  }
  return null;
}

function timeMarked({ times }: PageFacts, pattern: RegExp): string | null {
  return times.find((time) => pattern.test(time.marks))?.value ?? null;
}

/** One time element alone on a page is its date; several are those of other pages. */
function soleTime({ times }: PageFacts): string | null {
  const values = new Set(times.map((time) => time.value));
  return values.size === 1 ? (times[0]?.value ?? null) : null;
}

function firstDate(candidates: readonly (string | null | undefined)[]): string | null {
  for (const one of candidates) {
    const date = one === null || one === undefined ? null : isoDate(one);
    if (date !== null) return date;
  }
  return null;
}

/** A date as ISO 8601, with the time where the page gives one; null for what is no date. */
function isoDate(text: string): string | null {
  const trimmed = text.trim().slice(0, 60);
  const day = /^(\d{4})[-/.](\d{2})[-/.](\d{2})$/.exec(trimmed);
  if (day !== null) return plausible(Date.parse(`${day[1] ?? ''}-${day[2] ?? ''}-${day[3] ?? ''}T00:00:00Z`), true);
  const zoned = /(?:z|[+-]\d{2}:?\d{2}|gmt|utc)$/i.test(trimmed);
  if (/^\d{4}-\d{2}-\d{2}[T ]\d/.test(trimmed))
    return plausible(
      Date.parse(zoned ? trimmed.replace(' ', 'T').replace(/ (?=[+-])/, '') : `${trimmed.replace(' ', 'T')}Z`),
      false,
    );
  if (!/\b(?:19|20)\d{2}\b/.test(trimmed) || !/[a-z]{3}/i.test(trimmed)) return null;
  const hasTime = /\d:\d\d/.test(trimmed);
  return plausible(Date.parse(zoned || !hasTime ? `${trimmed}${zoned ? '' : ' UTC'}` : `${trimmed} UTC`), !hasTime);
}

function plausible(time: number, dayOnly: boolean): string | null {
  if (Number.isNaN(time)) return null;
  const iso = new Date(time).toISOString();
  const year = Number(iso.slice(0, 4));
  if (!(year >= 1970 && year < 2100)) return null;
  return dayOnly ? iso.slice(0, 10) : iso;
}

function readRefresh({ meta, base, url }: PageFacts): string | null {
  const match = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(meta.get('http-equiv:refresh') ?? '');
  if (match === null || Number(match[1]) > MAX_REFRESH_SECONDS) return null;
  const target = resolveHttp(match[2] ?? '', base);
  return target === url?.href ? null : target;
}
