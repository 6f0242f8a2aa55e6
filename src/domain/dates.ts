/** Dates and times of day in running text, in digits and in words. */
import { fold } from './fold.js';

export interface DateFact {
  readonly start: number;
  readonly end: number;
  /** what it may mean; two where 03/04/2015 could be either. Parts that are not said are null */
  readonly readings: readonly DateReading[];
}
export interface DateReading {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}
export interface TimeFact {
  readonly start: number;
  readonly end: number;
  /** minutes after midnight; two where 5:30 could be either half of the day */
  readonly minutes: readonly number[];
}

/** Names by month, folded; the longest of a language first does not matter: words are matched whole. */
const MONTHS = [
  'january jan januar janner janvier janv enero ene gennaio gen janeiro januari января январь',
  'february feb februar fevrier fevr fev febrero febbraio febr fevereiro februari февраля февраль',
  'march mar marz marz mrz mars marzo marco maart марта март',
  'april apr avril avr abril abr aprile апреля апрель',
  'may mai mayo maggio maio mei мая май',
  'june jun juni juin junio giugno giu junho июня июнь',
  'july jul juli juillet juil julio luglio lug julho июля июль',
  'august aug aout agosto ago augustus августа август',
  'september sept sep septembre septiembre settembre set setembro сентября сентябрь',
  'october oct oktober okt octobre octubre ottobre ott outubro октября октябрь',
  'november nov novembre noviembre novembro ноября ноябрь',
  'december dec dezember dez decembre diciembre dic dicembre dezembro декабря декабрь',
].map((names) => names.split(' '));
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])));
const monthOf = (word: string): number | null => MONTH_OF.get(fold(word).replace(/\.$/u, '')) ?? null;

const NAME = String.raw`(?<month>\p{L}{3,10}\.?)`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?`;
const YEAR = String.raw`(?<year>\d{4})`;
const OF = String.raw`(?:of\s|de\s|del\s|di\s|do\s|d['’])?`;
const BORDER = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

/** Does the word name a month or a day of the week? */
export const isCalendarWord = (word: string): boolean => monthOf(word) !== null || weekdaysIn(word).size > 0;

/** In order: what is longer is tried first, and a stretch of text is read once. */
const PATTERNS: readonly RegExp[] = [
  String.raw`${BORDER}${YEAR}-(?<month>\d{2})-(?<day>\d{2})${END}`,
  String.raw`(?<!\d)${YEAR}\s?年(?:\s?(?<month>\d{1,2})\s?月(?:\s?(?<day>\d{1,2})\s?日)?)?`,
  String.raw`(?<!\d)(?<month>\d{1,2})\s?月\s?(?<day>\d{1,2})\s?日`,
  String.raw`${BORDER}${DAY}\s+${OF}${NAME},?\s+${OF}${YEAR}${END}`,
  String.raw`${BORDER}${NAME}\s+${DAY},?\s+${YEAR}${END}`,
  String.raw`${BORDER}(?<day>\d{1,2})(?<mark>[./-])(?<month>\d{1,2})\k<mark>${YEAR}${END}`,
  String.raw`${BORDER}${DAY}\s+${OF}${NAME}${END}`,
  String.raw`${BORDER}${NAME}\s+${DAY}${END}(?!\s*[%:])`,
  String.raw`${BORDER}${NAME},?\s+${OF}${YEAR}${END}`,
  String.raw`${BORDER}(?:in|of|since|until|from|during|late|early|mid|every|im|seit|ab|bis|anfang|mitte|ende|en|depuis|début|fin|desde|hasta|em|nel|da|в|с)\s${NAME}${END}`,
].map((pattern) => new RegExp(pattern, 'giu'));

export function datesIn(text: string): DateFact[] {
  const facts: DateFact[] = [];
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (facts.some(({ start, end }) => span.start < end && start < span.end)) continue;
      const readings = readingsOf(match.groups ?? {});
      if (readings.length > 0) facts.push({ ...span, readings });
    }
  return facts.sort((a, b) => a.start - b.start);
}

function readingsOf(groups: Record<string, string | undefined>): DateReading[] {
  const { year, month, day, mark } = groups;
  const number = (text: string | undefined) => (text === undefined ? null : Number(text));
  const named = month !== undefined && !/^\d/u.test(month);
  const reading = { year: number(year), month: named ? monthOf(month) : number(month), day: number(day) };
  if (named && reading.month === null) return [];
  // 12.03.2015 has the day first; 12/03/2015 may have either.
  const swapped = mark === '/' ? [{ ...reading, month: reading.day, day: reading.month }] : [];
  return [reading, ...swapped].filter(
    ({ month: m, day: d }) => (m ?? 1) >= 1 && (m ?? 1) <= 12 && (d ?? 1) >= 1 && (d ?? 1) <= 31,
  );
}

/** Is every part that `said` names the same in `quoted`? A year that the quoted date leaves out may stand elsewhere. */
export function dateStands(said: DateFact, quoted: readonly DateFact[], years: ReadonlySet<number>): boolean {
  const agrees = (a: DateReading, b: DateReading) =>
    (a.month === null || a.month === b.month) &&
    (a.day === null || a.day === b.day) &&
    (a.year === null || a.year === b.year || (b.year === null && years.has(a.year)));
  return said.readings.some((a) => quoted.some(({ readings }) => readings.some((b) => agrees(a, b))));
}

const CLOCK =
  /(?<![\p{N}.:])(?<hour>[01]?\d|2[0-4])(?:[:h](?<minute>[0-5]\d)|\.(?<dotted>[0-5]\d)(?=\s?(?:Uhr|uur|[ap]\.?m)))?\s?(?<half>[ap]\.?m\b\.?)?(?<clock>\s?(?:Uhr|heures|h|uur)(?!\p{L}))?(?![\p{N}:])/giu;

/** Times of day: 17:30, 5.30 pm, 17 Uhr, 17h30. A bare number is none. */
export function timesIn(text: string): TimeFact[] {
  return [...text.matchAll(CLOCK)].flatMap(({ 0: raw, index, groups = {} }) => {
    const { hour, minute, dotted, half, clock } = groups;
    if (minute === undefined && dotted === undefined && half === undefined && !/uhr|uur/iu.test(clock ?? '')) return [];
    const within = (Number(hour) % 24) * 60 + Number(minute ?? dotted ?? 0);
    const minutes =
      half === undefined
        ? [within]
        : [(Number(hour) % 12) * 60 + Number(minute ?? dotted ?? 0) + (/^p/iu.test(half) ? 720 : 0)];
    return [{ start: index, end: index + raw.trimEnd().length, minutes }];
  });
}

const WEEKDAYS = [
  'monday montag lundi lunes lunedi segunda-feira maandag понедельник',
  'tuesday dienstag mardi martes martedi terca-feira dinsdag вторник',
  'wednesday mittwoch mercredi miercoles mercoledi quarta-feira woensdag среда среду',
  'thursday donnerstag jeudi jueves giovedi quinta-feira donderdag четверг',
  'friday freitag vendredi viernes venerdi sexta-feira vrijdag пятница пятницу',
  'saturday samstag sonnabend samedi sabado sabato zaterdag суббота субботу',
  'sunday sonntag dimanche domingo domenica zondag воскресенье',
].map((names) => names.split(' '));
const WEEKDAY_OF = new Map(WEEKDAYS.flatMap((names, index) => names.map((name): [string, number] => [name, index])));

/** The days of the week that a text names, Monday 0; "Saturdays" is Saturday. */
export function weekdaysIn(text: string): Set<number> {
  const words = fold(text).match(/[\p{L}-]+/gu) ?? [];
  return new Set(
    words.flatMap((word) => {
      const day = WEEKDAY_OF.get(word) ?? WEEKDAY_OF.get(word.replace(/(?:en|s)$/u, ''));
      return day === undefined ? [] : [day];
    }),
  );
}
