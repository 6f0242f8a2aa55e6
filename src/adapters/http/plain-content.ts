/** Bodies that are text already: plain text, Markdown, CSV, JSON, XML and feeds. */
import { Parser } from 'htmlparser2';
import type { BodyContent } from './body-content.js';
import { countWords, MAX_TEXT_CHARACTERS, unreadContent } from './body-content.js';

const EXTRACTOR = 'plain-1';

/** Line ends made one, control characters off: what is left is shown and quoted as it stands. */
const cleaned = (text: string): string =>
  text
    .slice(0, MAX_TEXT_CHARACTERS)
    .replace(/\r\n?/gu, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/gu, '')
    .trim();

interface PlainFacts {
  readonly title?: string | null;
  readonly author?: string | null;
  readonly language?: string | null;
}

function content(raw: string, { title = null, author = null, language = null }: PlainFacts = {}): BodyContent {
  const text = cleaned(raw);
  if (text === '') return unreadContent('empty', 'no_text', 'This file holds no text.', { title });
  return {
    outcome: 'read',
    title,
    author,
    publishedAt: null,
    language,
    text,
    spans: [],
    extractor: EXTRACTOR,
    canonicalUrl: null,
    metaRefresh: null,
    words: countWords(text),
  };
}

/** Plain text and Markdown; a first heading is the title. */
export const readPlainText = (text: string): BodyContent =>
  content(text, { title: /^\s*#\s+(.{1,200})$/mu.exec(text.slice(0, 5_000))?.[1]?.trim() ?? null });

export const readCsv = (text: string): BodyContent => content(text);

// Parsing takes some twenty times the size in memory; what is larger or deeper is a dump that nobody reads line by line.
const MAX_JSON_CHARACTERS = 2_000_000;
const MOST_LEVELS = 512;

function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const { 0: bracket } of text.matchAll(/[[\]{}]/gu)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}

/** One value per line, so that passages and quotes fall on lines; text that does not parse stays as it is. */
export function readJson(text: string): BodyContent {
  if (text.length > MAX_JSON_CHARACTERS || nestsDeeper(text, MOST_LEVELS)) return content(text);
  try {
    return content(JSON.stringify(JSON.parse(text), null, 1));
  } catch {
    return content(text);
  }
}

const ITEM_NAMES = new Set(['item', 'entry']);
const TITLE_NAME = 'title';
const DATE_NAMES = new Set(['pubdate', 'published', 'updated', 'dc:date']);
const BODY_NAMES = new Set(['description', 'summary', 'content', 'content:encoded', 'subtitle']);

/** Text of markup that a feed carries inside its elements. */
function textOfMarkup(markup: string): string {
  const parts: string[] = [];
  // The tags go first: what nests without end costs the parser more with each level.
  const tagless = markup.replace(/<(?:p|br|div|li|tr|h[1-6])\b[^>]*>/giu, '\n').replace(/<[^>]*>/gu, '');
  new Parser({ ontext: (text) => void parts.push(text) }).end(tagless);
  return parts
    .join('')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/\s*\n\s*/gu, '\n')
    .trim();
}

class TooDeepError extends Error {}

interface OpenElement {
  readonly name: string;
  text: string;
}

/** Feeds become a heading per entry with its date, text and address; other XML becomes its elements' text, a line each. */
export function readXml(xml: string): BodyContent {
  const lines: string[] = [];
  const open: OpenElement[] = [];
  let feedTitle: string | null = null;
  let language: string | null = null;
  let entry: { title: string; date: string; link: string; body: string } | null = null;

  const closeEntry = () => {
    if (!entry) return;
    lines.push(`## ${entry.title || 'Untitled'}`, ...[entry.date, entry.body, entry.link].filter(Boolean), '');
    entry = null;
  };
  const take = (name: string, raw: string) => {
    const text = raw.trim();
    if (text === '') return;
    if (entry && name === TITLE_NAME) entry.title ||= textOfMarkup(text);
    else if (entry && name === 'link') entry.link ||= text;
    else if (entry && DATE_NAMES.has(name)) entry.date ||= text;
    else if (entry && BODY_NAMES.has(name)) {
      const body = textOfMarkup(text);
      if (body.length > entry.body.length) entry.body = body;
    } else if (name === TITLE_NAME && feedTitle === null) feedTitle = textOfMarkup(text);
    else if (name === 'language') language ??= text;
    else if (!entry) lines.push(text);
  };
  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        const name = rawName.toLowerCase();
        // Thrown, because the parser has no other way to stop: each level costs it more than the one before.
        if (open.length >= MOST_LEVELS) throw new TooDeepError();
        open.push({ name, text: '' });
        if (ITEM_NAMES.has(name)) entry = { title: '', date: '', link: '', body: '' };
        if (entry && name === 'link' && attributes['href']) entry.link ||= attributes['href'];
        language ??= attributes['xml:lang'] ?? null;
      },
      ontext: (text) => {
        const current = open.at(-1);
        if (current) current.text += text;
      },
      onclosetag(rawName) {
        const name = rawName.toLowerCase();
        if (open.at(-1)?.name !== name) return;
        take(name, open.pop()?.text ?? '');
        if (ITEM_NAMES.has(name)) closeEntry();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.end(xml);
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    return unreadContent('too_large', 'xml_too_complex', 'This file nests deeper than is read.');
  }
  return content(lines.join('\n'), { title: feedTitle, language: primarySubtag(language) });
}

function primarySubtag(tag: string | null): string | null {
  return /^[a-z]{2,3}\b/u.exec(tag?.toLowerCase() ?? '')?.[0] ?? null;
}
