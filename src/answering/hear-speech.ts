/** What was asked in a piece of speech: by rules, judged by a model where there is one. */
import type { HearSpeechInput, HearSpeechResult, SpokenRequest } from '../contracts/omi.js';
import { parseSpokenRequests } from '../domain/model-json.js';
import { requestKey } from '../domain/omi/request-key.js';
import { spokenRequests } from '../domain/omi/spoken-requests.js';
import type { Budget } from '../domain/prices.js';
import { SPEECH_SYSTEM, speechMessage } from '../domain/prompts.js';
import { NO_USAGE } from '../domain/usage.js';
import type { LanguageModel } from '../ports/language-model.js';
import { ModelBooks } from './model-books.js';

export type HearSpeech = (input: HearSpeechInput, options: { signal: AbortSignal }) => Promise<HearSpeechResult>;

const TIMEOUT_MS = 10_000;
const REPLY_TOKENS = 1_000;
/** More of a conversation is not shown at once. Characters. */
const MAX_SHOWN = 12_000;

/** Whatever goes wrong with the model, the rules stand. */
export function createHearSpeech({ model, budget }: { model: LanguageModel | undefined; budget: Budget }): HearSpeech {
  return async function hearSpeech({ text, silence }, { signal }) {
    const byRules = spokenRequests(text, silence);
    const heard = text.slice(0, text.length - byRules.unfinished);
    // Most of what people say asks nothing, by any rule: a model is not paid to confirm it.
    if (model === undefined || (byRules.requests.length === 0 && !/[?？؟]/u.test(heard))) return byRules;
    const judged = await judge(model, budget, heard.slice(-MAX_SHOWN), signal);
    return judged === null ? byRules : { ...byRules, requests: judged };
  };
}

/** Null when no model could say. @throws only the signal's reason when it aborts */
async function judge(
  model: LanguageModel,
  budget: Budget,
  heard: string,
  signal: AbortSignal,
): Promise<readonly SpokenRequest[] | null> {
  try {
    const { text } = await new ModelBooks(budget, NO_USAGE).complete(model, {
      purpose: 'hear',
      system: SPEECH_SYSTEM,
      messages: [{ role: 'user', content: speechMessage(heard) }],
      timeoutMs: TIMEOUT_MS,
      wanted: REPLY_TOKENS,
      signal,
    });
    const parsed = parseSpokenRequests(text);
    return parsed.ok ? parsed.value.filter((request) => wasSaid(request, heard)) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** A model chooses among what was said; it puts no words into anybody's mouth. */
function wasSaid({ text }: SpokenRequest, heard: string): boolean {
  const key = requestKey(text);
  return key !== '' && ` ${requestKey(heard)} `.includes(` ${key} `);
}
