/** One model's attempt at a draft: context that fits, at most one repair, every sentence checked. */
import type { DraftAnswerInput } from '../contracts/activities.js';
import { ModelContextTooLargeError } from '../contracts/model-errors.js';
import { parseDraft, type ModelDraft, type Parsed } from '../domain/model-json.js';
import { DRAFT_SYSTEM, draftMessage, repairMessages } from '../domain/prompts.js';
import { verifyDraft, type CheckedDraft } from '../domain/verify-draft.js';
import type { Completion, LanguageModel, ModelMessage } from '../ports/language-model.js';
import type { StoredPage } from '../ports/page-store.js';
import { chooseContext, type ContextSource } from './choose-context.js';
import { NoRoomError, type ModelBooks } from './model-books.js';
import type { PageHit } from './retrieve.js';

/** Reasoning counts into the reply; an answer itself takes a tenth of it. Tokens. */
const REPLY_TOKENS = 8_000;
/** More passages than this make answers dearer and not better. Tokens. */
const MAX_CONTEXT_TOKENS = 10_000;
/** Of the window, what passages may take: question, instructions and reply need the rest. */
const CONTEXT_SHARE = 0.5;
/** With less than this of its window a model has read nothing. Tokens. */
const MIN_CONTEXT_TOKENS = 300;
/** A call that has less time is not begun. */
const MIN_CALL_MS = 2_000;

export interface Material {
  readonly input: DraftAnswerInput;
  readonly hits: readonly PageHit[];
  readonly pages: readonly StoredPage[];
}

export interface DraftTools {
  readonly books: ModelBooks;
  readonly signal: AbortSignal;
  /** when the model has to be done, on the clock of `now` */
  readonly deadline: number;
  /** monotonic, milliseconds */
  readonly now: () => number;
  /** random, new for each call */
  readonly newId: () => string;
}

export type ModelOutcome =
  | {
      readonly kind: 'drafted';
      readonly checked: CheckedDraft;
      readonly sources: readonly ContextSource[];
      readonly model: string;
    }
  | { readonly kind: 'not_found'; readonly model: string }
  /** it answered, but nothing that can be used; one plain reason */
  | { readonly kind: 'unusable'; readonly reason: string };

/**
 * Asks one model. A reply that cannot be read, was cut off, or of which nothing is supported is sent back once.
 * @throws ModelError, BudgetSpentError, NoRoomError
 */
export async function draftWithModel(
  model: LanguageModel,
  material: Material,
  tools: DraftTools,
): Promise<ModelOutcome> {
  const whole = Math.min(MAX_CONTEXT_TOKENS, Math.floor(model.contextTokens * CONTEXT_SHARE));
  for (let budget = whole; ; budget = Math.floor(budget / 2)) {
    try {
      return await draftWithin(model, material, tools, budget);
    } catch (error) {
      const tooMuch = error instanceof ModelContextTooLargeError || error instanceof NoRoomError;
      if (!tooMuch || budget / 2 < MIN_CONTEXT_TOKENS) throw error;
    }
  }
}

async function draftWithin(
  model: LanguageModel,
  { input, hits, pages }: Material,
  tools: DraftTools,
  contextTokens: number,
): Promise<ModelOutcome> {
  const sources = chooseContext(hits, pages, contextTokens);
  if (sources.length === 0) return { kind: 'unusable', reason: 'the pages read hold nothing to draft from' };
  const asked = draftMessage({ ...input, dataId: tools.newId(), sources: sources.map(toPrompt) });
  const judged = (completion: Completion) => judge(completion, sources, input);
  const first = await ask(model, 'draft', [{ role: 'user', content: asked }], tools);
  const verdict = judged(first);
  if (verdict.kind !== 'unusable') return verdict;
  const messages = repairMessages(asked, first.text, verdict.problem);
  const second = judged(await ask(model, 'repair', messages, tools));
  return second.kind === 'unusable' ? { kind: 'unusable', reason: second.reason } : second;
}

const toPrompt = ({ n, page, spans }: ContextSource) => ({
  n,
  title: page.title ?? '',
  publishedAt: page.publishedAt,
  retrievedAt: page.retrievedAt,
  passages: spans.map(({ start, end }) => page.text.slice(start, end)),
});

async function ask(
  model: LanguageModel,
  purpose: string,
  messages: readonly ModelMessage[],
  { books, signal, deadline, now }: DraftTools,
): Promise<Completion> {
  const timeoutMs = Math.max(MIN_CALL_MS, deadline - now());
  const call = { purpose, system: DRAFT_SYSTEM, messages, timeoutMs, signal, wanted: REPLY_TOKENS };
  const completion = await books.complete(model, call);
  if (completion.stopReason !== 'context') return completion;
  throw new ModelContextTooLargeError(`${model.name} reached the end of its window`);
}

type Judged = Exclude<ModelOutcome, { kind: 'unusable' }> | { kind: 'unusable'; reason: string; problem: string };

function judge(completion: Completion, sources: readonly ContextSource[], input: DraftAnswerInput): Judged {
  const { model } = completion;
  const parsed = readDraft(completion);
  if (!parsed.ok) return { kind: 'unusable', reason: 'its reply could not be read', problem: parsed.problem };
  if (!parsed.value.answered) return { kind: 'not_found', model };
  const verifiable = sources.map(({ n, page }) => ({
    n,
    text: page.text,
    title: page.title ?? '',
    language: page.language,
  }));
  const { question, language } = input;
  const checked = verifyDraft(parsed.value, { sources: verifiable, question, language });
  if (checked.sentences.some(({ verdict }) => verdict === 'supported'))
    return { kind: 'drafted', checked, sources, model };
  return {
    kind: 'unusable',
    reason: 'no sentence of its draft is supported by the sources',
    problem:
      'No sentence is supported: each quote has to stand in the source of that number, copied character by character, and every number, date and name of a sentence in its quotes.',
  };
}

function readDraft({ text, stopReason }: Completion): Parsed<ModelDraft> {
  const parsed = parseDraft(text);
  if (parsed.ok || stopReason !== 'max_tokens') return parsed;
  return { ok: false, problem: 'It was cut off at its longest length: be much shorter.' };
}
