/** Lines that say who wrote a page and when: they stand beside its text and answer nothing but that. */

const MAX_CHARACTERS = 120;
/** A byline without a date is told from a label ("By Public Transport") by where it stands: under the title. */
const TOP_UNITS = 4;

const BY =
  /^(?:(?:Written|Posted|Published|Reported|Story|Words|Text|WRITTEN|POSTED) )?(?:[Bb]y|BY|Von|Par|Por|Di|Door|Av|Af):? +/u;
const NAME = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const NAMES = new RegExp(
  `^${NAME}(?:(?:,? +(?:and|und|et|y|e|en|och|&) +|,? +)(?:(?:de|del|da|di|van|von|der|la|le|bin|al) +)*${NAME}){1,7}`,
  'u',
);
const STATED =
  /^(?:(?:First|Last|Originally) )?(?:[Pp]ublished|[Uu]pdated|[Pp]osted|[Mm]odified|Veröffentlicht|Aktualisiert|Publié|Mis à jour|Publicado|Actualizado|Pubblicato|Aggiornato)(?: (?:on|am|le|el|il))?:? +/u;
const MONTH =
  'jan(?:uar[yi]?)?|feb(?:ruar[yi]?)?|mar(?:ch|s)?|märz|apr(?:il)?|ma[yi]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|' +
  'janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const OF_A_DATE = new RegExp(
  String.raw`^(?:[\d.:/,-]+(?:st|nd|rd|th|h)?,?|(?:${MONTH})\.?,?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?|[ap]\.?m\.?|utc|gmt|[ecmp][sd]?t|at|um|uhr|de|den|min|minutes?|read|[|·•–—-])$`,
  'iu',
);

/** A day and a year, and nothing else. */
function isDate(text: string): boolean {
  const words = text.trim().split(/\s+/u);
  return words.every((word) => OF_A_DATE.test(word)) && (text.match(/\d+/gu)?.length ?? 0) >= 2;
}

/**
 * Is this line a byline or a line of dates, and no sentence of the text?
 * @param position how many units of the page stand above it
 */
export function isByline(line: string, position: number): boolean {
  if (line.length > MAX_CHARACTERS || line.includes('\n')) return false;
  const stated = STATED.exec(line);
  if (stated !== null && isDate(line.slice(stated[0].length))) return true;
  const by = BY.exec(line);
  const names = by === null ? null : NAMES.exec(line.slice(by[0].length));
  if (by === null || names === null) return false;
  const rest = line.slice(by[0].length + names[0].length).replace(/^[\s,|·•–—-]+/u, '');
  if (rest === '') return position <= TOP_UNITS;
  return isDate(rest) || isDate(rest.replace(STATED, ''));
}

const ASKS =
  /\b(?:wrote|written|writes|authors?|byline|publish\w*|posted|updated|schrieb|geschrieben|autor\w*|veröffentlicht|aktualisiert|écrit|auteure?|publiée?|escribió|escrito|publicad[oa]|scritto|pubblicat[oa])(?![\p{L}])/iu;

/** Does the question ask who wrote something, or when it was published? */
export const asksForByline = (question: string): boolean => ASKS.test(question);
