/** Model, then the fallback model, then the passages themselves: a run always gets an answer, and the answer says whose. */
import type { DraftAnswerInput } from '../contracts/activities.js';
import { ModelError } from '../contracts/model-errors.js';
import type { DraftedAnswer, Usage } from '../contracts/run.js';
import { joined } from '../domain/footers.js';
import { composeModelAnswer, composeNotFound } from '../domain/model-answer.js';
import type { Budget } from '../domain/prices.js';
import { addUsage, NO_USAGE } from '../domain/usage.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { PageStore } from '../ports/page-store.js';
import { draftWithModel, type Material, type ModelOutcome } from './draft-with-model.js';
import { BudgetSpentError, ModelBooks, NoRoomError } from './model-books.js';
import type { Retrieve } from './retrieve.js';
import { storedPages } from './stored-pages.js';

/** What one attempt of the activity may do. */
export interface DraftAttempt {
  /** does Temporal try again when this attempt fails? */
  readonly mayRetry: boolean;
  /** left to this attempt, milliseconds */
  readonly attemptMs: number;
  /** left to this and all further attempts, milliseconds */
  readonly allMs: number;
  /** what earlier attempts have spent */
  readonly spent: Usage;
  /** keeps what was spent for the next attempt */
  readonly noteSpent: (usage: Usage) => void;
  readonly signal: AbortSignal;
}

/** @throws PageGoneError, StoreUnavailableError; a retryable ModelError while tries are left */
export type Draft = (input: DraftAnswerInput, attempt: DraftAttempt) => Promise<DraftedAnswer>;

export interface DrafterDeps {
  /** asked in this order: the model, the fallback */
  readonly models: readonly LanguageModel[];
  readonly extractive: (input: DraftAnswerInput) => Promise<DraftedAnswer>;
  readonly retrieve: Retrieve;
  readonly pages: PageStore;
  readonly budget: Budget;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Passages asked for; as many as fit are used. */
const PASSAGES = 24;
/** Kept for composing an extractive answer. */
const EXTRACTIVE_MS = 8_000;
/** A model that has less time is not asked. */
const MIN_MODEL_MS = 4_000;
/** Of the time, what the first of two models may take. */
const FIRST_SHARE = 0.6;
/** Longer waits are not worth a retry: https://docs.claude.com asks to wait as long as Retry-After says. */
const MAX_RETRY_AFTER_MS = 30_000;
/** What a further attempt needs beside its wait. */
const RETRY_NEEDS_MS = 40_000;

export function createDrafter(deps: DrafterDeps): Draft {
  const { models, extractive, retrieve, pages, budget, now, newId } = deps;

  async function gather(input: DraftAnswerInput): Promise<Material> {
    const stored = await storedPages(pages, input);
    const { runId, question, language } = input;
    return { input, pages: stored, hits: await retrieve({ runId, question, language, limit: PASSAGES }) };
  }

  return async function draft(input, attempt) {
    if (models.length === 0) return extractive(input);
    const ends = now() + attempt.attemptMs - EXTRACTIVE_MS;
    const material = await gather(input);
    const books = new ModelBooks(budget, addUsage(input.spent ?? NO_USAGE, attempt.spent));
    const usage = (): Usage => addUsage(attempt.spent, books.usage);
    const notes: string[] = [];
    for (const [index, model] of models.entries()) {
      const left = ends - now();
      if (left < MIN_MODEL_MS) {
        notes.push(`There was no time left to ask ${model.name}.`);
        break;
      }
      const deadline = index < models.length - 1 ? now() + left * FIRST_SHARE : ends;
      try {
        const outcome = await draftWithModel(model, material, { books, signal: attempt.signal, deadline, now, newId });
        if (outcome.kind !== 'unusable') return withNotes(compose(outcome, input, usage()), notes);
        notes.push(`No draft by ${model.name}: ${outcome.reason}.`);
      } catch (error) {
        if (index === 0 && worthRetrying(error, attempt)) {
          attempt.noteSpent(usage());
          throw error;
        }
        notes.push(noteOf(error, model));
        if (error instanceof BudgetSpentError) break;
      }
    }
    return extractiveInstead(await extractive(input), usage(), notes);
  };
}

function compose(
  outcome: Exclude<ModelOutcome, { kind: 'unusable' }>,
  { language, attempts, searched }: DraftAnswerInput,
  usage: Usage,
): DraftedAnswer {
  const common = { language, attempts, model: outcome.model, usage };
  return outcome.kind === 'not_found'
    ? composeNotFound({ ...common, searched })
    : composeModelAnswer({ ...common, checked: outcome.checked, sources: outcome.sources });
}

/** 408, 409, 429, 5xx and broken streams pass: Temporal tries again, while there are tries and time. */
function worthRetrying(error: unknown, { mayRetry, allMs }: DraftAttempt): error is ModelError {
  if (!(error instanceof ModelError) || !error.retryable || !mayRetry) return false;
  const wait = error.retryAfterMs ?? 0;
  return wait <= MAX_RETRY_AFTER_MS && wait + RETRY_NEEDS_MS <= allMs;
}

/**
 * What kept a model from drafting, in one sentence.
 * @throws whatever is no failure of a model
 */
function noteOf(error: unknown, model: LanguageModel): string {
  if (error instanceof BudgetSpentError) return 'The budget for models is spent: no model was asked for the answer.';
  if (error instanceof ModelError || error instanceof NoRoomError)
    return `No draft by ${model.name}: ${error.message}.`;
  throw error;
}

const withNotes = (answer: DraftedAnswer, notes: readonly string[]): DraftedAnswer =>
  notes.length === 0 ? answer : { ...answer, warnings: notes };

function extractiveInstead(answer: DraftedAnswer, usage: Usage, notes: readonly string[]): DraftedAnswer {
  const note = `**Note**: no model drafted this answer. ${notes.join(' ')}`;
  return { ...answer, answer: joined(answer.answer, note), usage, warnings: notes };
}
