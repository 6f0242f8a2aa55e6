/** Any endpoint that speaks `/v1/embeddings`: OpenAI, Ollama, LM Studio, llama.cpp, vLLM, text-embeddings-inference. */
import { EmbedderRefusedError, EmbedderUnavailableError } from '../../contracts/errors.js';
import { unitVector } from '../../domain/vectors.js';
import type { Embedder, EmbedderStatus } from '../../ports/embedder.js';
import { createTrustedClient, type TrustedAnswer } from '../trusted-client.js';

export interface OpenAiEmbedderOptions {
  /** e.g. `https://api.openai.com` or `http://127.0.0.1:11434/v1` */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** one request, milliseconds [30,000] */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** 64 vectors of 3,072 numbers in decimal digits take about 5 MB. */
const MAX_ANSWER_BYTES = 32_000_000;
/** OpenAI takes 2,048 texts in a request; small servers less. */
const TEXTS_PER_REQUEST = 64;
/** Windows of the usual models begin at 512 tokens; what a passage has beyond is cut by no endpoint but refused by some. */
const MAX_CHARACTERS = 8_000;

/** `…/embeddings` of a base address, with or without its version. */
export function embeddingsUrl(baseUrl: string): URL {
  const base = baseUrl.replace(/\/+$/u, '');
  if (base.endsWith('/embeddings')) return new URL(base);
  return new URL(/\/v\d+$/u.test(base) ? `${base}/embeddings` : `${base}/v1/embeddings`);
}

export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { apiKey, model } = options;
  const url = embeddingsUrl(options.baseUrl);
  const client = createTrustedClient({ timeoutMs: options.timeoutMs ?? TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  let dimension: number | null = null;
  let fault: string | null = null;

  async function embedBatch(input: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const answer = await client.sendJson('POST', url, { model, input, encoding_format: 'float' }, { signal, headers });
    const vectors = vectorsOf(answer, url, input.length);
    dimension ??= vectors[0]?.length ?? null;
    if (vectors.some(({ length }) => length !== dimension))
      throw new EmbedderRefusedError(`${url.host} gave vectors of several lengths`);
    return vectors;
  }

  const status = (): EmbedderStatus =>
    fault === null
      ? { state: 'ready', detail: `${model} at ${url.host}` }
      : { state: 'unavailable', detail: `${model} at ${url.host}: ${fault}` };

  return {
    model,
    get dimension() {
      return dimension;
    },
    local: false,
    lexicalOnly: false,
    // The endpoint's model is not known to us; those in use are made for many languages.
    speaks: () => true,
    status,
    prepare: () => undefined,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      const inputs = texts.map((text) => text.slice(0, MAX_CHARACTERS));
      try {
        for (let at = 0; at < inputs.length; at += TEXTS_PER_REQUEST)
          vectors.push(...(await embedBatch(inputs.slice(at, at + TEXTS_PER_REQUEST), signal)));
        fault = null;
        return vectors;
      } catch (error) {
        if (!signal.aborted) fault = error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
    close: () => client.close(),
  };
}

function vectorsOf(answer: TrustedAnswer, url: URL, wanted: number): Float32Array[] {
  if (answer.kind === 'timeout') throw new EmbedderUnavailableError(`${url.host} did not answer in time`);
  if (answer.kind === 'network') throw new EmbedderUnavailableError(`${url.host} could not be reached`);
  if (answer.kind === 'too_large') throw new EmbedderRefusedError(`${url.host} answered with too much`);
  const { status, retryAfterMs, json } = answer;
  if (status === 429 || status === 408 || status >= 500)
    throw new EmbedderUnavailableError(`${url.host} said ${status}`, retryAfterMs === null ? {} : { retryAfterMs });
  if (status === 401 || status === 403)
    throw new EmbedderRefusedError(`${url.host} said ${status}: check EMBEDDINGS_API_KEY`);
  if (status < 200 || status > 299)
    throw new EmbedderRefusedError(`${url.href} said ${status}: check EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL`);
  const vectors = readVectors(json);
  if (vectors === null || vectors.length !== wanted)
    throw new EmbedderRefusedError(`${url.href} answered with something that is no list of ${wanted} vectors`);
  return vectors;
}

interface Item {
  readonly index: number;
  readonly embedding: readonly number[];
}

/** Vectors in the order of the texts, whatever order they came in; null when the answer is none. */
function readVectors(json: unknown): Float32Array[] | null {
  const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
  if (!Array.isArray(data)) return null;
  const items = data.map((item: unknown, at): Item | null => {
    const { index = at, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const sound = Array.isArray(embedding) && embedding.length > 0 && embedding.every(Number.isFinite);
    return sound && typeof index === 'number' ? { index, embedding: embedding as number[] } : null;
  });
  if (items.some((item) => item === null)) return null;
  return (items as Item[]).sort((a, b) => a.index - b.index).map(({ embedding }) => unitVector(embedding));
}
