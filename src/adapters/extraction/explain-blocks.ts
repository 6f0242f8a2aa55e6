import type { BlockReason, ExplainedBlock } from '../../ports/page-explanation.js';
import { attribute } from './html-tree.js';
import type { Container, TextBlock } from './text-blocks.js';

export const MAX_EXPLAINED = 2_000;
const TEXT_CHARS = 200;
const PLACE_LEVELS = 3;

export interface Choice {
  /** how likely each block is wanted, by index */
  readonly chances: Float32Array;
  /** without those whose text stands before */
  readonly distinct: readonly TextBlock[];
  readonly chosen: readonly TextBlock[];
  /** the chosen ones that readers can see */
  readonly kept: readonly TextBlock[];
}

/** What became of each block, and why; the first `MAX_EXPLAINED` of them. */
export function explainBlocks(blocks: readonly TextBlock[], choice: Choice): ExplainedBlock[] {
  const [distinct, chosen, kept] = [choice.distinct, choice.chosen, choice.kept].map((list) => new Set(list));
  const reasonOf = (block: TextBlock): BlockReason => {
    if (kept?.has(block)) return 'wanted';
    if (chosen?.has(block)) return 'hidden';
    if (!distinct?.has(block)) return 'repeated';
    return chosen?.size === 0 ? 'page_too_thin' : 'unlikely';
  };
  return blocks.slice(0, MAX_EXPLAINED).map((block) => ({
    text: [...block.text.slice(0, 2 * TEXT_CHARS)].slice(0, TEXT_CHARS).join(''),
    words: block.words,
    place: placeOf(block.container),
    chance: Math.round((choice.chances[block.index] ?? 0) * 1000) / 1000,
    reason: reasonOf(block),
  }));
}

function placeOf(container: Container): string {
  const names: string[] = [];
  for (let c: Container | null = container; c !== null && names.length < PLACE_LEVELS; c = c.parent) {
    const [first = ''] = attribute(c.node, 'class').trim().split(/\s+/);
    names.unshift(first === '' ? c.node.tag : `${c.node.tag}.${first.slice(0, 40)}`);
  }
  return names.join(' > ');
}
