import type { Usage } from '../contracts/run.js';

export const NO_USAGE: Usage = { model_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 };

/** Dollars to a millionth: sums of floating point numbers show no dust. */
export const roundedUsd = (usd: number): number => Math.round(usd * 1_000_000) / 1_000_000;

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    model_calls: a.model_calls + b.model_calls,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    usd: roundedUsd(a.usd + b.usd),
  };
}
