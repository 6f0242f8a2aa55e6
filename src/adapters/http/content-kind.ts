/** What a body is: by its first bytes, then by its declared type. Never by the ending of its address. */

export const READABLE_KINDS = ['html', 'pdf', 'text', 'json', 'xml', 'csv'] as const;
export type ReadableKind = (typeof READABLE_KINDS)[number];
export const UNREADABLE_KINDS = ['image', 'archive', 'video', 'audio', 'font', 'office', 'binary'] as const;
export type UnreadableKind = (typeof UNREADABLE_KINDS)[number];
export type ContentKind = ReadableKind | UnreadableKind;

export const isReadable = (kind: ContentKind): kind is ReadableKind =>
  (READABLE_KINDS as readonly string[]).includes(kind);

/** How many bytes the decision looks at: https://mimesniff.spec.whatwg.org/#reading-the-resource-header */
export const SNIFF_BYTES = 1445;

/** Signatures at the start of the file, in Latin-1: https://mimesniff.spec.whatwg.org/ and the formats' own papers. */
const SIGNATURES: readonly (readonly [RegExp, UnreadableKind])[] = [
  [/^\x89PNG\r\n\x1a\n/u, 'image'],
  [/^GIF8[79]a/u, 'image'],
  [/^\xff\xd8\xff/u, 'image'],
  [/^RIFF[^]{4}WEBP/u, 'image'],
  [/^BM[^]{4}\0\0\0\0/u, 'image'],
  [/^\0\0[\x01\x02]\0[^]\0/u, 'image'],
  [/^(II\*\0|MM\0\*)/u, 'image'],
  [/^[^]{4}ftyp(avif|avis|heic|heix|mif1)/u, 'image'],
  [/^[^]{4}ftyp(M4A|M4B)/u, 'audio'],
  [/^[^]{4}ftyp/u, 'video'],
  [/^\x1aE\xdf\xa3/u, 'video'],
  [/^RIFF[^]{4}AVI /u, 'video'],
  [/^FLV\x01/u, 'video'],
  [/^\0\0\x01[\xba\xb3]/u, 'video'],
  [/^RIFF[^]{4}WAVE/u, 'audio'],
  [/^(ID3|OggS|fLaC|MThd)/u, 'audio'],
  [/^\xff[\xfb\xf3\xf2]/u, 'audio'],
  [/^(PK\x03\x04|PK\x05\x06|PK\x07\x08)/u, 'archive'],
  [/^(\x1f\x8b\x08|BZh[1-9]|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\xfd7zXZ\0|\x28\xb5\x2f\xfd)/u, 'archive'],
  [/^[^]{257}ustar/u, 'archive'],
  [/^(wOFF|wOF2|OTTO|\0\x01\0\0\0)/u, 'font'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/u, 'office'],
  [/^(\x7fELF|MZ[^]{58}|\0asm|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe|SQLite format 3\0)/u, 'binary'],
];

const MARKUP_START =
  /^(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|h1|div|p|table|script|meta|link)\b/iu;
const XML_START = /^<\?xml\b/iu;
const FEED_START = /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*<(?:rss|feed|rdf:rdf)\b/iu;
const SVG_START = /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg\b/iu;
const XHTML_IN_XML = /<!doctype\s+html|<html\b/iu;

/** Types that say nothing, or that servers put on everything. */
const VAGUE_TYPES = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
  'application/force-download',
  'application/x-download',
  'unknown/unknown',
  '*/*',
]);
const OFFICE_TYPE =
  /^application\/(?:msword|rtf|vnd\.(?:ms-|openxmlformats-|oasis\.opendocument|apple\.)|epub\+zip|x-iwork)/u;
const ARCHIVE_TYPE =
  /^application\/(?:zip|gzip|x-(?:gzip|tar|bzip2?|7z-compressed|rar-compressed|xz|zip-compressed|zstd)|vnd\.rar|zstd|java-archive)$/u;
const CODE_TYPE =
  /^application\/(?:javascript|x-javascript|ecmascript|typescript|x-sh|yaml|x-yaml|toml|sql|graphql|x-tex|x-latex)$/u;

/** The type without parameters, lower case. */
export const mimeType = (contentType: string | null): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const hasUtf16Mark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** Text for looking at its beginning only: marks and NULs off, so that UTF-16 markup shows too. */
const beginning = (head: string): string =>
  head
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/u, '')
    .replace(/\0/gu, '')
    .trimStart();

function bySignature(head: string, mime: string): UnreadableKind | null {
  const kind = SIGNATURES.find(([pattern]) => pattern.test(head))?.[1] ?? null;
  return kind === 'archive' && OFFICE_TYPE.test(mime) ? 'office' : kind;
}

function byDeclaredType(mime: string): ContentKind | null {
  if (mime === 'text/html' || mime === 'application/xhtml+xml') return 'html';
  if (mime === 'application/pdf' || mime === 'application/x-pdf') return 'pdf';
  if (mime === 'image/svg+xml') return 'image';
  if (mime.endsWith('/json') || mime.endsWith('+json') || mime === 'application/x-ndjson') return 'json';
  if (mime.endsWith('/xml') || mime.endsWith('+xml')) return 'xml';
  if (mime === 'text/csv' || mime === 'text/tab-separated-values' || mime === 'application/csv') return 'csv';
  if (OFFICE_TYPE.test(mime)) return 'office';
  if (ARCHIVE_TYPE.test(mime)) return 'archive';
  if (mime.startsWith('text/') || CODE_TYPE.test(mime)) return 'text';
  for (const kind of ['image', 'video', 'audio', 'font'] as const) if (mime.startsWith(`${kind}/`)) return kind;
  return null;
}

function byBeginning(start: string): ContentKind | null {
  if (FEED_START.test(start)) return 'xml';
  if (SVG_START.test(start)) return 'image';
  if (XML_START.test(start)) return XHTML_IN_XML.test(start) ? 'html' : 'xml';
  return MARKUP_START.test(start) ? 'html' : null;
}

/**
 * @param head the first `SNIFF_BYTES` bytes, or all when there are fewer
 * @param contentType the header as sent
 */
export function contentKind(head: Uint8Array, contentType: string | null): ContentKind {
  const mime = mimeType(contentType);
  const text = latin1(head);
  if (text.slice(0, 1024).includes('%PDF-')) return 'pdf';
  const signed = bySignature(text, mime);
  if (signed) return signed;
  const declared = byDeclaredType(mime);
  const start = beginning(text);
  // A declared page of markup stays one; only a feed sent as HTML is told apart.
  if (declared === 'html') return FEED_START.test(start) ? 'xml' : 'html';
  if (declared === 'json' || declared === 'csv') return declared;
  const shown = byBeginning(start);
  if (shown) return shown;
  if (declared !== null) return declared;
  if (text.includes('\0') && !hasUtf16Mark(head)) return 'binary';
  if (/^[[{]/u.test(start)) return 'json';
  return VAGUE_TYPES.has(mime) || mime.startsWith('message/') ? 'text' : 'binary';
}
