import { isUnseen, type Container, type TextBlock } from './text-blocks.js';

/** Hidden text beyond this share of what was kept is a page that scripts reveal, not a page that hides orders. */
const MOST_HIDDEN = 0.3;

/**
 * Leaves out what the page's own markup hides from its readers: text that nobody sees is where pages put words for
 * machines. A page whose main content waits, hidden, for a script keeps it.
 */
export function withoutHidden(blocks: readonly TextBlock[]): TextBlock[] {
  const known = new Map<Container, boolean>();
  const seen = blocks.filter(({ container }) => !hides(container, known));
  const words = (list: readonly TextBlock[]): number => list.reduce((sum, block) => sum + block.words, 0);
  const hidden = 1 - words(seen) / Math.max(1, words(blocks));
  return hidden > MOST_HIDDEN ? [...blocks] : seen;
}

function hides(container: Container, known: Map<Container, boolean>): boolean {
  const answer = known.get(container);
  if (answer !== undefined) return answer;
  const hidden = isUnseen(container.node) || (container.parent !== null && hides(container.parent, known));
  known.set(container, hidden);
  return hidden;
}
