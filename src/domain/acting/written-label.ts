/** A label as it is read, whatever it is written with: look-alike letters, hidden characters, spaces, digits for letters. */
import unhomoglyph from 'unhomoglyph';
import { fold } from '../fold.js';
import { withoutUnseen } from '../untrusted-text.js';

/** Stand for an amount of money and for a percentage in a label that is judged. */
export const AMOUNT = 'amountofmoney';
export const PERCENTAGE = 'percentage';

const CURRENCY = String.raw`\p{Sc}|US\$|R\$|C\$|A\$|HK\$|NT\$|S/|zł|zl|kr\.?|Kč|Ft|lei|лв\.?|руб\.?|р\.|грн\.?|din\.?|RM|Rp|Rs\.?|R(?=\s?\d)|円|元|원|บาท|ريال|درهم|ج\.م|د\.إ|ر\.س|ש"ח|руб(?:лей|ля)?|USD|EUR|GBP|JPY|CNY|RMB|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|TL|RUB|UAH|INR|IDR|VND|THB|KRW|BRL|MXN|ARS|CLP|COP|PEN|ZAR|AED|SAR|EGP|ILS|NIS|MYR|SGD|HKD|TWD|PHP|NGN|KES|euros?|dollars?|pounds?|đ|₫`;
const FIGURE = String.raw`\d(?:[\d.,'’ \u00a0\u202f]*\d)?(?:,-)?`;
const MONEY = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${CURRENCY})\s?${FIGURE}|${FIGURE}\s?(?:${CURRENCY})(?![\p{L}\d])`,
  'giu',
);
const PER_CENT = /\d+(?:[.,]\d+)?\s?[%％٪]|[%٪]\s?\d+/gu;

/** Does the text name an amount with its currency? */
export const namesAmount = (text: string): boolean => text.normalize('NFKC').search(MONEY) >= 0;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  shy: '',
  zwj: '',
  zwnj: '',
  ensp: ' ',
  emsp: ' ',
};
const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,5}));/giu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

// Letters in boxes and flags, which no compatibility form reaches: U+1F150 ff., U+1F170 ff., U+1F1E6 ff.
const BOXED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const unboxed = (text: string): string =>
  text.replace(BOXED, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const first = code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : 0x1f150;
    return String.fromCharCode(97 + code - first);
  });

// What Unicode's table of look-alikes (UTS 39) leaves out or maps elsewhere than to the letter that is meant here.
const MORE_LOOK_ALIKES: Readonly<Record<string, string>> = pairs(
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ǫq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz βb ηn κk τt χx υu ωw εe σo μu ɑa вb кk мm нh тt иn пn гr зe яr ьb ъb ' +
    'ɐa ɔc ǝe ɟf ƃg ɥh ᴉi ɾj ʞk ɯm ɹr ʇt ʌv ʍw ʎy əe ɛe ƙk ɩi ɭl ƥp ʂs ƭt ʋv ɣy ʐz ƒf ҽe ցg հh յj ռn ʟl ʊu ฿b ₿b ₽p ₳a ₦n ₩w ¥y ɏy',
);

const LATIN = /^[a-z]{1,3}$/iu;
function latinisedLetter(letter: string): string {
  if (letter <= '\u007f') return letter;
  const own = MORE_LOOK_ALIKES[letter] ?? MORE_LOOK_ALIKES[letter.toLowerCase()];
  if (own !== undefined) return own;
  const alike = unhomoglyph(letter);
  return LATIN.test(alike) ? alike : letter;
}
/** Letters of any script as the Latin ones that they look like. */
const latinised = (text: string): string => [...text].map(latinisedLetter).join('');

const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '€': 'e',
  '£': 'l',
  '(': 'c',
  '+': 't',
  μ: 'u',
  '¡': 'i',
  '¢': 'c',
};
const MIXED_WORD = /[\p{L}\d@$!|€£(+¡¢]*\p{L}[\p{L}\d@$!|€£(+¡¢]*/gu;
const withLetters = (text: string, one: string): string =>
  text.replace(MIXED_WORD, (word) =>
    word.replace(/[^\p{L}](?!$)|\d$|[@$]$/gu, (sign) => (sign === '1' ? one : (DIGIT_LETTERS[sign] ?? sign))),
  );

// Single letters with a sign between: "P a y   n o w", "p.a.y". Two signs or more part words.
const SPELT = /(?<![\p{L}\p{M}])\p{L}(?:[\s._\-*·•~'|/\\]\p{L}(?![\p{L}\p{M}])){2,}/gu;
const joined = (text: string): string => text.replace(SPELT, (run) => run.replace(/[^\p{L}]/gu, ''));

/** Letters broken out of their word ("pa y now"): all are written together, for the reader to part again. */
const BROKEN = /(?<!\p{L})\p{L}(?!\p{L})/u;
const MAX_BROKEN = 24;
const together = (text: string): string[] =>
  text.length <= MAX_BROKEN && BROKEN.test(text) && /\s/u.test(text) ? [text.replace(/\s+/gu, '')] : [];

/** Latin letters and digits within words of another script, as the letters of that script that they look like. */
const TO_SCRIPT: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/\p{sc=Cyrillic}/u, pairs('aа oо eе cс pр xх yу kк mм tт hн bв iі 0о 3з 4ч 6б')],
  [/\p{sc=Greek}/u, pairs('aα oο eε pρ xχ yυ kκ tτ hη nν vν iι uυ wω 0ο')],
];
function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((pair) => [pair[0] ?? '', pair[1] ?? '']));
}
const ofOneScript = (text: string): string =>
  text.replace(/[\p{L}\d]+/gu, (word) => {
    const letters = TO_SCRIPT.find(([script]) => script.test(word))?.[1];
    return letters ? [...word.toLowerCase()].map((letter) => letters[letter] ?? letter).join('') : word;
  });

/** After an override of the writing direction the text is stored in the reverse of what is seen. */
const OVERRIDE = /[\u202e\u202d]/u;
const reversed = (text: string): string => [...text].reverse().join('');
const FLIPPED = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/u;
const UPSIDE_DOWN = pairs('ɐa qb ɔc pd ǝe ɟf ƃg ɥh ᴉi ɾj ʞk ɯm un dp bq ɹr ʇt nu ʌv ʍw ʎy');
const turned = (text: string): string => reversed([...text].map((letter) => UPSIDE_DOWN[letter] ?? letter).join(''));

const tidy = (text: string): string =>
  fold(text.replace(MONEY, ` ${AMOUNT} `).replace(PER_CENT, ` ${PERCENTAGE} `))
    .replace(/\p{Me}/gu, '')
    .replace(/[ \t\u00a0]+/gu, ' ')
    .trim();

/**
 * The ways in which a label may be read, each folded (lower case, no accents) with amounts and percentages replaced by
 * their stand-ins. Usually one; more where look-alikes, digits or spelling hide words.
 */
export function readingsOf(label: string): string[] {
  const seen = unboxed(decoded(label));
  const plain = withoutUnseen(seen).normalize('NFKC');
  // Kept apart before hidden characters go: between two words one may stand for the space.
  const parted = seen
    .replace(/[\u00ad\u200b\u2060\ufeff\u180e\u3164\u115f\u1160\uffa0\u2800]+/gu, ' ')
    .normalize('NFKC');
  const forms = [plain, parted];
  if (OVERRIDE.test(label)) forms.push(reversed(plain));
  if (FLIPPED.test(plain)) forms.push(turned(plain.toLowerCase()));
  const latin = forms.map(latinised);
  const written = [...forms, ...latin, ...forms.map(ofOneScript)];
  const all = [...written, ...written.map(joined), ...latin.flatMap(together)];
  const lettered = all.flatMap((form) => [withLetters(form, 'i'), withLetters(form, 'l')]);
  return [...new Set([...all, ...lettered].map(tidy))].filter((form) => form !== '');
}
