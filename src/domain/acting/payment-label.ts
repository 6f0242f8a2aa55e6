/** Layer 1 of the payment guard: does a label say that money or an order is committed? Rules over tagged words, no lists of buttons. */
import { fold } from '../fold.js';
import { EVERYWHERE, LABEL_LANGUAGES, LABEL_TAGS, type LabelLanguage, type LabelTag } from './payment-words.js';
import { AMOUNT, readingsOf } from './written-label.js';

export interface LabelFinding {
  /** certain: commits money or an order. possible: opens a checkout, books, or may charge later */
  readonly strength: 'certain' | 'possible';
  /** whose words matched, BCP 47 */
  readonly language: string;
  /** the part of the label that says so, as it was read */
  readonly words: string;
}

interface Phrase {
  readonly words: readonly string[];
  readonly tags: readonly LabelTag[];
}

/** A word of the label; without tags it is unknown. */
interface Word {
  readonly text: string;
  readonly tags: ReadonlySet<LabelTag>;
  /** how many ordinary words it counts for */
  readonly weight: number;
}

interface Lexicon {
  readonly code: string;
  readonly verb: LabelLanguage['verb'];
  readonly spaced: boolean;
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly prefixes: readonly string[];
  readonly whole: ReadonlyMap<string, readonly LabelTag[]>;
}

/** Scripts that are written without spaces, or where particles are glued to every word. */
const UNSPACED = new Set(['ja', 'zh', 'ko', 'th']);
const LETTERS_UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー]/u;
const WORD = /[\p{L}\p{M}\p{N}ー]+/gu;
const NOT_A_WORD = /[^\p{L}\p{M}\p{N}*ー]+/gu;

function lexiconOf(code: string, { words, verb, prefixes = [] }: LabelLanguage): Lexicon {
  const spaced = !UNSPACED.has(code);
  const tagged = new Map<string, Set<LabelTag>>();
  for (const source of [EVERYWHERE, words])
    for (const tag of LABEL_TAGS)
      for (const entry of source[tag]?.split('|') ?? []) {
        const key = fold(entry)
          .replace(NOT_A_WORD, spaced ? ' ' : '')
          .trim();
        tagged.set(key, (tagged.get(key) ?? new Set()).add(tag));
      }
  const phrases = new Map<string, Phrase[]>();
  for (const [key, tags] of tagged) {
    const phrase = { words: spaced ? key.split(' ') : [key], tags: [...tags] };
    const first = phrase.words[0]?.[0] ?? '';
    phrases.set(first, [...(phrases.get(first) ?? []), phrase]);
  }
  const whole = new Map([...tagged].filter(([key]) => !/[ *]/u.test(key)).map(([key, tags]) => [key, [...tags]]));
  return { code, verb, spaced, phrases, prefixes: prefixes.map(fold), whole };
}

const LEXICONS: readonly Lexicon[] = Object.entries(LABEL_LANGUAGES).map(([code, language]) =>
  lexiconOf(code, language),
);

/** The languages whose labels are known. */
export const GUARDED_LANGUAGES: readonly string[] = LEXICONS.map(({ code }) => code);

const matches = (word: string | undefined, pattern: string): boolean =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern);

interface Found {
  readonly length: number;
  readonly tags: Set<LabelTag>;
}

/** The longest phrase that begins here, with the tags of all as long as it. */
function longestAt(words: readonly string[], at: number, { phrases }: Lexicon, word = words[at] ?? ''): Found {
  let found: Found = { length: 0, tags: new Set() };
  for (const { words: pattern, tags } of phrases.get(word[0] ?? '') ?? []) {
    if (pattern.length < found.length) continue;
    if (!matches(word, pattern[0] ?? '')) continue;
    if (!pattern.slice(1).every((part, offset) => matches(words[at + 1 + offset], part))) continue;
    if (pattern.length > found.length) found = { length: pattern.length, tags: new Set() };
    for (const tag of tags) found.tags.add(tag);
  }
  return found;
}

function withoutPrefix(words: readonly string[], at: number, lexicon: Lexicon): Found {
  const word = words[at] ?? '';
  for (const prefix of lexicon.prefixes) {
    if (!word.startsWith(prefix) || word.length - prefix.length < 2) continue;
    const found = longestAt(words, at, lexicon, word.slice(prefix.length));
    if (found.length > 0) return found;
  }
  return { length: 0, tags: new Set() };
}

const DIGITS = /^\p{N}+$/u;
const FILL: ReadonlySet<LabelTag> = new Set(['fill']);
const UNKNOWN: ReadonlySet<LabelTag> = new Set();

function spacedWords(text: string, lexicon: Lexicon): Word[] {
  const words = text.match(WORD) ?? [];
  const tagged: Word[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    const direct = longestAt(words, at, lexicon);
    const found = direct.length > 0 ? direct : withoutPrefix(words, at, lexicon);
    if (found.length > 0)
      tagged.push({ text: words.slice(at, at + found.length).join(' '), tags: found.tags, weight: 1 });
    else if (DIGITS.test(word) || word === AMOUNT) tagged.push({ text: word, tags: FILL, weight: 0 });
    else tagged.push(...(gluedWords(word, lexicon) ?? [{ text: word, tags: UNKNOWN, weight: 1 }]));
    at += Math.max(1, found.length);
  }
  return tagged;
}

/** Shorter pieces are found in every word. */
const MIN_PIECE = 3;
const MAX_GLUED = 40;

/** "paynow": a word that is nothing but known words written together, an act or a finished order among them. */
function gluedWords(word: string, { whole }: Lexicon): Word[] | null {
  if (word.length < 2 * MIN_PIECE || word.length > MAX_GLUED) return null;
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    best[end] = null;
    for (let start = 0; start <= end - MIN_PIECE; start += 1) {
      const before = best[start];
      const piece = word.slice(start, end);
      if (!before || !whole.has(piece)) continue;
      if (best[end] === null || before.length + 1 < (best[end]?.length ?? 0)) best[end] = [...before, piece];
    }
  }
  const pieces = best[word.length];
  if (!pieces || pieces.length < 2) return null;
  const tagged = pieces.map((piece) => ({ text: piece, tags: new Set(whole.get(piece)), weight: 1 }));
  return commits(tagged) ? tagged : null;
}

function unspacedWords(text: string, lexicon: Lexicon): Word[] {
  const compact = (text.match(WORD) ?? []).join('\u0000').replace(/(?<=\P{ASCII})\u0000(?=\P{ASCII})/gu, '');
  return compact.split('\u0000').flatMap((run) => piecesOf(run, lexicon));
}

function piecesOf(run: string, lexicon: Lexicon): Word[] {
  const parts =
    run.match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{M}ー々]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{M}ー々]+/gu,
    ) ?? [];
  return parts.flatMap((part) => (LETTERS_UNSPACED.test(part) ? cutRun(part, lexicon) : spacedWords(part, lexicon)));
}

function cutRun(run: string, { phrases }: Lexicon): Word[] {
  const words: Word[] = [];
  let unknown = '';
  const flush = () => {
    // Two letters of such a script make about a word.
    if (unknown !== '') words.push({ text: unknown, tags: UNKNOWN, weight: Math.ceil([...unknown].length / 2) });
    unknown = '';
  };
  for (let at = 0; at < run.length;) {
    const here = (phrases.get(run[at] ?? '') ?? []).filter(({ words: [key = ''] }) => run.startsWith(key, at));
    const length = Math.max(0, ...here.map(({ words: [key = ''] }) => key.length));
    if (length === 0) unknown += run[at];
    else {
      flush();
      const tags = new Set(here.filter(({ words: [key = ''] }) => key.length === length).flatMap(({ tags }) => tags));
      words.push({ text: run.slice(at, at + length), tags, weight: 1 });
    }
    at += Math.max(1, length);
  }
  flush();
  return words;
}

const has = (word: Word, ...tags: LabelTag[]): boolean => tags.some((tag) => word.tags.has(tag));
const some = (words: readonly Word[], ...tags: LabelTag[]): boolean => words.some((word) => has(word, ...tags));
const isAmount = ({ text }: Word): boolean => text === AMOUNT;
const unknownIn = (words: readonly Word[]): number =>
  words.reduce((sum, word) => sum + (word.tags.size === 0 ? word.weight : 0), 0);

/** Something is ended: by a verb among the commanding words, before its object where verbs come first. */
function isFinished(words: readonly Word[], commanding: readonly Word[], verb: LabelLanguage['verb']): boolean {
  return commanding.some(
    (word, at) =>
      has(word, 'finish') &&
      words.some((other, index) => has(other, 'goods') && (verb === 'first' ? index > at : index !== at)),
  );
}
const commits = (words: readonly Word[]): boolean =>
  !some(words, 'info') && (some(words, 'act') || isFinished(words, words, 'first'));

/** How many words that mean nothing to us may stand beside what commits; from labels of real shops, not from the scored table. */
const UNKNOWN_BESIDE = { act: 3, amount: 2, finish: 2, tight: 0, soft: 4, onward: 1 } as const;
/** A longer text is no label: judged by its parts only. */
const LABEL_WORDS = 14;

/** "my order", "the purchase": a noun, where "order" and "purchase" alone command. */
const DETERMINERS = new Set(
  'my your our the this that an a first next last previous new past mi mis tu su la el il lo mio mia un una uma o os meu minha sua seu ma mon votre vos le les une ta cette min mitt din ditt'.split(
    ' ',
  ),
);
const asNoun = (word: Word): Word =>
  has(word, 'act') && has(word, 'goods')
    ? { ...word, tags: new Set([...word.tags].filter((tag) => tag !== 'act')) }
    : word;
const withNouns = (words: readonly Word[]): Word[] =>
  words.map((word, at) => (DETERMINERS.has(words[at - 1]?.text ?? '') ? asNoun(word) : word));

/** The words up to the first that is unknown or speaks about the matter: where a command stands in most languages. */
function opening(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => (word.tags.size === 0 && word.weight > 0) || has(word, 'info'));
  return end < 0 ? words : words.slice(0, end);
}

function strengthOf(all: readonly Word[], verb: LabelLanguage['verb']): LabelFinding['strength'] | null {
  const words = withNouns(all);
  if (words.length === 0 || words.length > LABEL_WORDS) return null;
  const commanding = verb === 'anywhere' ? words : opening(words);
  const amount = words.some(isAmount);
  if (amount && some(commanding, 'act')) return 'certain';
  if (some(words, 'info')) return null;
  return certain(words, commanding, { amount, verb }) ? 'certain' : possible(words, commanding) ? 'possible' : null;
}

function certain(
  words: readonly Word[],
  commanding: readonly Word[],
  { amount, verb }: { readonly amount: boolean; readonly verb: LabelLanguage['verb'] },
): boolean {
  const unknown = unknownIn(words);
  if (amount && some(commanding, 'tight', 'soft', 'dues', 'finish') && unknown <= UNKNOWN_BESIDE.amount) return true;
  if (some(commanding, 'act') && unknown <= UNKNOWN_BESIDE.act) return true;
  if (isFinished(words, commanding, verb) && unknown <= UNKNOWN_BESIDE.finish) return true;
  return some(commanding, 'tight') && unknown <= UNKNOWN_BESIDE.tight && !some(words, 'onward');
}

function possible(words: readonly Word[], commanding: readonly Word[]): boolean {
  const unknown = unknownIn(words);
  if (some(commanding, 'soft') && unknown <= UNKNOWN_BESIDE.soft) return true;
  if (some(commanding, 'dues') && some(words, 'paid') && unknown <= UNKNOWN_BESIDE.soft) return true;
  return some(words, 'onward') && some(words, 'goods', 'act', 'tight') && unknown <= UNKNOWN_BESIDE.onward;
}

/** A label and its parts: "Blue shirt | Buy now" commits by one of them. */
const PART = /[—–|•·\n;!]|\s-\s|(?<=\p{L})\.\s/u;
const partsOf = (reading: string): string[] => {
  const parts = reading
    .split(PART)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? [reading, ...parts] : [reading];
};

interface Reading {
  readonly lexicon: Lexicon;
  readonly words: readonly Word[];
  readonly unknown: number;
  readonly strength: LabelFinding['strength'] | null;
}

function readIn(lexicon: Lexicon, reading: string): Reading {
  const words = lexicon.spaced ? spacedWords(reading, lexicon) : unspacedWords(reading, lexicon);
  return { lexicon, words, unknown: unknownIn(words), strength: strengthOf(words, lexicon.verb) };
}

const knows = ({ words }: Reading, text: string): boolean =>
  words.some((word) => word.tags.size > 0 && word.text.split(' ').includes(text));

/** English is the language that labels are borrowed from: it need not know more of the words. */
const isFuller = ({ lexicon, unknown }: Reading, than: number): boolean =>
  lexicon.code === 'en' ? than > 0 && unknown <= than : unknown < than;

/** "Place of birth" is no Polish "I pay": English knows more of its words, that one among them, and finds nothing in it. */
function isAnotherLanguage({ words, unknown }: Reading, others: readonly Reading[]): boolean {
  const telling = words
    .filter((word) => has(word, 'act', 'tight', 'soft', 'dues', 'onward', 'finish'))
    .flatMap(({ text }) => text.split(' '));
  return others.some(
    (other) => other.strength === null && isFuller(other, unknown) && telling.every((text) => knows(other, text)),
  );
}

/** Text with these letters is Japanese: its Chinese characters alone would say something else. */
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The strongest thing that the label says about money, in any of the languages; null when it says nothing of the kind. */
export function judgeLabel(label: string): LabelFinding | null {
  let weaker: LabelFinding | null = null;
  for (const words of readingsOf(label.slice(0, 400)).flatMap(partsOf)) {
    const readings = LEXICONS.filter((lexicon) => lexicon.code !== 'zh' || !KANA.test(words)).map((lexicon) =>
      readIn(lexicon, words),
    );
    const telling = readings.filter((reading) => reading.strength !== null && !isAnotherLanguage(reading, readings));
    for (const { strength, lexicon } of telling) {
      if (strength === 'certain') return { strength, language: lexicon.code, words };
      if (strength === 'possible') weaker ??= { strength, language: lexicon.code, words };
    }
  }
  return weaker;
}
