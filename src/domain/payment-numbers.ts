/** Tells payment card and account numbers from the other long numbers that pages and people write. */

// Single characters (and a dash between spaces) that people put between the groups of a card number.
const SEPARATOR = /^(?: ?[-.\u2010-\u2013] ?|[ \u00a0\u2007\u2009\u202f]{1,2})$/u;

// How issuers print card numbers: Visa, Mastercard, Discover, JCB and Maestro in fours, American Express 4-6-5,
// Diners Club 4-6-4.
const GROUPINGS: readonly (readonly number[])[] = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4, 2],
  [4, 4, 4, 4],
  [4, 4, 4, 1],
  [4, 6, 5],
  [4, 6, 4],
];

// Issuer ranges of https://en.wikipedia.org/wiki/Payment_card_number with their lengths. Numbers outside of them (time
// stamps and ids that begin with 1, ISBN and most EAN with 7 to 9, IMEI of 15 digits) are nobody's card.
const ISSUERS: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:6011|64[4-9]|65|62|81)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:5[0678]|6)/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

/** The check digit of ISO/IEC 7812-1. `digits` holds ASCII digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isCardNumber(digits: string): boolean {
  return (
    ISSUERS.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) && passesLuhn(digits)
  );
}

interface DigitGroup {
  readonly start: number;
  readonly end: number;
}

function digitGroups(text: string): DigitGroup[] {
  return [...text.matchAll(/\d+/g)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

// 24: longer than a card number with a short word glued to it, shorter than the ids in use (32 and 64 hex digits).
const ID_LENGTH = 24;

/** A digit run inside a long word (a hash, a run id), after a plus sign or a decimal point is no card number. */
function isPartOfSomethingElse(text: string, { start, end }: DigitGroup): boolean {
  const before = /[A-Za-z0-9_]*$/.exec(text.slice(Math.max(0, start - ID_LENGTH), start))?.[0] ?? '';
  const after = /^[A-Za-z0-9_]*/.exec(text.slice(end, end + ID_LENGTH))?.[0] ?? '';
  if (/[A-Za-z_]/.test(before + after) && before.length + (end - start) + after.length >= ID_LENGTH) return true;
  return text[start - 1] === '+' || /\d[.,]$/.test(text.slice(Math.max(0, start - 2), start));
}

function cardAt(text: string, groups: readonly DigitGroup[], index: number): { end: number; used: number } | null {
  const first = groups[index];
  if (first === undefined) return null;
  if (isCardNumber(text.slice(first.start, first.end)))
    return isPartOfSomethingElse(text, first) ? null : { end: first.end, used: 1 };
  for (const lengths of GROUPINGS) {
    const members = groups.slice(index, index + lengths.length);
    const last = members.at(-1);
    if (last === undefined || members.length < lengths.length) continue;
    if (members.some((group, i) => group.end - group.start !== lengths[i])) continue;
    const between = members.slice(1).map((group, i) => text.slice(members[i]?.end, group.start));
    if (!between.every((part) => SEPARATOR.test(part))) continue;
    if (isCardNumber(members.map((group) => text.slice(group.start, group.end)).join('')))
      return { end: last.end, used: lengths.length };
  }
  return null;
}

/**
 * Where payment card numbers stand in a text: 13 to 19 digits of a known issuer with a right check digit, unbroken or
 * in the groups that cards are printed in. Other numbers that happen to be long (ids, phone numbers, ISBN, time
 * stamps, lists of years) are left alone.
 */
export function findCardNumbers(text: string): { start: number; end: number }[] {
  const groups = digitGroups(text);
  const found: { start: number; end: number }[] = [];
  for (let i = 0; i < groups.length; i += 1) {
    const card = cardAt(text, groups, i);
    const start = groups[i]?.start;
    if (card === null || start === undefined) continue;
    found.push({ start, end: card.end });
    i += card.used - 1;
  }
  return found;
}

/** The check of ISO 13616: country, check digits and account, moved and read as one number, leave 1 modulo 97. */
function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Does the text hold an IBAN, together or in groups of four? */
export function holdsIban(text: string): boolean {
  const candidates = text
    .toUpperCase()
    .matchAll(/(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Z0-9])/g);
  for (const [candidate] of candidates) {
    const iban = candidate.replace(/[ -]/g, '');
    if (iban.length >= 15 && iban.length <= 34 && passesMod97(iban)) return true;
  }
  return false;
}
