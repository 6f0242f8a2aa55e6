import { randomBytes } from 'node:crypto';
import type { Budget } from '../domain/prices.js';
import { FIELD_SYSTEM, fieldMessage } from '../domain/prompts.js';
import { NO_USAGE } from '../domain/usage.js';
import type { FieldFinder } from '../ports/field-finder.js';
import type { LanguageModel } from '../ports/language-model.js';
import { ModelBooks } from './model-books.js';

const TIMEOUT_MS = 15_000;
const REPLY_TOKENS = 500;

/** Asks the model which field is meant. It is told what the fields say of themselves, and gives a number: nothing else. */
export function createFieldFinder({ model, budget }: { model: LanguageModel; budget: Budget }): FieldFinder {
  return {
    async find(wanted, candidates, signal) {
      const books = new ModelBooks(budget, NO_USAGE);
      const content = fieldMessage(wanted, candidates, randomBytes(9).toString('base64url'));
      try {
        const { text } = await books.complete(model, {
          purpose: 'find-field',
          system: FIELD_SYSTEM,
          messages: [{ role: 'user', content }],
          timeoutMs: TIMEOUT_MS,
          wanted: REPLY_TOKENS,
          signal,
        });
        return { place: placeIn(text, candidates.length), usage: books.usage };
      } catch {
        signal.throwIfAborted();
        return { place: null, usage: books.usage };
      }
    },
  };
}

/** The number of the last JSON object in the reply, if there is such a field. */
function placeIn(text: string, count: number): number | null {
  const number = Number(/\{\s*"field"\s*:\s*(\d{1,3})\s*\}/u.exec(text)?.[1] ?? 0);
  return number >= 1 && number <= count ? number - 1 : null;
}
