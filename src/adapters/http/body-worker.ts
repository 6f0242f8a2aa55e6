/** Entry of the worker threads: one body in, its text out. Whatever the bytes ask for ends with the thread. */
import type { BodyContent, BodyTask } from './body-content.js';
import { decodeText } from './charset.js';
import { readHtml } from './html-content.js';
import { readPdf } from './pdf-content.js';
import { readCsv, readJson, readPlainText, readXml } from './plain-content.js';

export default async function readBody({ kind, bytes, contentType, url }: BodyTask): Promise<BodyContent> {
  if (kind === 'pdf') return readPdf(bytes);
  const { text } = decodeText(bytes, contentType);
  switch (kind) {
    case 'html':
      return readHtml(text, url);
    case 'json':
      return readJson(text);
    case 'xml':
      return readXml(text);
    case 'csv':
      return readCsv(text);
    case 'text':
      return readPlainText(text);
  }
}
