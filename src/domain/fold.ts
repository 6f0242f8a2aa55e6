// Marks that are decoration: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels and tatweel. Indic vowel signs stay.
const DECORATION = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;
/** Letters that no decomposition reaches. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Lower-case letters without accents, compatibility forms unified: for comparing words, not for showing them. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(DECORATION, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}
