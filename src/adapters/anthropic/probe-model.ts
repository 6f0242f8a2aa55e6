/** What an endpoint can do, as far as a list and a reply of a few words tell. */
import { ModelError } from '../../contracts/model-errors.js';
import { findJson } from '../../domain/model-json.js';
import { PROBE_SYSTEM } from '../../domain/prompts.js';
import { createTrustedClient } from '../trusted-client.js';
import { ANTHROPIC_URL, createAnthropicModel, type AnthropicModelOptions } from './anthropic-model.js';

export interface ModelProbe {
  /** origin of the endpoint */
  readonly endpoint: string;
  /** null: it answers; else what went wrong, in words */
  readonly fault: string | null;
  /** as the endpoint names the model that answered; null when it did not */
  readonly answeredBy: string | null;
  /** did it write the JSON it was asked for? */
  readonly writesJson: boolean;
  /** tokens of the window as the endpoint lists them; null when it does not say */
  readonly listedContextTokens: number | null;
}

const TIMEOUT_MS = 10_000;
const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** Enough for a model that reasons first; at most a cent anywhere. Tokens. */
const REPLY_TOKENS = 512;

/** Asks for the list of models, which costs nothing, and for one tiny reply. Never throws for what the endpoint does. */
export async function probeModel(options: AnthropicModelOptions): Promise<ModelProbe> {
  const model = createAnthropicModel(options);
  try {
    const [listed, said] = await Promise.all([listedContext(options), reply(model)]);
    return { endpoint: model.endpoint, ...said, listedContextTokens: listed };
  } finally {
    await model.close();
  }
}

async function reply(
  model: ReturnType<typeof createAnthropicModel>,
): Promise<Pick<ModelProbe, 'fault' | 'answeredBy' | 'writesJson'>> {
  try {
    const { text, model: name } = await model.complete({
      purpose: 'probe',
      system: PROBE_SYSTEM,
      messages: [{ role: 'user', content: 'Go.' }],
      maxTokens: REPLY_TOKENS,
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    return { fault: null, answeredBy: name, writesJson: findJson(text).ok };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { fault: error.message, answeredBy: null, writesJson: false };
  }
}

/** Where servers put the size of the window: Anthropic, vLLM, LM Studio, llama.cpp. */
const CONTEXT_FIELDS = ['max_input_tokens', 'max_model_len', 'max_context_length', 'context_length', 'n_ctx'];

async function listedContext({ name, baseUrl, apiKey }: AnthropicModelOptions): Promise<number | null> {
  const client = createTrustedClient({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_LIST_BYTES });
  try {
    const base = (baseUrl ?? ANTHROPIC_URL).replace(/\/+$/u, '').replace(/\/v1$/u, '');
    const headers = {
      'anthropic-version': '2023-06-01',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await client.getJson(new URL(`${base}/v1/models`), { signal, headers });
    return answer.kind === 'answer' ? contextOf(answer.json, name) : null;
  } catch {
    return null;
  } finally {
    await client.close();
  }
}

function contextOf(json: unknown, name: string): number | null {
  const { data } = record(json);
  const rows = (Array.isArray(data) ? data : []).map(record);
  const row = rows.find(({ id }) => id === name) ?? (rows.length === 1 ? rows[0] : undefined);
  if (row === undefined) return null;
  const sizes = CONTEXT_FIELDS.flatMap((field) => [row[field], record(row['meta'])[field]]);
  return sizes.find((size): size is number => typeof size === 'number' && size > 0) ?? null;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
