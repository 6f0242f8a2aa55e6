/** Entry of the worker threads for everything that is text: one body in, its text out. */
import type { BodyContent, BodyTask } from './body-content.js';
import { decodeText } from './charset.js';
import { readHtml } from './html-content.js';
import { readCsv, readJson, readPlainText, readXml } from './plain-content.js';

function readPlain(text: string, kind: BodyTask['kind']): BodyContent {
  switch (kind) {
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

export default async function readText(task: BodyTask): Promise<BodyContent> {
  const { kind, bytes, contentType, url, status = 200, rendered = false, explain = false } = task;
  const { text, encoding: charset, from: charsetFrom } = decodeText(bytes, contentType);
  const { content, explanation } =
    kind === 'html' ? await readHtml(text, { url, status, rendered, explain }) : { content: readPlain(text, kind) };
  return explain ? { ...content, explanation: { charset, charsetFrom, ...explanation } } : content;
}
