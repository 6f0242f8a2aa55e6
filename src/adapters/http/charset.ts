/** Bytes to text: byte order mark, header, meta, then detection. Never throws: what cannot be read becomes U+FFFD. */
import { detect } from 'chardet';

/** How far a declaration inside the document is looked for; the standard says 1,024, real pages are later at times. */
const PRESCAN_BYTES = 4096;
/** Detection gains nothing beyond this and costs time with every byte. */
const DETECT_BYTES = 64 * 1024;

const META_CHARSET = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([a-z0-9_:.-]+)/iu;
const XML_ENCODING = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([a-z0-9_:.-]+)["']/iu;
const HEADER_CHARSET = /;\s*charset\s*=\s*["']?\s*([^\s"';]+)/iu;

export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding */
  readonly encoding: string;
  /** what told it: a byte order mark, the header, the document's own declaration, or the bytes themselves */
  readonly from: 'mark' | 'header' | 'document' | 'bytes';
}

/** A decoder for a label, or null when the label means nothing here. */
function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label.trim(), { ignoreBOM: false });
  } catch {
    return null;
  }
}

function byMark(bytes: Uint8Array): TextDecoder | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decoderFor('utf-8');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoderFor('utf-16le');
  return bytes[0] === 0xfe && bytes[1] === 0xff ? decoderFor('utf-16be') : null;
}

function byDeclaration(bytes: Uint8Array): TextDecoder | null {
  const head = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const decoder = decoderFor((META_CHARSET.exec(head) ?? XML_ENCODING.exec(head))?.[1]);
  // The declaration was readable byte by byte, so UTF-16 it is not: https://html.spec.whatwg.org/#prescan-a-byte-stream
  return decoder?.encoding.startsWith('utf-16') ? decoderFor('utf-8') : decoder;
}

/** UTF-16 without a mark: markup and Latin text leave every other byte zero. */
function byZeroBytes(bytes: Uint8Array): TextDecoder | null {
  const sample = bytes.subarray(0, 512);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = sample.length / 4;
  if (odd > most && even === 0) return decoderFor('utf-16le');
  return even > most && odd === 0 ? decoderFor('utf-16be') : null;
}

/** Markup is ASCII in every encoding and only blurs the statistics. */
function withoutTags(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let size = 0;
  let inTag = false;
  for (const byte of bytes) {
    if (byte === 0x3c) inTag = true;
    else if (byte === 0x3e) inTag = false;
    else if (!inTag) kept[size++] = byte;
  }
  return size > 0 ? kept.subarray(0, size) : bytes;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream` forgives a character that the end of the sample cuts.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function byDetection(bytes: Uint8Array): TextDecoder {
  const utf16 = byZeroBytes(bytes);
  if (utf16) return utf16;
  if (isUtf8(bytes)) return new TextDecoder('utf-8');
  const guessed = decoderFor(detect(withoutTags(bytes.subarray(0, DETECT_BYTES))) ?? undefined);
  // Detected UTF-8 that is not valid is text in one byte per character with few accents.
  return guessed && guessed.encoding !== 'utf-8' ? guessed : new TextDecoder('windows-1252');
}

/** What 0x80 to 0x9f mean in windows-1252: https://encoding.spec.whatwg.org/index-windows-1252.txt */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Node 20's decoder for windows-1252 leaves 0x80 to 0x9f as control characters (measured on 20.20). */
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/gu, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);

/** @param contentType the header as sent */
export function decodeText(bytes: Uint8Array, contentType: string | null): DecodedText {
  const told = [
    ['mark', byMark(bytes)],
    ['header', decoderFor(HEADER_CHARSET.exec(contentType ?? '')?.[1])],
    ['document', byDeclaration(bytes)],
  ] as const;
  const [from, found] = told.find(([, decoder]) => decoder !== null) ?? (['bytes', null] as const);
  const decoder = found ?? byDetection(bytes);
  const text = decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  return { text, encoding: decoder.encoding, from };
}
