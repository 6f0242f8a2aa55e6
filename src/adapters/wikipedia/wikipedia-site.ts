/** The MediaWiki that WIKIPEDIA_BASE_URL names, its editions and its articles' addresses. */
import { VERSION } from '../../version.js';
import { ROBOTS_TOKEN } from '../http/robots.js';

export interface WikipediaConfig {
  /** e.g. `https://{language}.wikipedia.org`; without `{language}` there is one edition */
  readonly wikipediaBaseUrl: string;
  readonly contactUrl?: string | undefined;
}

export interface ArticleAddress {
  /** of the edition, without a slash at the end */
  readonly base: string;
  readonly title: string;
}

export interface WikipediaSite {
  /** base of the edition in that language; English where the language is no plain subtag */
  base(language: string): string;
  apiUrl(base: string, parameters: Readonly<Record<string, string>>): URL;
  /** null when the address is not one of an article here */
  article(url: string): ArticleAddress | null;
  readonly headers: Readonly<Record<string, string>>;
}

const PLACEHOLDER = '{language}';
/** `Talk:X`, `Special:X`; an article's own colon is followed by a space, written `_`. */
const NAMESPACE = /^[^:_]+:[^_]/u;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** The base's host and port as a pattern; mobile hosts (`en.m.wikipedia.org`) count. */
function hostPattern(baseUrl: string): RegExp {
  const host = new URL(baseUrl.replaceAll(PLACEHOLDER, 'placeholder')).host;
  return new RegExp(`^${escaped(host).replace('placeholder', '([a-z][a-z-]{1,14})(?:\\.m)?')}$`, 'u');
}

/** Wikimedia asks for a name and a way to reach whoever runs it: https://foundation.wikimedia.org/wiki/Policy:User-Agent_policy */
const headers = (contactUrl: string | undefined) => ({
  'user-agent': `${ROBOTS_TOKEN}/${VERSION} (+${contactUrl ?? 'synthetic-api'})`,
  accept: 'application/json',
});

export function createWikipediaSite({ wikipediaBaseUrl, contactUrl }: WikipediaConfig): WikipediaSite {
  const template = wikipediaBaseUrl.replace(/\/+$/u, '');
  const host = hostPattern(template);
  const articlePath = `${new URL(template.replaceAll(PLACEHOLDER, 'en')).pathname.replace(/\/$/u, '')}/wiki/`;
  const base = (language: string) => template.replaceAll(PLACEHOLDER, /^[a-z]{2,3}$/u.test(language) ? language : 'en');
  return {
    base,
    headers: headers(contactUrl),
    apiUrl: (editionBase, parameters) =>
      new URL(
        `${editionBase}/w/api.php?${new URLSearchParams({ format: 'json', formatversion: '2', ...parameters }).toString()}`,
      ),
    article(raw) {
      if (!URL.canParse(raw)) return null;
      const url = new URL(raw);
      const match = /^https?:$/u.test(url.protocol) ? host.exec(url.host) : null;
      if (!match || url.search !== '' || !url.pathname.startsWith(articlePath)) return null;
      const title = decoded(url.pathname.slice(articlePath.length));
      if (title === null || title === '' || NAMESPACE.test(title)) return null;
      return { base: template.replaceAll(PLACEHOLDER, match[1] ?? ''), title };
    },
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
