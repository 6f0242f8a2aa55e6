/** Entry of the worker threads for PDFs. Apart from the other: its engine takes half a second and 40 MB to load. */
import type { BodyContent, BodyTask } from './body-content.js';
import { readPdf } from './pdf-content.js';

export default async function readPdfBody({ bytes }: BodyTask): Promise<BodyContent> {
  return readPdf(bytes);
}
