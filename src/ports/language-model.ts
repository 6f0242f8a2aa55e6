import type { ModelTokens } from '../contracts/model-errors.js';

export interface ModelImage {
  readonly mediaType: 'image/jpeg';
  readonly base64: string;
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** only for a model that takes them */
  readonly images?: readonly ModelImage[];
}

export interface CompletionRequest {
  /** what the call is for: `classify`, `draft`, `decide`, `repair`, `probe`; shown in traces */
  readonly purpose: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** most tokens of the reply, reasoning included */
  readonly maxTokens: number;
  /** the whole call, milliseconds */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Completion {
  readonly text: string;
  /** end: it said all it wanted. max_tokens, context: cut off. Refusals are errors */
  readonly stopReason: 'end' | 'max_tokens' | 'context';
  /** as the endpoint names the model that answered */
  readonly model: string;
  readonly tokens: ModelTokens;
}

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/**
 * A model behind an endpoint. Needs nothing beyond text in and text out: no tools, caching or native citations, which
 * local servers lack. Makes one request per call and never retries by itself.
 */
export interface LanguageModel {
  /** the name it was configured with */
  readonly name: string;
  /** origin of the endpoint */
  readonly endpoint: string;
  /** tokens that question, passages and reply have to share */
  readonly contextTokens: number;
  readonly price: ModelPrice;
  /** does it look at images? Absent: it reads text only */
  readonly takesImages?: boolean;
  /**
   * @throws ModelError by class; the signal's reason when the caller aborts
   */
  complete(request: CompletionRequest): Promise<Completion>;
}
