import { blocksOf, linesOf, type BlockKind } from './blocks.js';
import { isByline } from './bylines.js';
import { sentenceSpans, trimmed, type Span } from './sentences.js';

/** The smallest thing an answer quotes: a sentence, an item, a row, a line of code. */
export interface Unit extends Span {
  readonly kind: BlockKind;
  /** position of its block within the page */
  readonly block: number;
  /** the heading above it, as an index into the units; null before the first */
  readonly heading: number | null;
  /** says who wrote the page or when, and nothing of its matter */
  readonly byline: boolean;
}

/** All units of a page, in order. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let heading: number | null = null;
  for (const [block, { kind, start, end }] of blocksOf(text).entries()) {
    const within = { start, end };
    const spans = kind === 'paragraph' ? sentenceSpans(text, within) : lineSpans(text, within);
    const title = kind === 'heading' || (spans.length === 1 && isTitleLike(text.slice(start, end)));
    for (const span of spans) {
      const byline = kind !== 'code' && isByline(text.slice(span.start, span.end), units.length);
      units.push({ ...span, kind: title && !byline ? 'heading' : kind, block, heading, byline });
    }
    if (title && units.at(-1)?.byline === false) heading = units.length - 1;
  }
  return units;
}

const lineSpans = (text: string, within: Span): Span[] =>
  linesOf(text, within)
    .filter(({ kind }) => kind !== 'fence')
    .map(({ start, end }) => trimmed(text, start, end))
    .filter(({ start, end }) => end > start);

/** A title that was not marked up as one: a short line without a stop, a comma or a number. */
const isTitleLike = (line: string): boolean => line.length <= 60 && !/[\n.!,;:。！，\p{N}]/u.test(line);

/** A passage is at most so long, in characters. */
const MAX_PASSAGE = 320;
/** A label with the lines that go with it: a name and its price. Characters. */
const MAX_RECORD = 130;
/** A line shorter than this says little alone. */
const SHORT_LINE = 60;
/** What is added to a line that leads on should say at least so much. */
const ENOUGH_SAID = 90;
const LEANS_BACK =
  /^(?:It|Its|This|That|These|Those|They|Their|He|She|His|Her|However|But|Instead|Then|So|Such|Er|Sie|Es|Dies\p{L}*|Das|Il|Elle|Ils|Elles|Cela|Ce|Cette|Este|Esta|Esto|Ello)\b/u;

/**
 * The passage around a unit that can be read alone: a heading, a question or a short line with what follows it, a
 * sentence that leans on the one before ("It was …") with that one.
 */
export function passageAt(text: string, units: readonly Unit[], position: number): { first: number; last: number } {
  const unit = units[position]!;
  const said = text.slice(unit.start, unit.end);
  const lead = leadOf(unit, said);
  // A quote is one piece of the page: a title cannot take along what stands beneath its byline.
  const body = afterBylines(units, position + 1);
  if (lead !== null && body > position + 1 && body < units.length) return passageAt(text, units, body);
  if (lead !== null) return { first: position, last: lastFollowing(text, units, position, lead) };
  const previous = units[position - 1];
  const leans =
    previous?.byline === false && previous.block === unit.block && unit.kind === 'paragraph' && LEANS_BACK.test(said);
  return { first: leans && unit.end - previous.start <= MAX_PASSAGE ? position - 1 : position, last: position };
}

function afterBylines(units: readonly Unit[], from: number): number {
  let at = from;
  while (units[at]?.byline === true) at += 1;
  return at;
}

type Lead = 'title' | 'label' | null;

/** A title, a question or an opening that wants what follows; or a mere label, such as the name of a product. */
function leadOf(unit: Unit, said: string): Lead {
  if (unit.kind === 'heading' || /[:?：？]["'”’»)]*$/u.test(said)) return 'title';
  return said.length < SHORT_LINE && !/[.!。！]["'”’»)]*$/u.test(said) ? 'label' : null;
}

function lastFollowing(text: string, units: readonly Unit[], position: number, lead: Lead): number {
  const { start } = units[position]!;
  const limit = lead === 'label' ? MAX_RECORD : MAX_PASSAGE;
  let last = position;
  while (last + 1 < units.length) {
    const next = units[last + 1]!;
    const far = next.block - units[last]!.block > 1 || next.end - start > limit;
    const nextRecord = lead === 'label' && last > position && !/^\W*\p{N}/u.test(text.slice(next.start, next.end));
    const opens = next.kind === 'heading' && (lead === 'label' || last > position);
    if (far || opens || next.byline || (nextRecord && /\p{N}/u.test(text.slice(units[last]!.start, units[last]!.end))))
      break;
    last += 1;
    const enough = next.end - units[position + 1]!.start >= ENOUGH_SAID;
    if (enough || leadOf(next, text.slice(next.start, next.end)) === null) break;
  }
  return last;
}
