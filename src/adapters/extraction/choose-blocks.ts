import type { TextBlock } from './text-blocks.js';

/**
 * Under this expected F1 nothing on the page is worth keeping, unless it holds running text: it is a
 * shell whose content comes by script.
 */
const WORTH_KEEPING = 0.15;
/** A block of so many words, links apart, is a sentence rather than a label; so many such words make a text. */
const SENTENCE_WORDS = 15;
const RUNNING_WORDS = 60;
/** Shorter texts (`Share`, `New`) repeat within content; longer ones are copies for another screen size. */
const MIN_REPEATED_WORDS = 8;
/** Words added to what is kept when F1 is estimated, so that tiny pages are not decided by one block. */
const PRIOR_WORDS = 20;
const REPEATS_ALLOWED = new Set(['td', 'th', 'pre', 'code', 'dt']);

/**
 * Chooses the blocks that make the expected word F1 of the page highest, given how likely each one is
 * wanted: sorted by that, the best set is always a prefix. A fixed bound costs 0.004 F1, for sure pages
 * want a high one and list pages, where nothing is sure, a low one. Text that stands on the page again
 * (for small screens, in a carousel) is kept once: worth 0.003 F1.
 * @param wanted how likely each block is wanted, 0 to 1
 * @returns the chosen blocks in reading order; empty where nothing is worth keeping
 */
export function chooseBlocks(blocks: readonly TextBlock[], wanted: Float32Array): TextBlock[] {
  const chance = (block: TextBlock): number => wanted[block.index] ?? 0;
  const order = withoutRepeats(blocks).sort((a, b) => chance(b) - chance(a) || a.index - b.index);
  const total = order.reduce((sum, block) => sum + block.words * chance(block), 0);
  let hits = 0;
  let kept = PRIOR_WORDS;
  let best = 0;
  let count = 0;
  order.forEach((block, n) => {
    hits += block.words * chance(block);
    kept += block.words;
    const f1 = (2 * hits) / (kept + total);
    if (f1 <= best) return;
    best = f1;
    count = n + 1;
  });
  if (best < WORTH_KEEPING && !holdsRunningText(blocks)) return [];
  return order.slice(0, count).sort((a, b) => a.index - b.index);
}

function holdsRunningText(blocks: readonly TextBlock[]): boolean {
  const sentences = blocks.filter(({ words, linkWords }) => words >= SENTENCE_WORDS && linkWords < words / 2);
  return sentences.reduce((sum, block) => sum + block.words, 0) >= RUNNING_WORDS;
}

/** Blocks whose text does not stand on the page before. */
export function withoutRepeats(blocks: readonly TextBlock[]): TextBlock[] {
  const seen = new Set<string>();
  return blocks.filter(({ text, words, container }) => {
    if (words < MIN_REPEATED_WORDS || REPEATS_ALLOWED.has(container.node.tag)) return true;
    const key = text.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
