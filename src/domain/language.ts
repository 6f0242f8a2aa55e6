import { detectAll } from 'tinyld';
import { stopWords } from './stop-words.js';
import { fold } from './fold.js';

/** Scripts that one language (nearly) alone uses. */
const BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Devanagari}/u, 'hi'],
];
/** Function words decide for these: short questions hold more of them than of anything else. */
const BY_WORDS = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl', 'tr'] as const;
/** Below this the detector guesses; 0 to 1. */
const MIN_ACCURACY = 0.3;

/**
 * The language of a question, BCP 47 primary subtag. Questions are short, where statistics of letters err: scripts decide
 * first, then function words, then the detector; English when nothing does.
 */
export function detectLanguage(text: string): string {
  const byScript = BY_SCRIPT.find(([script]) => script.test(text))?.[1];
  if (byScript !== undefined) return byScript;
  const guesses = detectAll(text);
  if (/\p{Script=Cyrillic}/u.test(text)) return amongScript(guesses, ['ru', 'uk', 'bg', 'sr', 'be', 'mk'], 'ru');
  if (/\p{Script=Arabic}/u.test(text)) return amongScript(guesses, ['ar', 'fa', 'ur'], 'ar');
  const byWords = languageByFunctionWords(text);
  if (byWords !== null) return byWords;
  const best = guesses.find(({ accuracy }) => accuracy >= MIN_ACCURACY);
  return best?.lang ?? 'en';
}

function amongScript(
  guesses: readonly { lang: string; accuracy: number }[],
  languages: string[],
  usual: string,
): string {
  const best = guesses.find(({ lang }) => languages.includes(lang));
  return best !== undefined && best.accuracy >= MIN_ACCURACY ? best.lang : usual;
}

/** The language with most function words in the text, if it is ahead of all others. */
function languageByFunctionWords(text: string): string | null {
  const words = fold(text).match(/\p{L}+/gu) ?? [];
  const scores = BY_WORDS.map((language) => ({
    language,
    score: words.filter((word) => stopWords(language).has(word)).length,
  })).sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  return first && second && first.score > second.score ? first.language : null;
}
