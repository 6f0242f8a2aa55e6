import type { Candidate } from './extractive-scoring.js';
import { unitsOfPage } from './extractive-scoring.js';
import { tokenise } from './tokenise.js';

/** One page speaks at most so often, unless it is the only one. */
const MAX_PER_PAGE = 3;
/** Two passages that share so much of their words say the same; 0 to 1, of the shorter one. */
const SAME_SHARE = 0.85;
/** A passage grows by its neighbour up to this length. Characters. */
const MAX_MERGED = 320;
/** Lines of a list or a table are less of a text. */
const MAX_MERGED_LINES = 180;

export interface Selected {
  readonly passage: Candidate;
  /** the same words on other pages */
  readonly echoes: readonly Candidate[];
}

/** The best passages, each once: neighbours joined, repetitions noted as echoes, no page too often. */
export function selectPassages(ranked: readonly Candidate[], options: { max: number }): Selected[] {
  const onePage = new Set(ranked.map(({ page }) => page.pageId)).size <= 1;
  const chosen: { passage: Candidate; words: ReadonlySet<string>; echoes: Candidate[] }[] = [];
  for (const candidate of ranked) {
    if (chosen.some(({ passage }) => overlap(passage, candidate))) continue;
    const words = wordsOf(candidate);
    if (words.size === 0) continue;
    const same = chosen.find((held) => says(held.words, words));
    if (same) {
      if (same.passage.page.pageId !== candidate.page.pageId) same.echoes.push(candidate);
      continue;
    }
    const neighbour = chosen.find(({ passage }) => joinable(passage, candidate));
    if (neighbour) {
      neighbour.passage = join(neighbour.passage, candidate);
      neighbour.words = wordsOf(neighbour.passage);
      continue;
    }
    const ofPage = chosen.filter(({ passage }) => passage.page.pageId === candidate.page.pageId).length;
    if (chosen.length < options.max && (onePage || ofPage < MAX_PER_PAGE))
      chosen.push({ passage: candidate, words, echoes: [] });
    else if (chosen.length >= options.max) break;
  }
  return chosen.map(({ passage, echoes }) => ({ passage, echoes }));
}

const overlap = (a: Candidate, b: Candidate): boolean =>
  a.page.pageId === b.page.pageId && a.first <= b.last && b.first <= a.last;

function joinable(a: Candidate, b: Candidate): boolean {
  if (a.page.pageId !== b.page.pageId) return false;
  const units = unitsOfPage(a.page);
  const follows = b.first === a.last + 1;
  if (!follows && a.first !== b.last + 1) return false;
  const [upper, lower] = follows ? [a, b] : [b, a];
  if (units[upper.last]!.block !== units[lower.first]!.block) return false;
  const running = units[upper.last]!.kind === 'paragraph';
  return lower.end - upper.start <= (running ? MAX_MERGED : MAX_MERGED_LINES);
}

const join = (a: Candidate, b: Candidate): Candidate => ({
  ...a,
  start: Math.min(a.start, b.start),
  end: Math.max(a.end, b.end),
  first: Math.min(a.first, b.first),
  last: Math.max(a.last, b.last),
});

const wordsOf = ({ page, start, end }: Candidate): ReadonlySet<string> =>
  new Set(tokenise(page.text.slice(start, end), page.language).map(({ term }) => term));

function says(held: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => held.has(word)).length;
  return shared / Math.min(held.size, words.size) >= SAME_SHARE && shared / Math.max(held.size, words.size) >= 0.5;
}
