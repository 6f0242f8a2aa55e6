/** Claude, or any local server that speaks the Messages API (Ollama, llama.cpp, vLLM, LM Studio), by the official SDK. */
import Anthropic from '@anthropic-ai/sdk';
import { estimateTokens } from '../../domain/prices.js';
import type { CompletionRequest, LanguageModel, ModelImage, ModelPrice } from '../../ports/language-model.js';
import { createGuardedFetch } from './guarded-fetch.js';
import { readReply, ReplyProgress, toCompletion } from './read-reply.js';
import { toModelError } from './to-model-error.js';

export const ANTHROPIC_URL = 'https://api.anthropic.com';
/** Local servers take any key; the SDK would look for one in the environment and in profiles if it got none. */
const NO_KEY = 'not-needed';

export interface AnthropicModelOptions {
  readonly name: string;
  /** default: Anthropic's own. With or without `/v1` at its end */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly contextTokens: number;
  readonly price: ModelPrice;
  /** does it look at images? [false] */
  readonly takesImages?: boolean;
}

export interface ClosableModel extends LanguageModel {
  close(): Promise<void>;
}

/** The SDK's own retries, log, traces and reading of the environment are off: Temporal retries, and the settings rule. */
export function createAnthropicModel(options: AnthropicModelOptions): ClosableModel {
  const { name, apiKey, contextTokens, price } = options;
  const baseURL = (options.baseUrl ?? ANTHROPIC_URL).replace(/\/+$/u, '').replace(/\/v1$/u, '');
  const endpoint = new URL(baseURL).origin;
  const guarded = createGuardedFetch();
  const client = new Anthropic({
    apiKey: apiKey ?? NO_KEY,
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: guarded.fetch,
  });

  async function complete(request: CompletionRequest) {
    request.signal.throwIfAborted();
    const progress = new ReplyProgress(promptTokens(request));
    const late = AbortSignal.timeout(Math.max(0, Math.round(request.timeoutMs)));
    const signal = AbortSignal.any([request.signal, late]);
    try {
      const response = await client.messages.create(bodyOf(name, request), { signal }).asResponse();
      await readReply(response, progress, client);
      signal.throwIfAborted();
      return toCompletion(progress, name);
    } catch (error) {
      request.signal.throwIfAborted();
      throw toModelError(error, { name, tokens: progress.tokens, timedOut: late.aborted });
    }
  }
  const { takesImages = false } = options;
  return { name, endpoint, contextTokens, price, takesImages, complete, close: () => guarded.close() };
}

function bodyOf(model: string, { system, messages, maxTokens }: CompletionRequest) {
  return {
    model,
    max_tokens: maxTokens,
    system,
    messages: messages.map(({ role, content, images = [] }) => ({
      role,
      content: images.length === 0 ? content : [...images.map(imageBlock), { type: 'text' as const, text: content }],
    })),
    stream: true as const,
  };
}

const imageBlock = ({ mediaType, base64 }: ModelImage) => ({
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: mediaType, data: base64 },
});

const promptTokens = ({ system, messages }: CompletionRequest): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system));
