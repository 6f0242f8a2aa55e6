import type { Classification, ClassifyInput } from '../contracts/activities.js';
import { classifyQuestion } from '../domain/classify-question.js';
import { parseClassification, type ModelClassification } from '../domain/model-json.js';
import type { Budget } from '../domain/prices.js';
import { CLASSIFY_SYSTEM, classifyMessage } from '../domain/prompts.js';
import { withoutUnseen } from '../domain/untrusted-text.js';
import { NO_USAGE } from '../domain/usage.js';
import type { LanguageModel } from '../ports/language-model.js';
import { ModelBooks } from './model-books.js';

export type Classify = (input: ClassifyInput, options: { signal: AbortSignal }) => Promise<Classification>;

/** Nobody waits longer to have a question understood: the rules are there at once. */
const TIMEOUT_MS = 10_000;
const REPLY_TOKENS = 2_000;
const MAX_QUERIES = 3;
const MAX_QUERY_CHARACTERS = 380;

/** Rules, refined by a model where there is one. Whatever goes wrong with it, the rules stand. */
export function createClassifier({ model, budget }: { model: LanguageModel | undefined; budget: Budget }): Classify {
  return async function classify(input, { signal }) {
    const byRules = classifyQuestion(input);
    if (model === undefined) return byRules;
    const books = new ModelBooks(budget, NO_USAGE);
    const refined = await ask(model, books, input, signal);
    const merged = refined === null ? byRules : merge(input, byRules, refined);
    return books.usage.model_calls === 0 ? merged : { ...merged, usage: books.usage };
  };
}

/** Null when no model could say. @throws only the signal's reason when it aborts */
async function ask(
  model: LanguageModel,
  books: ModelBooks,
  { question }: ClassifyInput,
  signal: AbortSignal,
): Promise<ModelClassification | null> {
  try {
    const { text } = await books.complete(model, {
      purpose: 'classify',
      system: CLASSIFY_SYSTEM,
      messages: [{ role: 'user', content: classifyMessage(question) }],
      timeoutMs: TIMEOUT_MS,
      wanted: REPLY_TOKENS,
      signal,
    });
    const parsed = parseClassification(text);
    return parsed.ok ? parsed.value : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** What the caller named stands; the best query of the rules is always asked as well. */
function merge(input: ClassifyInput, byRules: Classification, refined: ModelClassification): Classification {
  const own = refined.queries.map(cleanQuery).filter((query) => query !== '');
  const [first, second, ...others] = own;
  const queries =
    first === undefined
      ? byRules.queries
      : unique([first, ...(second === undefined ? [] : [second]), ...byRules.queries.slice(0, 1), ...others]);
  return {
    kind: input.kind === 'auto' ? (refined.kind ?? byRules.kind) : input.kind,
    language: input.language ?? refined.language ?? byRules.language,
    queries: queries.slice(0, MAX_QUERIES),
  };
}

const cleanQuery = (query: string): string =>
  withoutUnseen(query).replace(/["“”]/gu, ' ').replace(/\s+/gu, ' ').trim().slice(0, MAX_QUERY_CHARACTERS);

function unique(queries: readonly string[]): string[] {
  const seen = new Set<string>();
  return queries.filter((query) => {
    const plain = query.toLowerCase().replace(/[?？.!\s]+$/u, '');
    return !seen.has(plain) && seen.add(plain);
  });
}
