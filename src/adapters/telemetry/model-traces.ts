/**
 * Traces of model calls, by OpenTelemetry's conventions for generative AI, sent by OTLP over HTTP. Names, times, tokens,
 * cost and outcome: no prompt, no answer, no key. Nothing waits for the collector, and its absence is not noticed.
 */
import { SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ModelError, type ModelTokens } from '../../contracts/model-errors.js';
import { costOf } from '../../domain/prices.js';
import type { Completion, CompletionRequest, LanguageModel } from '../../ports/language-model.js';

export interface TraceOptions {
  /** of the collector, with or without `/v1/traces` */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

export interface ModelTraces {
  /** the same model, each call a span */
  trace(model: LanguageModel): LanguageModel;
  /** sends what waits, within a second or not at all */
  close(): Promise<void>;
}

const EXPORT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Kept for a collector that does not answer; older spans are dropped. */
const MAX_WAITING = 512;
const SEND_EVERY_MS = 2_000;

/** Models as they are, when there is no collector. */
export const NO_TRACES: ModelTraces = { trace: (model) => model, close: () => Promise.resolve() };

export function createModelTraces({ endpoint, headers, version }: TraceOptions): ModelTraces {
  const url = /\/v1\/traces\/?$/u.test(endpoint) ? endpoint : `${endpoint.replace(/\/+$/u, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: MAX_WAITING,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const resource = resourceFromAttributes({ 'service.name': 'synthetic-api', 'service.version': version });
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer('synthetic-api');
  return {
    trace: (model) => ({
      name: model.name,
      endpoint: model.endpoint,
      contextTokens: model.contextTokens,
      price: model.price,
      takesImages: model.takesImages ?? false,
      complete: (request) =>
        traced(
          tracer.startSpan(`chat ${model.name}`, { kind: SpanKind.CLIENT, attributes: asked(model, request) }),
          model,
          request,
        ),
    }),
    close: () => Promise.race([provider.shutdown().catch(() => undefined), after(CLOSE_TIMEOUT_MS)]),
  };
}

const after = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms).unref());

/** https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ */
function asked({ name, endpoint }: LanguageModel, { maxTokens, purpose }: CompletionRequest): Attributes {
  const { hostname, port, protocol } = new URL(endpoint);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': name,
    'gen_ai.request.max_tokens': maxTokens,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    'synthetic.purpose': purpose,
  };
}

async function traced(span: Span, model: LanguageModel, request: CompletionRequest): Promise<Completion> {
  try {
    const completion = await model.complete(request);
    span.setAttributes({
      'gen_ai.response.model': completion.model,
      'gen_ai.response.finish_reasons': [completion.stopReason],
      ...spent(completion.tokens, model),
    });
    return completion;
  } catch (error) {
    const type = error instanceof ModelError ? error.type : 'aborted';
    span.setAttributes({ 'error.type': type, ...(error instanceof ModelError ? spent(error.tokens, model) : {}) });
    span.setStatus({ code: SpanStatusCode.ERROR, message: type });
    throw error;
  } finally {
    span.end();
  }
}

const spent = (tokens: ModelTokens, { price }: LanguageModel): Attributes => ({
  'gen_ai.usage.input_tokens': tokens.inputTokens,
  'gen_ai.usage.output_tokens': tokens.outputTokens,
  'synthetic.cost_usd': costOf(tokens, price),
});
