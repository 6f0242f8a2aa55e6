import type Anthropic from '@anthropic-ai/sdk';
import { Stream } from '@anthropic-ai/sdk/streaming';
import {
  ModelBadReplyError,
  ModelRefusedError,
  ModelUnavailableError,
  NO_TOKENS,
  type ModelTokens,
} from '../../contracts/model-errors.js';
import { estimateTokens } from '../../domain/prices.js';
import type { Completion } from '../../ports/language-model.js';

/** What has come of a reply so far; kept outside the reading, so that a reply that breaks off is still counted. */
export class ReplyProgress {
  text = '';
  model: string | null = null;
  stopReason: string | null = null;
  begun = false;
  complete = false;
  private counted: ModelTokens = NO_TOKENS;

  /** @param promptTokens an estimate, for servers that do not count */
  constructor(private readonly promptTokens: number) {}

  /** What the call has used so far. A reply that has begun costs, also where the server does not count. */
  get tokens(): ModelTokens {
    if (!this.begun) return NO_TOKENS;
    const { inputTokens, outputTokens } = this.counted;
    const cutOff = this.stopReason === null;
    return {
      inputTokens: inputTokens || this.promptTokens,
      outputTokens: cutOff || outputTokens === 0 ? Math.max(outputTokens, estimateTokens(this.text)) : outputTokens,
    };
  }

  /** Folds one event of the Messages API's stream; events and fields that are not known are passed over. */
  take(event: unknown): void {
    const { type, message, content_block: block, delta, usage } = record(event);
    this.begun ||= type === 'message_start';
    if (type === 'message_start') this.takeMessage(record(message));
    if (type === 'content_block_start') this.append(record(block)['text']);
    if (type === 'content_block_delta') this.append(record(delta)['text']);
    if (type === 'message_delta') {
      this.takeStopReason(record(delta)['stop_reason']);
      this.takeUsage(record(usage));
    }
    this.complete ||= type === 'message_stop';
  }

  /** A whole message at once: from servers that do not stream. */
  takeWhole(message: Record<string, unknown>): void {
    const { content, stop_reason: stopReason } = message;
    if (!Array.isArray(content)) throw new ModelBadReplyError('the reply is no message');
    this.begun = true;
    this.takeMessage(message);
    for (const block of content) this.append(record(block)['text']);
    this.takeStopReason(stopReason);
    this.complete = true;
  }

  private takeMessage({ model, usage }: Record<string, unknown>): void {
    if (typeof model === 'string' && MODEL_NAME.test(model)) this.model = model;
    this.takeUsage(record(usage));
  }

  private takeStopReason(reason: unknown): void {
    if (typeof reason === 'string') this.stopReason = reason;
  }

  /** Counts are cumulative; those of the cache stand beside the rest of the input. */
  private takeUsage(usage: Record<string, unknown>): void {
    const input =
      count(usage['input_tokens']) +
      count(usage['cache_creation_input_tokens']) +
      count(usage['cache_read_input_tokens']);
    this.counted = {
      inputTokens: Math.max(this.counted.inputTokens, input),
      outputTokens: Math.max(this.counted.outputTokens, count(usage['output_tokens'])),
    };
  }

  private append(text: unknown): void {
    if (typeof text === 'string') this.text += text;
  }
}

/** What the endpoint says its model is called is shown: a name, and nothing that could be followed. */
const MODEL_NAME = /^(?!.*:\/\/)[\w.:@+/-]{1,100}$/u;

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;

/**
 * Reads a reply into `progress`, as a stream of events or as one JSON message.
 * @throws ModelBadReplyError it is neither; ModelUnavailableError it broke off; what the connection throws
 */
export async function readReply(response: Response, progress: ReplyProgress, client: Anthropic): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (/json/iu.test(type)) return progress.takeWhole(record(await response.json()));
  if (!/event-stream/iu.test(type)) {
    await response.body?.cancel();
    throw new ModelBadReplyError(`the reply is ${/^[\w./+-]{1,60}/u.exec(type)?.[0] ?? 'of no type'}`);
  }
  for await (const event of Stream.fromSSEResponse<unknown>(response, new AbortController(), client))
    progress.take(event);
  if (!progress.begun) throw new ModelBadReplyError('the reply holds no message');
  // Some servers leave out the last event: a reply that gave its stop reason is whole.
  if (!progress.complete && progress.stopReason === null)
    throw new ModelUnavailableError('the reply broke off', { tokens: progress.tokens });
}

/** @throws ModelRefusedError */
export function toCompletion(progress: ReplyProgress, name: string): Completion {
  const { text, stopReason, model, tokens } = progress;
  if (stopReason === 'refusal') throw new ModelRefusedError(`${name} declined to answer`, { tokens });
  const reason =
    stopReason === 'max_tokens' ? 'max_tokens' : stopReason === 'model_context_window_exceeded' ? 'context' : 'end';
  return { text, stopReason: reason, model: model ?? name, tokens };
}
