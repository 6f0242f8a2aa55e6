/** Where sentences begin and end. Pure text rules: no language has to be known. */

export interface Span {
  /** UTF-16 code units */
  readonly start: number;
  /** exclusive */
  readonly end: number;
}

// A stop, the marks that close with it, then white space; the stops of Chinese, Japanese and Hindi need none.
const STOP = /[.!?…؟۔]+["'”’»)\]]*(?=\s)|[。！？｡।॥]+["'”’»）」』\])]*|\n+/gu;
// Words that end in a stop without ending a sentence, folded to lower case.
const ABBREVIATIONS = new Set(
  `mr mrs ms dr prof sr jr st vs etc eg ie approx dept est inc ltd co corp ed eds al jan feb mar
  apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun gen col capt lt sgt rev hon gov pres rep sen ave blvd
  rd mt ft min max bzw usw ca evtl ggf inkl nr str tel vgl zb ua dh sog bspw mio mrd aufl bd hrsg jh jhdt mme mlle
  env av chap ex ref sig sra srta ud uds pag num dott sig.ra ecc д г гг т п тел ул им руб тыс млн млрд стр рис см напр`.split(
    /\s+/,
  ),
);
const BEFORE_NUMBERS = new Set('no nos nr fig figs abb art abs vol vols p pp bd kap ch sec tab'.split(' '));
// After "U.S." a sentence ends only where a short word opens another.
const OPENS_SENTENCE =
  /^\s+(?:The|It|He|She|They|We|In|On|At|This|That|These|A|An|But|And|Its|His|Her|Der|Die|Das|Es|Er|Sie|Le|La|Les|Il|Elle|El|Los)\s/u;
// German ordinals: "am 3. Oktober", "im 19. Jahrhundert".
const ORDINAL = /(?:^|\s)(?:am|im|vom|zum|beim|ab|seit|bis|der|die|das|dem|den|des|und)\s\p{N}{1,2}$/iu;
const MONTH = /^\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u;
/** A wrapped line of running text is longer than this, a line of a list or an address is shorter. Characters. */
const WRAPPED_LINE = 45;

/**
 * The sentences of a stretch of text, without the white space around them, in order; nothing but white space is left out.
 * A line break ends a sentence unless the line looks wrapped.
 */
export function sentenceSpans(text: string, within: Span = { start: 0, end: text.length }): Span[] {
  const spans: Span[] = [];
  let start = within.start;
  const stop = new RegExp(STOP.source, STOP.flags);
  stop.lastIndex = within.start;
  for (let match = stop.exec(text); match && match.index < within.end; match = stop.exec(text)) {
    const end = Math.min(match.index + match[0].length, within.end);
    if (!endsHere(text, start, match.index, end, within)) continue;
    pushTrimmed(spans, text, start, end);
    start = end;
  }
  pushTrimmed(spans, text, start, within.end);
  return spans;
}

function endsHere(text: string, start: number, at: number, end: number, within: Span): boolean {
  if (text[at] === '\n') return endsLine(text, start, at, end, within);
  const next = text.slice(end, end + 24);
  if (text[at] === '.' && end === at + 1 && abbreviates(text.slice(Math.max(start, at - 30), at), next)) return false;
  return /^[。！？｡।॥]/u.test(text[at]!) || !/^\s*\p{Ll}/u.test(next);
}

/** Does the word before a single stop only stand shortened? `next`: what follows the stop. */
function abbreviates(before: string, next: string): boolean {
  const word = /[\p{L}\p{N}.]*$/u.exec(before)![0];
  // Initials and "U.S.", "z.B.", "e.g."
  if (/^(?:\p{L}\.)*\p{L}$/u.test(word)) return !(word.includes('.') && OPENS_SENTENCE.test(next));
  if (/^\p{N}{1,3}$/u.test(word)) return word === before.trimStart() || ORDINAL.test(before) || MONTH.test(next);
  const folded = word.toLowerCase().replaceAll('.', '');
  return ABBREVIATIONS.has(folded) || (BEFORE_NUMBERS.has(folded) && /^\s*\p{N}/u.test(next));
}

function endsLine(text: string, start: number, at: number, end: number, within: Span): boolean {
  if (end - at > 1) return true;
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1) + 1, within.start, start);
  const next = text.slice(end, end + 12);
  if (/^\s*(?:[-*•–|#]|\p{N}+[.)])\s/u.test(next)) return true;
  if (/[.!?…:;。！？]["'”’»)\]]*\s*$/u.test(text.slice(Math.max(lineStart, at - 4), at))) return true;
  if (/^\s*\p{Ll}/u.test(next)) return false;
  return at - lineStart < WRAPPED_LINE;
}

function pushTrimmed(spans: Span[], text: string, start: number, end: number): void {
  const span = trimmed(text, start, end);
  if (span.end > span.start) spans.push(span);
}

/** The span without the white space at its ends. */
export function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text[start]!)) start += 1;
  while (end > start && /\s/u.test(text[end - 1]!)) end -= 1;
  return { start, end };
}
