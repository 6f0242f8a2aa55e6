import type { ModelTokens } from '../contracts/model-errors.js';
import type { Usage } from '../contracts/run.js';
import type { ModelPrice } from '../ports/language-model.js';
import { roundedUsd } from './usage.js';

export const PRICES_READ_ON = '2026-10-10';
/**
 * US dollars per million tokens, input and output, and the context window. By the longest prefix of a model's name.
 * https://platform.claude.com/docs/en/about-claude/pricing, as of PRICES_READ_ON. Haiku 5.5 asks five times as much for
 * prompts over 100,000 tokens; no prompt of ours comes near.
 */
const KNOWN: readonly (readonly [prefix: string, inputUsd: number, outputUsd: number, contextTokens: number])[] = [
  ['claude-fable-5', 10, 50, 1_000_000],
  ['claude-mythos-', 10, 50, 1_000_000],
  ['claude-opus-5-5', 4, 20, 1_000_000],
  ['claude-opus-5', 5, 25, 1_000_000],
  ['claude-opus-4', 5, 25, 200_000],
  ['claude-opus-4-1', 15, 75, 200_000],
  ['claude-opus-4-2', 15, 75, 200_000],
  ['claude-sonnet-5', 2, 10, 1_000_000],
  ['claude-sonnet-4', 3, 15, 200_000],
  ['claude-haiku-5-5', 0.1, 0.5, 200_000],
  ['claude-haiku-4', 1, 5, 200_000],
  ['claude-', 10, 50, 200_000],
];
const FREE: ModelPrice = { inputUsd: 0, outputUsd: 0 };
/** The dearest that is known: a hosted model that is not in the table must not look free. */
const UNKNOWN_HOSTED: ModelPrice = { inputUsd: 10, outputUsd: 50 };
/** What small local servers offer at least when nothing else is said: llama.cpp and LM Studio begin at 4,096, most set 8,192. */
const UNKNOWN_CONTEXT = 8_192;

function knownRow(model: string): (typeof KNOWN)[number] | undefined {
  const name = model.toLowerCase().replace(/^.*\//u, '').replaceAll('.', '-');
  return KNOWN.filter(([prefix]) => name.startsWith(prefix)).sort((a, b) => b[0].length - a[0].length)[0];
}

/**
 * What a model costs.
 * @param overrides by exact name, from the settings
 * @param hosted the endpoint is Anthropic's own; anything else with an unknown name counts as free
 */
export function priceOf(
  model: string,
  { overrides, hosted }: { overrides: Readonly<Record<string, ModelPrice>>; hosted: boolean },
): ModelPrice {
  const own = overrides[model];
  if (own) return own;
  const row = knownRow(model);
  if (row) return { inputUsd: row[1], outputUsd: row[2] };
  return hosted ? UNKNOWN_HOSTED : FREE;
}

/** Tokens of a model's window; `otherwise`, or what a small local server offers, when its name is not in the table. */
export const contextTokensOf = (model: string, otherwise: number = UNKNOWN_CONTEXT): number =>
  knownRow(model)?.[3] ?? otherwise;

export const costOf = (tokens: ModelTokens, price: ModelPrice): number =>
  (tokens.inputTokens * price.inputUsd + tokens.outputTokens * price.outputUsd) / 1_000_000;

/** One call in the run's books. */
export const usageOf = (tokens: ModelTokens, price: ModelPrice): Usage => ({
  model_calls: 1,
  input_tokens: tokens.inputTokens,
  output_tokens: tokens.outputTokens,
  usd: roundedUsd(costOf(tokens, price)),
});

export interface Budget {
  readonly maxUsd: number;
  readonly maxTokens: number;
}

/**
 * How many tokens a reply may have so that neither budget is passed, whatever the model does; 0 when even the prompt
 * would not fit.
 */
export function affordableReply(
  budget: Budget,
  spent: Usage,
  call: { readonly promptTokens: number; readonly wanted: number; readonly price: ModelPrice },
): number {
  const { promptTokens, wanted, price } = call;
  const usdLeft = budget.maxUsd - spent.usd - costOf({ inputTokens: promptTokens, outputTokens: 0 }, price);
  const tokensLeft = budget.maxTokens - spent.input_tokens - spent.output_tokens - promptTokens;
  const byUsd =
    price.outputUsd === 0 ? (usdLeft < 0 ? 0 : wanted) : Math.floor((usdLeft * 1_000_000) / price.outputUsd);
  return Math.max(0, Math.min(wanted, byUsd, tokensLeft));
}

/**
 * Tokens of a text, rather too many than too few: about 3.2 characters of Latin, Greek or Cyrillic script each, one
 * for every character of scripts without spaces.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu);
  const others = text.length - (dense?.length ?? 0);
  return Math.ceil(others / 3.2) + (dense?.length ?? 0);
}
