import type { FeatureRow } from './feature-row.js';
import { BlockTokens, CHAIN, OWN, PARENT, TOKEN_KINDS } from './block-tokens.js';
import type { Container, PageBlocks, TextBlock } from './text-blocks.js';

/** A linear model over tokens: each token's weight, and the value of a block with none of them. */
export interface TokenWeights {
  readonly weights: ReadonlyMap<string, number>;
  readonly intercept: number;
}

/** Sums of the token weights of each block of a page, a feature per kind of token and one for all. */
export class TokenScores {
  private readonly tokens: BlockTokens;
  private readonly chains = new Map<Container, number>();
  private readonly sums = new Float64Array(TOKEN_KINDS.length);
  /** sums by the words of an element: elements of one class share them */
  private readonly ownSums = new Map<readonly string[], number>();
  private readonly parentSums = new Map<readonly string[], number>();
  private readonly take = (kind: number, token: string): void => {
    const weight = this.model.weights.get(token);
    if (weight !== undefined) this.sums[kind] = (this.sums[kind] ?? 0) + weight;
  };

  constructor(
    page: PageBlocks,
    private readonly model: TokenWeights,
  ) {
    this.tokens = new BlockTokens(page);
  }

  /** Appends the sums for one block. */
  addTo(row: FeatureRow, block: TextBlock): void {
    const chain = this.chainOf(block.container);
    this.sums.fill(0);
    this.tokens.ofTags(block.container, this.take);
    this.tokens.ofText(block, this.take);
    this.sums[OWN] = this.ofWords('c0:', block.container, this.ownSums);
    this.sums[PARENT] = this.ofWords('c1:', block.container.parent, this.parentSums);
    this.sums[CHAIN] = chain;
    let all = this.model.intercept;
    TOKEN_KINDS.forEach((kind, i) => {
      row.addOf('tokens', kind, this.sums[i] ?? 0);
      all += this.sums[i] ?? 0;
    });
    row.add('tokens.all', all);
  }

  private ofWords(prefix: string, container: Container | null, sums: Map<readonly string[], number>): number {
    if (container === null) return 0;
    const words = this.tokens.wordsOf(container);
    let sum = sums.get(words);
    if (sum === undefined) {
      sum = words.reduce((total, word) => total + (this.model.weights.get(prefix + word) ?? 0), 0);
      sums.set(words, sum);
    }
    return sum;
  }

  /** The sum over the element and all around it, each word once. */
  private chainOf(container: Container): number {
    const known = this.chains.get(container);
    if (known !== undefined) return known;
    const above = container.parent === null ? 0 : this.chainOf(container.parent);
    this.sums.fill(0);
    this.tokens.ofChain(container, this.take);
    const sum = above + (this.sums[CHAIN] ?? 0);
    this.chains.set(container, sum);
    return sum;
  }
}
