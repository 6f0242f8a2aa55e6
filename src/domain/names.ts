/** Names of persons, places and things in a sentence, as far as spelling tells them: by capitals. */
import { isCalendarWord } from './dates.js';
import { fold } from './fold.js';
import { stopWords } from './stop-words.js';

/** Every noun is capitalised: only two capitals in a row, or capitals throughout, tell a name. */
const NOUNS_CAPITALISED = new Set(['de', 'lb']);
/** Names take endings: Скерроу, Скерроуа; Berliinissä. The stems have to agree. */
const INFLECTED = new Set('ru uk bg pl cs sk sl hr sr fi et lv lt hu tr el ro'.split(' '));
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu;
const MAX_ENDING = 3;

interface Word {
  readonly text: string;
  readonly opens: boolean;
  readonly capital: boolean;
  /** "900 Gramm Mehl": what is measured is no name, nor is its measure */
  readonly measured: boolean;
}

function wordsOf(sentence: string): Word[] {
  return [...sentence.matchAll(WORD)].map(({ 0: text, index }) => ({
    text: text.replace(/['’]s?$/u, ''),
    // After a colon, a quotation mark or a bracket a capital says as little as at the beginning.
    opens: /(?:^|[.:!?;("“„«»'‘|•-]\s*)$/u.test(sentence.slice(0, index)),
    capital: /^\p{Lu}/u.test(text),
    measured: /\p{N}\s?(?:\p{L}+\.?\s)?$/u.test(sentence.slice(0, index)),
  }));
}

const isAcronym = (text: string): boolean => /^[\p{Lu}\p{N}-]{2,}$/u.test(text) && /\p{Lu}{2}/u.test(text);

/**
 * The words of a sentence that are (parts of) names, as written. The first word of a sentence is left out: its capital says
 * nothing. Scripts without capitals have none that could be told.
 */
export function namesIn(sentence: string, language: string): string[] {
  const words = wordsOf(sentence);
  if (words.length > 3 && words.every(({ text }) => isAcronym(text))) return [];
  const nouns = NOUNS_CAPITALISED.has(language);
  const tells = (word: Word | undefined): word is Word => word?.capital === true && !isCommon(word, language);
  return words
    .filter((word, at) => {
      if (!tells(word) || word.text.length < 2) return false;
      if (isAcronym(word.text)) return true;
      if (word.opens || (nouns && word.measured)) return false;
      return !nouns || tells(words[at - 1]) || tells(words[at + 1]);
    })
    .map(({ text }) => text);
}

const isCommon = ({ text }: Word, language: string): boolean =>
  stopWords(language).has(fold(text)) || stopWords('en').has(fold(text)) || isCalendarWord(text);

/** Does the name stand among these words (folded)? Endings of inflected languages may differ, and "Americans" is America's. */
export function nameStands(name: string, words: readonly string[], language: string): boolean {
  const folded = fold(name);
  return words.some((word) => word === folded || related(word, folded, INFLECTED.has(language)));
}

function related(a: string, b: string, inflected: boolean): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4) return false;
  if (long.startsWith(short)) return long.length - short.length <= MAX_ENDING;
  if (!inflected) return false;
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  return shared >= 4 && short.length - shared <= MAX_ENDING && long.length - shared <= MAX_ENDING;
}

/** The words of a text as `nameStands` compares them; parts of hyphenated words also by themselves. */
export function comparedWords(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word }) => {
    const folded = fold(word.replace(/['’]s?$/u, ''));
    return folded.includes('-') ? [folded, ...folded.split('-')] : [folded];
  });
}
