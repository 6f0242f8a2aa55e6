/** Text of a PDF, page by page. Runs in a worker thread that can be killed: a PDF can ask for any amount of work. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InvalidPDFException, PasswordException, PDFParse } from 'pdf-parse';
import type { PageSpan } from '../../ports/page-reader.js';
import type { BodyContent } from './body-content.js';
import { countWords, MAX_TEXT_CHARACTERS, unreadContent } from './body-content.js';

const EXTRACTOR = 'pdf-parse-2';
/** A thousand-page book is read; a generated file of a million pages is not. */
const MOST_PAGES = 3_000;
/** Fewer words a page than this over a whole file is a scan with stray marks, no text layer. */
const SCANNED_WORDS_PER_PAGE = 3;

/** Character maps for Chinese, Japanese and Korean files, shipped with the library's own engine. */
function characterMaps(): string {
  const fromParser = createRequire(createRequire(import.meta.url).resolve('pdf-parse'));
  return `${join(dirname(fromParser.resolve('pdfjs-dist/package.json')), 'cmaps')}/`;
}

const NOT_A_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?/u;

/** `D:20240131…`, as PDF writes dates, to ISO 8601. */
export function pdfDate(value: unknown): string | null {
  const parts = typeof value === 'string' ? NOT_A_DATE.exec(value) : null;
  if (!parts) return null;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.replace(/\0/gu, '').trim() !== '' ? value.replace(/\0/gu, '').trim() : null;

/** Layout made plain: hyphens at line ends stay (the quote finder folds them), blank runs go. */
const cleaned = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, '')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();

interface PagesText {
  readonly text: string;
  readonly spans: readonly PageSpan[];
}

async function readPages(parser: PDFParse, pages: number): Promise<PagesText> {
  const spans: PageSpan[] = [];
  const parts: string[] = [];
  let length = 0;
  for (let page = 1; page <= pages && length < MAX_TEXT_CHARACTERS; page += 1) {
    const { pages: got } = await parser.getText({ partial: [page], pageJoiner: '' });
    const text = cleaned(got[0]?.text ?? '');
    if (text === '') continue;
    spans.push({ page, start: length, end: length + text.length });
    parts.push(text);
    length += text.length + 2;
  }
  return { text: parts.join('\n\n'), spans };
}

async function readDocument(parser: PDFParse): Promise<BodyContent> {
  const document = await parser.getInfo();
  const { total } = document;
  const facts = (document.info ?? {}) as Readonly<Record<string, unknown>>;
  const title = textOf(facts['Title']);
  if (total > MOST_PAGES)
    return unreadContent('too_large', 'pdf_too_large', `This PDF has ${total} pages; at most ${MOST_PAGES} are read.`, {
      title,
    });
  const { text, spans } = await readPages(parser, total);
  const words = countWords(text);
  if (words < SCANNED_WORDS_PER_PAGE * Math.min(total, 10) && words < 50)
    return unreadContent('empty', 'pdf_scanned', 'This PDF holds pictures of pages, no text.', { title });
  return {
    outcome: 'read',
    title,
    author: textOf(facts['Author']),
    publishedAt: pdfDate(facts['CreationDate']),
    language: /^[a-z]{2,3}\b/u.exec(textOf(facts['Language'])?.toLowerCase() ?? '')?.[0] ?? null,
    text,
    spans,
    extractor: EXTRACTOR,
    canonicalUrl: null,
    metaRefresh: null,
    words,
  };
}

/** Never throws for what the file does wrong. */
export async function readPdf(bytes: Uint8Array): Promise<BodyContent> {
  const parser = new PDFParse({
    data: bytes,
    cMapUrl: characterMaps(),
    cMapPacked: true,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    return await readDocument(parser);
  } catch (error) {
    if (error instanceof PasswordException)
      return unreadContent('unsupported', 'pdf_encrypted', 'This PDF is locked with a password.');
    const known = error instanceof InvalidPDFException;
    return unreadContent('broken', 'pdf_broken', known ? 'This is not a whole PDF.' : 'This PDF cannot be parsed.');
  } finally {
    await parser.destroy().catch(() => undefined);
  }
}
