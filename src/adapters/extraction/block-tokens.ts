import { attribute } from './html-tree.js';
import type { Container, PageBlocks, TextBlock } from './text-blocks.js';
import { lowerWords } from './text-words.js';

/** Kinds of tokens, by index: each kind's weights are summed into one feature. Part of the model. */
export const TOKEN_KINDS = ['own', 'parent', 'chain', 'tags', 'text', 'heading'] as const;

export const OWN = 0;
export const PARENT = 1;
export const CHAIN = 2;
const TAGS = 3;
const TEXT = 4;
const HEADING = 5;
/** Blocks of more words than this are told by their shape, not by their words. */
const MAX_TEXT_WORDS = 8;
/** A word of an element counts once with those of as many elements around it. */
const CHAIN_LEVELS = 12;
/** Words read from the class, id and role of one element. */
const MAX_MARKUP_WORDS = 16;
/** Blocks of at most this many words are a token as a whole, too. */
const MAX_PHRASE_WORDS = 4;

/** Takes a token of a kind, e.g. the class word `c:teaser`. */
export type TakeToken = (kind: number, token: string) => void;

/**
 * Words of markup and text of the blocks of one page, from which a linear model tells how wanted each
 * is. Class names and the words of short blocks (`reply`, `add to cart`) repeat over sites.
 */
export class BlockTokens {
  private readonly wordsOfText = new Map<string, readonly string[]>();
  private readonly own = new Map<Container, readonly string[]>();
  private readonly headings: readonly (readonly string[])[];

  constructor(page: PageBlocks) {
    let last: readonly string[] = [];
    this.headings = page.blocks.map((block) => {
      const before = last;
      if (/^h[1-6]$/.test(block.container.node.tag)) last = lowerWords(block.text, MAX_TEXT_WORDS);
      return before;
    });
  }

  /** Tokens of the text of a block and of the heading above it. */
  ofText(block: TextBlock, take: TakeToken): void {
    for (const word of new Set(this.headings[block.index])) take(HEADING, `h:${word}`);
    if (block.words > MAX_TEXT_WORDS) return;
    const words = lowerWords(block.text, MAX_TEXT_WORDS);
    for (const word of new Set(words)) take(TEXT, `w:${word}`);
    if (words.length <= MAX_PHRASE_WORDS) take(TEXT, `x:${words.join(' ')}`);
  }

  /** Tokens of the element that holds a block and of its parent. */
  ofPlace(container: Container, take: TakeToken): void {
    this.ofTags(container, take);
    for (const word of this.wordsOf(container)) take(OWN, `c0:${word}`);
    if (container.parent !== null) for (const word of this.wordsOf(container.parent)) take(PARENT, `c1:${word}`);
  }

  /** Tokens of the tags alone. */
  ofTags({ node, parent }: Container, take: TakeToken): void {
    const up = parent?.node.tag ?? '';
    take(TAGS, `t:${node.tag}`);
    take(TAGS, `t:${up}>${node.tag}`);
    take(TAGS, `t:${parent?.parent?.node.tag ?? ''}>${up}>${node.tag}`);
  }

  /** Tokens that an element adds to those of the elements around it. */
  ofChain(container: Container, take: TakeToken): void {
    for (const word of this.wordsOf(container)) if (!this.isAbove(word, container)) take(CHAIN, `c:${word}`);
  }

  private isAbove(word: string, container: Container): boolean {
    let c = container.parent;
    for (let level = 0; c !== null && level < CHAIN_LEVELS; level += 1, c = c.parent) {
      if (this.wordsOf(c).includes(word)) return true;
    }
    return false;
  }

  /** Class, id, role and itemprop words of an element; elements with the same texts share one list. */
  wordsOf(container: Container): readonly string[] {
    const known = this.own.get(container);
    if (known !== undefined) return known;
    const words = this.read(container);
    this.own.set(container, words);
    return words;
  }

  private read({ node }: Container): readonly string[] {
    if (node.attributes === null) return [];
    const text = `${attribute(node, 'class')} ${attribute(node, 'id')} ${attribute(node, 'role')} ${attribute(node, 'itemprop')}`;
    let words = this.wordsOfText.get(text);
    if (words === undefined) this.wordsOfText.set(text, (words = markupWords(text)));
    return words;
  }
}

function markupWords(text: string): readonly string[] {
  const parts = text
    .slice(0, 400)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return [...new Set(parts.filter((part) => part.length > 1 && part.length < 20))].slice(0, MAX_MARKUP_WORDS);
}
