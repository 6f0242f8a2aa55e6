import { ModelError } from '../contracts/model-errors.js';
import type { Usage } from '../contracts/run.js';
import { affordableReply, estimateTokens, usageOf, type Budget } from '../domain/prices.js';
import { addUsage, NO_USAGE } from '../domain/usage.js';
import type { Completion, CompletionRequest, LanguageModel } from '../ports/language-model.js';

/** Less than this is no answer: the model is not asked. Tokens. */
const MIN_REPLY_TOKENS = 400;
/** Room for what servers add to a prompt. Tokens. */
const MARGIN_TOKENS = 64;
/** 1280 by 900 pixels at 750 a token: https://platform.claude.com/docs/en/build-with-claude/vision */
const IMAGE_TOKENS = 1_600;

/** The run's budget for models does not bear another call. */
export class BudgetSpentError extends Error {
  constructor() {
    super('the budget for models is spent');
    this.name = 'BudgetSpentError';
  }
}

/** The prompt leaves the model's window no room for a reply. */
export class NoRoomError extends Error {
  constructor(model: string) {
    super(`the prompt leaves ${model} no room for a reply`);
    this.name = 'NoRoomError';
  }
}

export type Call = Pick<CompletionRequest, 'purpose' | 'system' | 'messages' | 'timeoutMs' | 'signal'> & {
  /** most tokens of the reply; fewer when budget or window bear no more */
  readonly wanted: number;
};

/** Keeps what calls cost, and lets none begin that could pass the budget. */
export class ModelBooks {
  private spentHere = NO_USAGE;

  /** @param before what the run has spent already */
  constructor(
    private readonly budget: Budget,
    private readonly before: Usage,
  ) {}

  /** what was spent through these books */
  get usage(): Usage {
    return this.spentHere;
  }

  /** @throws BudgetSpentError, NoRoomError, ModelError */
  async complete(model: LanguageModel, { wanted, ...request }: Call): Promise<Completion> {
    const { price, contextTokens } = model;
    const promptTokens = request.messages.reduce(
      (sum, { content, images = [] }) => sum + estimateTokens(content) + images.length * IMAGE_TOKENS,
      estimateTokens(request.system) + MARGIN_TOKENS,
    );
    const room = Math.min(wanted, contextTokens - promptTokens);
    if (room < MIN_REPLY_TOKENS) throw new NoRoomError(model.name);
    const spent = addUsage(this.before, this.spentHere);
    const maxTokens = affordableReply(this.budget, spent, { promptTokens, wanted: room, price });
    if (maxTokens < MIN_REPLY_TOKENS) throw new BudgetSpentError();
    try {
      const completion = await model.complete({ ...request, maxTokens });
      this.spentHere = addUsage(this.spentHere, usageOf(completion.tokens, price));
      return completion;
    } catch (error) {
      if (error instanceof ModelError) this.note(error, model);
      throw error;
    }
  }

  private note({ tokens, type }: ModelError, { price }: LanguageModel): void {
    // A circuit that is open made no call.
    if (type !== 'ModelCircuitOpen') this.spentHere = addUsage(this.spentHere, usageOf(tokens, price));
  }
}
