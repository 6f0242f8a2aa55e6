/** What a file is, by its first bytes: names and headers say what they like. */
const MARKS: readonly (readonly [mark: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['PK\u0003\u0004', 'application/zip'],
  ['\u0089PNG', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['\u001f\u008b', 'application/gzip'],
  ['{\\rtf', 'application/rtf'],
];

export function sniffType(head: Buffer): string {
  const bytes = head.toString('latin1');
  const known = MARKS.find(([mark]) => bytes.startsWith(mark));
  if (known !== undefined) return known[1];
  if (/^\s*(?:<!doctype html|<html|<head|<body)/iu.test(bytes)) return 'text/html';
  if (/^\s*<\?xml/iu.test(bytes)) return 'application/xml';
  if (/^\s*[[{]/u.test(bytes)) return 'application/json';
  return head.includes(0) ? 'application/octet-stream' : 'text/plain';
}
