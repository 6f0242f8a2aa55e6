/** Numbers in running text, whatever the language writes them like: 1,234.5, 1.234,5, 1 234,5, ١٢٣, "3 Mio.", "thirty-one". */
import { fold } from './fold.js';
import { unitsAt } from './units.js';

export interface NumberFact {
  /** as written */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** what it may mean; several where "1.234" could be either */
  readonly values: readonly number[];
  /** canonical units it stands with */
  readonly units: readonly string[];
  readonly inWords: boolean;
}

const SEPARATOR = String.raw`[.,'’٫٬\u00a0\u202f\u2009]`;
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{Nd}])(?:(?<![\p{L}\p{Nd})\]])[-−])?\p{Nd}+(?:${SEPARATOR}\p{Nd}+)*(?: \p{Nd}{3}(?!\p{Nd}))*(?:${SEPARATOR}\p{Nd}+)?`,
  'gu',
);
/** Languages that write 1.234,5; all others write 1,234.5. */
const DECIMAL_COMMA = new Set(
  'de fr es it pt nl ru uk bg pl cs sk sl hr sr sv da no nb nn fi et lv lt hu ro tr el id vi ca eu is'.split(' '),
);
const GROUPS_BY_SPACE = new Set('fr ru uk bg pl cs sk sv no nb nn fi et lv lt hu'.split(' '));
/** Where a number in Arabic, Indic, Thai or full-width digits has its zero. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend|tsd\.?|mille|mil|mila|duizend|тыс(?:яч\p{L}*|\.)?|千)(?!\p{L})/iu, 1e3],
  [
    /^\s?(?:million(?:s|en)?|mio\.?|mln\.?|mill(?:ó|o)n(?:es)?|milion[ei]|milhão|milhões|miljoen|млн\.?|миллион\p{L}*)(?!\p{L})/iu,
    1e6,
  ],
  [/^\s?(?:bn|milliard(?:s|en|e)?|mrd\.?|miliard[oi]|miljard|млрд\.?|миллиард\p{L}*)(?!\p{L})/iu, 1e9],
  [/^\s?(?:万|萬)/u, 1e4],
  [/^\s?(?:億|亿)/u, 1e8],
];
const BILLION = /^\s?(?:billion(?:s|en)?|billones|bill[oó]n|bilhão|bilhões|bilion[ei])(?!\p{L})/iu;
/** A billion is a million millions in these. */
const LONG_SCALE = new Set(['de', 'fr', 'es', 'it', 'nl', 'sv', 'da', 'no', 'nb', 'fi', 'pl', 'cs', 'hu']);

/**
 * The numbers of a text.
 * @param language of the text; null: every reading of an ambiguous number counts
 */
export function numbersIn(text: string, language: string | null): NumberFact[] {
  return [...digitNumbers(text, language), ...wordNumbers(text, language)].sort((a, b) => a.start - b.start);
}

function digitNumbers(text: string, language: string | null): NumberFact[] {
  return [...text.matchAll(NUMBER)]
    .flatMap(({ 0: raw, index }) => pieces(raw, index, language))
    .map(({ text: written, start }) => {
      const after = start + written.length;
      const { scales, length } = scaleAfter(text, after, language);
      const end = after + length;
      const values = readings(written, language).flatMap((value) => scales.map((scale) => value * scale));
      return { text: text.slice(start, end), start, end, values, units: unitsAt(text, start, end), inWords: false };
    });
}

interface Piece {
  readonly text: string;
  readonly start: number;
}

/** "3 100" is one number where spaces group digits, and may be two anywhere else. */
function pieces(raw: string, start: number, language: string | null): Piece[] {
  const whole = { text: raw, start };
  if (!raw.includes(' ') || (language !== null && GROUPS_BY_SPACE.has(language))) return [whole];
  const parts: Piece[] = [];
  let at = start;
  for (const part of raw.split(' ')) {
    parts.push({ text: part, start: at });
    at += part.length + 1;
  }
  return /^[-−]?\p{Nd}{1,3} /u.test(raw) && language === null ? [whole, ...parts] : parts;
}

interface Scale {
  /** two where "billion" is a thousand or a million millions */
  readonly scales: readonly number[];
  /** of its word */
  readonly length: number;
}

function scaleAfter(text: string, end: number, language: string | null): Scale {
  const rest = text.slice(end, end + 24);
  // "$5m" is money; without the sign it would be five metres.
  if (/^m(?![\p{L}\d²³])/iu.test(rest) && /[$€£¥]\s?[\d.,]+$/u.test(text.slice(Math.max(0, end - 16), end)))
    return { scales: [1e6], length: 1 };
  const billion = BILLION.exec(rest);
  if (billion) {
    const scales = language === null ? [1e9, 1e12] : [LONG_SCALE.has(language) ? 1e12 : 1e9];
    return { scales, length: billion[0].length };
  }
  for (const [pattern, scale] of SCALES) {
    const found = pattern.exec(rest);
    if (found) return { scales: [scale], length: found[0].length };
  }
  return { scales: [1], length: 0 };
}

function ascii(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** What a number as written may mean. */
function readings(written: string, language: string | null): number[] {
  const text = ascii(written)
    .replace(/[\s\u00a0\u202f\u2009'’٬]/gu, '')
    .replace('−', '-')
    .replaceAll('٫', '.');
  const marks = text.match(/[.,]/gu) ?? [];
  if (marks.length === 0) return [Number(text)];
  const last = marks.at(-1)!;
  if (new Set(marks).size === 2) return [toNumber(text, last)];
  if (marks.length > 1) return [toNumber(text, null)];
  const groups = /^-?[1-9]\d{0,2}[.,]\d{3}$/u.test(text);
  if (!groups) return [toNumber(text, last)];
  if (language === null) return [toNumber(text, null), toNumber(text, last)];
  const decimal = DECIMAL_COMMA.has(language) ? ',' : '.';
  return [toNumber(text, last === decimal ? last : null)];
}

const toNumber = (text: string, decimal: string | null): number =>
  Number(
    decimal === null
      ? text.replace(/[.,]/gu, '')
      : text
          .split(decimal)
          .map((part) => part.replace(/[.,]/gu, ''))
          .join('.'),
  );

/** Words for numbers, folded; what is above is put together from these. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen|twenty thirty forty fifty sixty seventy eighty ninety|hundred|thousand|and',
  fr: 'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf|vingt trente quarante cinquante soixante - - -|cent cents|mille|et',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve|veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa|cien ciento|mil|y',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove|venti trenta quaranta cinquanta sessanta settanta ottanta novanta|cento|mille mila|e',
  pt: 'zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove|vinte trinta quarenta cinquenta sessenta setenta oitenta noventa|cem cento|mil|e',
  nl: 'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien|twintig dertig veertig vijftig zestig zeventig tachtig negentig|honderd|duizend|en',
};

interface WordTable {
  readonly units: ReadonlyMap<string, number>;
  readonly hundred: ReadonlySet<string>;
  readonly thousand: ReadonlySet<string>;
  readonly joiner: string;
}

const TABLES = new Map<string, WordTable>(
  Object.entries(WORDS).map(([language, words]) => {
    const [small = '', tens = '', hundred = '', thousand = '', joiner = ''] = words.split('|');
    const units = new Map(small.split(' ').map((word, value) => [word, value]));
    tens.split(' ').forEach((word, index) => word !== '-' && units.set(word, (index + 2) * 10));
    return [language, { units, hundred: new Set(hundred.split(' ')), thousand: new Set(thousand.split(' ')), joiner }];
  }),
);

/** Numbers in words from this on are checked bare; smaller ones ("two ways") only with a unit. */
const TELLING = 11;
const WORD = /\p{L}+/gu;

function wordNumbers(text: string, language: string | null): NumberFact[] {
  const languages = language === null ? [...TABLES.keys(), 'de'] : [language];
  return languages.flatMap((code) => (code === 'de' ? germanNumbers(text) : tableNumbers(text, code)));
}

function tableNumbers(text: string, language: string): NumberFact[] {
  const table = TABLES.get(language);
  if (!table) return [];
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: fold(word),
    start: index,
    end: index + word.length,
  }));
  const facts: NumberFact[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const run = numberRun(words, at, table, text);
    if (run === null) continue;
    const { start, end } = { start: words[at]!.start, end: words[at + run.words - 1]!.end };
    facts.push(inWords(text, start, end, run.value, language));
    at += run.words - 1;
  }
  return facts.filter(telling);
}

function inWords(text: string, start: number, after: number, value: number, language: string): NumberFact {
  const { scales, length } = scaleAfter(text, after, language);
  const end = after + length;
  const values = scales.map((scale) => value * scale);
  return { text: text.slice(start, end), start, end, values, units: unitsAt(text, start, end), inWords: true };
}

const telling = ({ values, units }: NumberFact): boolean => (units.length > 0 ? values[0]! > 1 : values[0]! >= TELLING);

/** Adds up the words from `from` on, as far as they make one number. */
function numberRun(
  words: readonly { word: string; start: number; end: number }[],
  from: number,
  table: WordTable,
  text: string,
): { value: number; words: number } | null {
  let total = 0;
  let current = 0;
  let used = 0;
  let previous = Infinity;
  for (let at = from; at < words.length; at += 1) {
    const { word } = words[at]!;
    if (at > from && !/^[\s-]{1,2}$/u.test(text.slice(words[at - 1]!.end, words[at]!.start))) break;
    const unit = table.units.get(word);
    if (unit !== undefined && (unit < previous || (previous === 4 && unit === 20))) {
      current = previous === 4 && unit === 20 ? 80 : current + unit;
      previous = unit === 20 && current === 80 ? 20 : unit < 10 && unit !== 4 ? 0 : unit;
    } else if (table.hundred.has(word) && current < 100) {
      current = Math.max(1, current) * 100;
      previous = 100;
    } else if (table.thousand.has(word) && (current > 0 || at === from)) {
      total += Math.max(1, current) * 1_000;
      current = 0;
      previous = 1_000;
    } else if (!(word === table.joiner && at > from)) break;
    if (word !== table.joiner) used = at - from + 1;
  }
  return used === 0 ? null : { value: total + current, words: used };
}

const GERMAN: Readonly<Record<string, number>> = Object.fromEntries([
  ...'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'
    .split(' ')
    .map((word, value) => [word, value]),
  ['eins', 1],
  ...'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
]) as Record<string, number>;

/** "einhundertsechsundzwanzig": the parts stand in one word. */
function germanValue(word: string): number | null {
  if (word === '') return 0;
  const direct = GERMAN[word];
  if (direct !== undefined) return direct;
  for (const [part, factor] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(part);
    if (at === -1) continue;
    const before = at === 0 ? 1 : germanValue(word.slice(0, at));
    const after = germanValue(word.slice(at + part.length).replace(/^und/u, ''));
    return before === null || after === null ? null : before * factor + after;
  }
  const joined = /^(\p{L}+?)und(\p{L}+)$/u.exec(word);
  const small = GERMAN[joined?.[1] ?? ''];
  const tens = GERMAN[joined?.[2] ?? ''];
  return small !== undefined && tens !== undefined && small < 10 && tens >= 20 ? tens + small : null;
}

function germanNumbers(text: string): NumberFact[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const value = germanValue(fold(word));
    if (value === null) return [];
    const fact = inWords(text, index, index + word.length, value, 'de');
    return telling(fact) ? [fact] : [];
  });
}
