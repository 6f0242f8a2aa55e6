import { attribute, type HtmlNode } from './html-tree.js';
import type { Container, TextBlock } from './text-blocks.js';

/** Elements, from the block's own outward, whose tags and classes say what a block is for. */
const LEVELS = 3;
/** Characters of a class text that are compared. */
const CLASS_CHARS = 60;
/**
 * Parts of a block's own score and of the mean over its like, and what is added: near what a logistic regression
 * over both gives (0.45, 0.30, -0.15; decision 020).
 */
const OWN_PART = 0.4;
const MEAN_PART = 0.4;
const OFFSET = -0.1;

/**
 * Chances from scores, in which blocks of one page that its template makes alike (titles of all cards, prices of
 * all rows, texts of all posts) speak for each other: a mean over them is surer than one score.
 * @param scores logarithms of the odds that each block is wanted, by index
 * @returns chances, 0 to 1, by index
 */
export function evenOut(blocks: readonly TextBlock[], scores: Float64Array): Float32Array {
  const places = placesOf(blocks);
  const sums = new Float64Array(blocks.length);
  const weights = new Float64Array(blocks.length);
  blocks.forEach(({ words, index }, i) => {
    const place = places[i] ?? 0;
    const weight = Math.sqrt(Math.max(1, words));
    sums[place] = (sums[place] ?? 0) + weight * (scores[index] ?? 0);
    weights[place] = (weights[place] ?? 0) + weight;
  });
  return Float32Array.from(blocks, ({ index }, i) => {
    const place = places[i] ?? 0;
    const mean = (sums[place] ?? 0) / Math.max(1, weights[place] ?? 0);
    return 1 / (1 + Math.exp(-(OWN_PART * (scores[index] ?? 0) + MEAN_PART * mean + OFFSET)));
  });
}

/** A number for each block; blocks of the same make have the same one. */
function placesOf(blocks: readonly TextBlock[]): number[] {
  const numbers = new Map<string, number>();
  const makes = new Map<HtmlNode, string>();
  return blocks.map(({ container }) => {
    let key = '';
    let c: Container | null = container;
    for (let level = 0; c !== null && level < LEVELS; level += 1, c = c.parent) key += makeOf(c.node, makes);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}

function makeOf(node: HtmlNode, makes: Map<HtmlNode, string>): string {
  const known = makes.get(node);
  if (known !== undefined) return known;
  const make = `${node.tag}.${attribute(node, 'class').slice(0, CLASS_CHARS)}>`;
  makes.set(node, make);
  return make;
}
