import { describe, expect, it } from '@jest/globals';
import { parseConfig } from './config.js';

const models = (env: Record<string, string>) => parseConfig(env).models.inOrder;
const KEY = 'sk-ant-0123456789';

describe('the settings of models', () => {
  it('name none by default', () => {
    expect(models({})).toEqual([]);
  });

  it('name Claude with a key, and any server with an address', () => {
    expect(models({ ANTHROPIC_API_KEY: KEY })).toMatchObject([
      { name: 'claude-sonnet-5-5', baseUrl: undefined, apiKey: KEY },
    ]);
    expect(
      models({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:11434', MODEL: 'qwen3:8b', MODEL_CONTEXT_TOKENS: '16384' }),
    ).toMatchObject([
      { name: 'qwen3:8b', apiKey: undefined, contextTokens: 16_384, price: { inputUsd: 0, outputUsd: 0 } },
    ]);
  });

  it('send a key to no other address than the one it was given for', () => {
    const env = { ANTHROPIC_API_KEY: KEY, FALLBACK_MODEL: 'm' };
    expect(models(env)[1]).toMatchObject({ apiKey: KEY, baseUrl: undefined });
    expect(models({ ...env, FALLBACK_BASE_URL: 'http://127.0.0.1:1' })[1]).toMatchObject({
      apiKey: undefined,
      baseUrl: 'http://127.0.0.1:1',
    });
    expect(models({ ...env, ANTHROPIC_BASE_URL: 'http://a.test', FALLBACK_API_KEY: 'k2' })[1]).toMatchObject({
      apiKey: 'k2',
      baseUrl: undefined,
    });
  });

  it.each([
    [{ FALLBACK_BASE_URL: 'http://127.0.0.1:1' }, 'FALLBACK_MODEL must name'],
    [{ FALLBACK_MODEL: 'm' }, 'FALLBACK_MODEL needs'],
    [{ MODEL_PRICES: 'm=cheap' }, 'MODEL_PRICES'],
    [{ MAX_USD_PER_RUN: '-1' }, 'MAX_USD_PER_RUN'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'nothing' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  ])('that cannot work are listed: %j', (env, fault) => {
    expect(() => parseConfig(env as Record<string, string>)).toThrow(fault);
  });

  it('keep keys and the headers of the collector among the secrets', () => {
    const { secrets, telemetry } = parseConfig({
      ANTHROPIC_API_KEY: KEY,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YWJjZGVm',
    });
    expect(telemetry.otlpHeaders).toEqual({ authorization: 'Basic YWJjZGVm' });
    expect(secrets).toEqual(expect.arrayContaining([KEY, 'Basic YWJjZGVm']));
  });
});
