/** The settings of models and traces, from variables that `config.ts` has parsed one by one. */
import { contextTokensOf, priceOf } from './domain/prices.js';
import type { ModelPrice } from './ports/language-model.js';

export interface ModelSettings {
  readonly name: string;
  /** undefined: Anthropic's own */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly contextTokens: number;
  readonly price: ModelPrice;
  /** does it get screenshots of the pages it acts on? */
  readonly takesImages: boolean;
}

export interface ModelVariables {
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly ANTHROPIC_BASE_URL?: string | undefined;
  readonly MODEL: string;
  readonly FALLBACK_MODEL?: string | undefined;
  readonly FALLBACK_BASE_URL?: string | undefined;
  readonly FALLBACK_API_KEY?: string | undefined;
  readonly MAX_USD_PER_RUN: number;
  readonly MAX_TOKENS_PER_RUN: number;
  readonly MODEL_PRICES: readonly string[];
  readonly MODEL_CONTEXT_TOKENS?: number | undefined;
  readonly MODEL_IMAGES: 'auto' | 'yes' | 'no';
}

/** Every Claude does; of others nobody can tell by the name. */
const LOOKS_AT_IMAGES = /(?:^|\/)claude-/u;

/** Models in the order in which they are asked; empty: answers are extractive. */
export function modelsConfig(env: ModelVariables) {
  const prices = pricesOf(env.MODEL_PRICES);
  const settings = (name: string, baseUrl: string | undefined, apiKey: string | undefined): ModelSettings => ({
    name,
    baseUrl,
    apiKey,
    contextTokens: contextTokensOf(name, env.MODEL_CONTEXT_TOKENS),
    takesImages: env.MODEL_IMAGES === 'auto' ? LOOKS_AT_IMAGES.test(name) : env.MODEL_IMAGES === 'yes',
    price: priceOf(name, { overrides: prices, hosted: baseUrl === undefined }),
  });
  const { ANTHROPIC_BASE_URL: base, ANTHROPIC_API_KEY: key, FALLBACK_BASE_URL, FALLBACK_API_KEY, FALLBACK_MODEL } = env;
  // A key goes to no other endpoint than the one it was given for.
  const own = FALLBACK_BASE_URL !== undefined || FALLBACK_API_KEY !== undefined;
  const primary = base === undefined && key === undefined ? [] : [settings(env.MODEL, base, key)];
  const fallback =
    FALLBACK_MODEL === undefined
      ? []
      : [own ? settings(FALLBACK_MODEL, FALLBACK_BASE_URL, FALLBACK_API_KEY) : settings(FALLBACK_MODEL, base, key)];
  return {
    inOrder: [...primary, ...fallback],
    budget: { maxUsd: env.MAX_USD_PER_RUN, maxTokens: env.MAX_TOKENS_PER_RUN },
  };
}

/** What no single setting of a model shows. */
export function modelFaults(env: Partial<ModelVariables>): string[] {
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: base, FALLBACK_MODEL: model } = env;
  const { FALLBACK_BASE_URL: fallbackBase, FALLBACK_API_KEY: fallbackKey } = env;
  const faults: string[] = [];
  if (model === undefined && (fallbackBase !== undefined || fallbackKey !== undefined))
    faults.push('FALLBACK_MODEL must name the model of FALLBACK_BASE_URL or FALLBACK_API_KEY');
  if (model !== undefined && [key, base, fallbackBase, fallbackKey].every((value) => value === undefined))
    faults.push('FALLBACK_MODEL needs FALLBACK_API_KEY or FALLBACK_BASE_URL, or the key or address of MODEL');
  return faults;
}

function pricesOf(pairs: readonly string[]): Record<string, ModelPrice> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', amounts = ''] = pair.split('=');
      const [inputUsd = 0, outputUsd = 0] = amounts.split('/').map(Number);
      return [name, { inputUsd, outputUsd }];
    }),
  );
}

/** `name=value` pairs as headers; values may be percent-encoded, as OpenTelemetry has it. */
export function headersOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
