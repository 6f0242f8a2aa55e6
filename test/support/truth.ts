/** A model that tells the fact of the first page, with its quote. */
import { FACT, PAGES } from './pages.js';
import { says, type Behaviour } from './scripted-model.js';

export const QUOTE = `The lighthouse of Skerrow is ${FACT} high`;

/** Cites the source that the page is in this prompt, whatever its number. */
export const truth: Behaviour = (res, request) => {
  const { content } = request.messages[0]!;
  const at = content.indexOf(`Title: ${PAGES[0]!.title}\n`);
  const n = Number(/Source (\d+) [^\n]*\n<DATA[^>]*>\n$/u.exec(content.slice(0, at))?.[1]);
  const sentence = { text: `${QUOTE}.`, citations: [{ source: n, quote: QUOTE }] };
  return says([sentence], true, { inputTokens: 1_000, outputTokens: 100 })(res, request);
};
