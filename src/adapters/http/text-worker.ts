/** Entry of the worker threads for everything that is text: one body in, its text out. */
import type { BodyContent, BodyTask } from './body-content.js';
import { decodeText } from './charset.js';
import { readHtml } from './html-content.js';
import { readCsv, readJson, readPlainText, readXml } from './plain-content.js';

export default async function readText(task: BodyTask): Promise<BodyContent> {
  const { kind, bytes, contentType, url, status = 200, rendered = false } = task;
  const { text } = decodeText(bytes, contentType);
  switch (kind) {
    case 'html':
      return readHtml(text, { url, status, rendered });
    case 'json':
      return readJson(text);
    case 'xml':
      return readXml(text);
    case 'csv':
      return readCsv(text);
    default:
      return readPlainText(text);
  }
}
