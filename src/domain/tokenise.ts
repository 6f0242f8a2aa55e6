/**
 * Words of a text as the full-text index and the questions put to it see them: folded, stemmed, without punctuation.
 * Index and query share this file, so a word finds itself again whatever its case, accents or ending.
 */
import snowball from 'snowball-stemmers';
import { fold } from './fold.js';
import { stopWords } from './stop-words.js';

export interface Token {
  /** folded and stemmed */
  readonly term: string;
  /** folded, not stemmed */
  readonly word: string;
  /** offsets into the text, UTF-16 code units, end exclusive */
  readonly start: number;
  readonly end: number;
  /** a pair of letters within a longer word that has a token of its own */
  readonly part?: true;
}

// Numbers keep their decimal point ("3.5", "1.2.3"), "C++" and "C#" their signs; all else splits at punctuation.
const WORD = /\p{N}+(?:[.,\u00a0\u202f'’]\p{N}+)+(?![\p{L}])|[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
const THOUSANDS = /^\p{N}{1,3}(?:[.,\u00a0\u202f'’]\p{N}{3})+$/u;
// Scripts written without spaces between words, and Hangul, whose particles stick to the word.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
/** Longer words are cut: nothing a person would ask for is longer, and a page may hold a megabyte without a space. */
const MAX_WORD = 64;

/** Every word of the text, in order. `language`: BCP 47 primary subtag, or null when unknown. */
export function tokenise(text: string, language: string | null): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    if (UNSPACED.test(raw)) addUnspaced(tokens, raw, match.index, language);
    else addWord(tokens, raw, match.index, language);
  }
  return tokens;
}

/** The terms alone, as one line for the index. */
export function indexedText(text: string, language: string | null): string {
  return tokenise(text, language)
    .map((token) => token.term)
    .join(' ');
}

/**
 * The terms of a question that tell it from others: each once, in order, without the stop words of its language and of
 * English (questions mix them). A question of stop words alone keeps them.
 * @param languages of the question first, then of the pages searched: each may stem the same word otherwise
 */
export function questionTerms(question: string, languages: readonly (string | null)[]): string[] {
  return [
    ...new Set(languages.flatMap((language) => significantTokens(question, language).map((token) => token.term))),
  ];
}

/** The question's words without stop words; all of them when nothing else is left. */
export function significantTokens(question: string, language: string | null): Token[] {
  const tokens = tokenise(question, language);
  const own = stopWords(language ?? 'en');
  const english = stopWords('en');
  const kept = tokens.filter(({ word }) => !own.has(word) && (language === 'en' || !isEnglishStopWord(english, word)));
  return kept.length > 0 ? kept : tokens;
}

// A short English stop word may be a word that matters elsewhere (German "war", "hat"): only plain function words go.
function isEnglishStopWord(english: ReadonlySet<string>, word: string): boolean {
  return FUNCTION_WORDS.has(word) && english.has(word);
}
const FUNCTION_WORDS = new Set(
  'the of and what which who how when where why does did is are was were for from with this that'.split(' '),
);

function addUnspaced(tokens: Token[], raw: string, offset: number, language: string | null): void {
  for (const run of raw.matchAll(UNSPACED_RUN)) {
    const at = offset + run.index;
    if (!UNSPACED.test(run[0])) {
      addWord(tokens, run[0], at, language);
      continue;
    }
    for (const { segment, index, isWordLike } of segmenter.segment(run[0])) {
      if (!isWordLike) continue;
      addWord(tokens, segment, at + index, language);
      addPairs(tokens, segment, at + index);
    }
  }
}

/** Pairs of letters within a longer word: a compound is found by its parts, a Korean word without its particle. */
function addPairs(tokens: Token[], segment: string, offset: number): void {
  if (segment.length < 3 || segment.length > MAX_WORD || !/^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(segment)) return;
  for (let at = 0; at + 2 <= segment.length; at += 1) {
    const pair = segment.slice(at, at + 2).normalize('NFKC');
    tokens.push({ term: pair, word: pair, start: offset + at, end: offset + at + 2, part: true });
  }
}

function addWord(tokens: Token[], raw: string, start: number, language: string | null): void {
  const end = start + raw.length;
  if (/^\p{N}/u.test(raw) && /[.,\u00a0\u202f'’]/u.test(raw)) {
    const digits = raw.normalize('NFKC');
    const term = THOUSANDS.test(raw) ? digits.replace(/\P{N}/gu, '') : digits.replace(/\P{N}+/gu, '_');
    tokens.push({ term: term.slice(0, MAX_WORD), word: term.slice(0, MAX_WORD), start, end });
    return;
  }
  const lower = raw.slice(0, MAX_WORD).normalize('NFKC').toLowerCase();
  const word = fold(lower);
  if (word !== '') tokens.push({ term: stemmed(lower, language) || word, word, start, end });
}

/** Snowball's algorithm by language, and the script that it understands. */
const ALGORITHMS: ReadonlyMap<string, readonly [name: string, script: RegExp]> = new Map([
  ...(
    'en:english de:german fr:french es:spanish it:italian pt:portuguese nl:dutch sv:swedish da:danish no:norwegian ' +
    'nb:norwegian fi:finnish hu:hungarian ro:romanian tr:turkish ca:catalan cs:czech eu:basque ga:irish sl:slovene'
  )
    .split(' ')
    .map((pair): [string, [string, RegExp]] => [pair.slice(0, 2), [pair.slice(3), /^\p{Script=Latin}/u]]),
  ['ru', ['russian', /^\p{Script=Cyrillic}/u]],
  ['ar', ['arabic', /^\p{Script=Arabic}/u]],
  ['hy', ['armenian', /^\p{Script=Armenian}/u]],
  ['ta', ['tamil', /^\p{Script=Tamil}/u]],
]);
const BY_SCRIPT = ['en', 'ru', 'ar', 'hy', 'ta'] as const;

const stemmers = new Map<string, { stem: (word: string) => string; known: Map<string, string> }>();
/** Stemming is about 15 µs a word, and pages repeat theirs: so many are remembered per language. */
const MAX_REMEMBERED = 20_000;

function stemmed(lower: string, language: string | null): string {
  const algorithm = algorithmFor(lower, language);
  if (algorithm === null) return fold(lower);
  const { stem, known } = stemmerOf(algorithm);
  const found = known.get(lower);
  if (found !== undefined) return found;
  const result = fold(stem(lower));
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(lower, result);
  return result;
}

/** The language's own algorithm where the word is in its script, else the commonest language of the word's script. */
function algorithmFor(lower: string, language: string | null): string | null {
  const own = language === null ? undefined : ALGORITHMS.get(language);
  if (own?.[1].test(lower)) return own[0];
  if (language !== null && !own && /^\p{Script=Latin}/u.test(lower) && !BY_SCRIPT_FALLBACK.has(language)) return null;
  for (const code of BY_SCRIPT) {
    const [name, script] = ALGORITHMS.get(code)!;
    if (script.test(lower)) return name;
  }
  return null;
}
// English words stand in pages of these languages as English words; a Polish word is better left alone.
const BY_SCRIPT_FALLBACK = new Set(['ja', 'zh', 'ko', 'th', 'hi', 'he', 'el', 'uk', 'bg', 'fa', 'vi']);

function stemmerOf(algorithm: string): { stem: (word: string) => string; known: Map<string, string> } {
  const made = stemmers.get(algorithm);
  if (made) return made;
  const snow = snowball.newStemmer(algorithm);
  const entry = { stem: (word: string) => snow.stem(word), known: new Map<string, string>() };
  stemmers.set(algorithm, entry);
  return entry;
}

// One dictionary serves Chinese and Japanese, Thai has its own: the locale makes no difference.
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
