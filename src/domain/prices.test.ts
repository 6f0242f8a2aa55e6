import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { affordableReply, contextTokensOf, costOf, estimateTokens, priceOf } from './prices.js';

const asked = { overrides: {}, hosted: true };

describe('prices of models', () => {
  it.each([
    ['claude-sonnet-5-5', 2, 10],
    ['claude-opus-5-5-20261001', 4, 20],
    ['claude-opus-5', 5, 25],
    ['claude-opus-4-1-20250805', 15, 75],
    ['claude-opus-4-20250514', 15, 75],
    ['claude-opus-4-8', 5, 25],
    ['claude-sonnet-4-5-20250929', 3, 15],
    ['anthropic/claude-haiku-4.5', 1, 5],
  ])('are found by the longest beginning of the name: %s', (name, inputUsd, outputUsd) => {
    expect(priceOf(name, asked)).toEqual({ inputUsd, outputUsd });
  });

  it('of an unknown name are the dearest at Anthropic, nothing at an address of one’s own, and as set where set', () => {
    expect(priceOf('mystery', asked)).toEqual({ inputUsd: 10, outputUsd: 50 });
    expect(priceOf('qwen3:8b', { ...asked, hosted: false })).toEqual({ inputUsd: 0, outputUsd: 0 });
    const overrides = { 'qwen3:8b': { inputUsd: 1, outputUsd: 2 } };
    expect(priceOf('qwen3:8b', { overrides, hosted: false })).toEqual({ inputUsd: 1, outputUsd: 2 });
  });

  it('come with the window, which for an unknown name is what the settings say', () => {
    expect([contextTokensOf('claude-sonnet-5-5'), contextTokensOf('x'), contextTokensOf('x', 4_096)]).toEqual([
      1_000_000, 8_192, 4_096,
    ]);
  });
});

it('no reply that is allowed can pass a budget', () => {
  const money = fc.double({ min: 0, max: 1, noNaN: true });
  const count = fc.nat(50_000);
  fc.assert(
    fc.property(money, money, count, count, fc.nat(60), (maxUsd, spentUsd, promptTokens, used, rate) => {
      const price = { inputUsd: rate / 5, outputUsd: rate };
      const budget = { maxUsd, maxTokens: 60_000 };
      const spent = { model_calls: 1, input_tokens: used, output_tokens: 0, usd: spentUsd };
      const reply = affordableReply(budget, spent, { promptTokens, wanted: 8_000, price });
      expect(reply).toBeLessThanOrEqual(8_000);
      if (reply === 0) return;
      expect(spentUsd + costOf({ inputTokens: promptTokens, outputTokens: reply }, price)).toBeLessThanOrEqual(
        maxUsd + 1e-9,
      );
      expect(used + promptTokens + reply).toBeLessThanOrEqual(60_000);
    }),
  );
});

it('counts a token for about three letters, and one for each character without spaces', () => {
  expect(estimateTokens('The lighthouse of Skerrow is 31 metres high.')).toBe(14);
  expect(estimateTokens('灯台の高さは')).toBe(6);
});
