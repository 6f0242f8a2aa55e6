/** One decision by a model: the page within its window, at most one repair, then a fault with a name. */
import type { DecideInput, DecideResult, Decision } from '../contracts/acting.js';
import { ModelContextTooLargeError, ModelError, ModelRefusedError } from '../contracts/model-errors.js';
import { DECIDE_SYSTEM, decideMessage } from '../domain/acting/decision-prompt.js';
import { parseDecision } from '../domain/acting/decision.js';
import { findInPage, renderLine, tellPage } from '../domain/acting/snapshot.js';
import { withNames } from '../domain/acting/task-words.js';
import type { Parsed } from '../domain/model-json.js';
import { estimateTokens, type Budget } from '../domain/prices.js';
import { repairMessages } from '../domain/prompts.js';
import type { LanguageModel, ModelImage, ModelMessage } from '../ports/language-model.js';
import type { SnapshotLine } from '../ports/page-snapshot.js';
import { BudgetSpentError, ModelBooks, NoRoomError } from './model-books.js';

export interface DecideDeps {
  /** in the order in which they are asked */
  readonly models: readonly LanguageModel[];
  readonly budget: Budget;
  /** random, new for each call */
  readonly newId: () => string;
}

export interface DecideMaterial {
  readonly lines: readonly SnapshotLine[];
  /** JPEG of the viewport */
  readonly screenshot: Uint8Array | null;
}

/** Whether its evidence holds is told apart, by code. */
export type Decided = Omit<DecideResult, 'evidence'>;

export type Decide = (
  input: DecideInput,
  material: DecideMaterial,
  options: { readonly signal: AbortSignal; readonly mayRetry: boolean },
) => Promise<Decided>;

const REPLY_TOKENS = 2_000;
const TIMEOUT_MS = 40_000;
/** A page's worth of lines; more makes each step dearer and no better. Tokens. */
const PAGE_TOKENS = 5_000;
/** Of a small window, what the page may take. */
const PAGE_SHARE = 0.4;
const VIEWPORT = { height: 900 };

/** @throws ModelError that a retry may mend, while there are retries; all else is a fault in the result */
export function createDecider({ models, budget, newId }: DecideDeps): Decide {
  return async function decide(input, material, { signal, mayRetry }) {
    const books = new ModelBooks(budget, input.spent);
    const end = (rest: Omit<Decided, 'usage'>): Decided => ({ ...rest, usage: books.usage });
    let last: unknown = null;
    for (const model of models) {
      try {
        const decided = await decideWith(model, input, material, { books, signal, newId });
        if (decided.ok) return end({ decision: decided.value, fault: null, model: model.name });
        last = new Error(decided.problem);
      } catch (error) {
        signal.throwIfAborted();
        last = error;
        const mendable = error instanceof ModelError && error.retryable && books.usage.model_calls <= 1;
        if (mendable && mayRetry && model === models.at(-1)) throw error;
        if (error instanceof BudgetSpentError) break;
      }
    }
    return end({ decision: null, fault: faultOf(last), model: models[0]?.name ?? '' });
  };
}

interface Tools {
  readonly books: ModelBooks;
  readonly signal: AbortSignal;
  readonly newId: () => string;
}

async function decideWith(
  model: LanguageModel,
  input: DecideInput,
  material: DecideMaterial,
  tools: Tools,
): Promise<Parsed<Decision>> {
  const whole = Math.min(PAGE_TOKENS, Math.floor(model.contextTokens * PAGE_SHARE));
  for (let tokens = whole; ; tokens = Math.floor(tokens / 2)) {
    try {
      return await decideWithin(model, input, material, tools, tokens);
    } catch (error) {
      const tooMuch = error instanceof ModelContextTooLargeError || error instanceof NoRoomError;
      if (!tooMuch || tokens / 2 < 200) throw error;
    }
  }
}

async function decideWithin(
  model: LanguageModel,
  input: DecideInput,
  { lines, screenshot }: DecideMaterial,
  { books, signal, newId }: Tools,
  tokens: number,
): Promise<Parsed<Decision>> {
  const images = model.takesImages && screenshot !== null ? [imageOf(screenshot)] : [];
  const places = images.length > 0;
  const told = tellPage(lines, { tokens, estimate: estimateTokens, viewport: VIEWPORT, places });
  const found = input.find === null ? null : findInPage(lines, input.find).map((line) => renderLine(line, places));
  const inputs = Object.keys(input.values);
  const asked = {
    ...input,
    inputs,
    page: told.text,
    left: told.left,
    found,
    dataId: newId(),
    image: images.length > 0,
  };
  const content = withNames(decideMessage(asked), input.values);
  const ask = async (purpose: string, messages: readonly ModelMessage[]) =>
    books.complete(model, {
      purpose,
      system: DECIDE_SYSTEM,
      messages,
      timeoutMs: TIMEOUT_MS,
      signal,
      wanted: REPLY_TOKENS,
    });
  const first = await ask('decide', [{ role: 'user', content, images }]);
  const parsed = parseDecision(first.text);
  if (parsed.ok) return parsed;
  const second = await ask('repair', repairMessages(content, first.text, parsed.problem));
  return parseDecision(second.text);
}

const imageOf = (jpeg: Uint8Array): ModelImage => ({
  mediaType: 'image/jpeg',
  base64: Buffer.from(jpeg).toString('base64'),
});

function faultOf(error: unknown): { code: string; message: string } {
  if (error instanceof BudgetSpentError)
    return { code: 'budget_spent', message: 'The budget for models is spent; the task was stopped where it stood.' };
  if (error instanceof ModelRefusedError)
    return { code: 'model_refused', message: 'The model declined to go on with this task.' };
  if (error instanceof ModelError)
    return { code: 'model_unavailable', message: 'The model could not be asked for the next step.' };
  return { code: 'model_unusable', message: 'The model gave no decision that can be read, also when asked again.' };
}
