import { questionTerms, tokenise } from './tokenise.js';

export interface Wordy {
  readonly text: string;
  /** BCP 47 primary subtag */
  readonly language: string | null;
}

/** Usual values of BM25: https://www.staff.city.ac.uk/~sbrp622/papers/foundations_bm25_review.pdf */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** BM25 over a handful of texts, best first; those without a word of the question are left out. */
export function rankByWords<T extends Wordy>(
  texts: readonly T[],
  question: string,
  language: string,
): { item: T; score: number }[] {
  const wanted = new Set(questionTerms(question, [language, ...new Set(texts.map((text) => text.language))]));
  const counted = texts.map((item) => ({ item, ...countTerms(item, wanted) }));
  const average = counted.reduce((sum, { words }) => sum + words, 0) / Math.max(1, counted.length);
  const rarity = (term: string): number => {
    const holders = counted.filter(({ counts }) => counts.has(term)).length;
    return Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5));
  };
  const rarities = new Map([...wanted].map((term) => [term, rarity(term)]));
  return counted
    .map(({ item, counts, words }) => {
      const length = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * words) / average);
      const score = [...counts].reduce(
        (sum, [term, times]) => sum + (rarities.get(term)! * times * (SATURATION + 1)) / (times + length),
        0,
      );
      return { item, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function countTerms({ text, language }: Wordy, wanted: ReadonlySet<string>) {
  const tokens = tokenise(text, language);
  const counts = new Map<string, number>();
  for (const { term } of tokens) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, words: tokens.length };
}
