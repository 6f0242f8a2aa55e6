import { ModelCircuitOpenError, ModelError } from '../../contracts/model-errors.js';
import type { Completion, LanguageModel } from '../../ports/language-model.js';
import { CircuitOpenError, type Circuits } from '../circuits.js';

type Outcome = { readonly completion: Completion } | { readonly error: ModelError };

/** A model that failed five times in a row (429, 5xx, time-outs, broken connections) is left alone for half a minute. */
export function withCircuit(model: LanguageModel, circuits: Circuits, dependency: string): LanguageModel {
  return {
    name: model.name,
    endpoint: model.endpoint,
    contextTokens: model.contextTokens,
    price: model.price,
    takesImages: model.takesImages ?? false,
    async complete(request) {
      const ask = async (): Promise<Outcome> => {
        try {
          return { completion: await model.complete(request) };
        } catch (error) {
          if (error instanceof ModelError) return { error };
          throw error;
        }
      };
      const outcome = await circuits.run(dependency, ask, countsAgainst).catch((error: unknown) => {
        if (!(error instanceof CircuitOpenError)) throw error;
        throw new ModelCircuitOpenError(`${model.name} failed too often just now and is left alone for a moment`, {
          cause: error,
          retryAfterMs: error.retryAfterMs,
        });
      });
      if ('error' in outcome) throw outcome.error;
      return outcome.completion;
    },
  };
}

/** A wrong key or a refusal says nothing of how the endpoint fares. */
const countsAgainst = (outcome: Outcome): boolean =>
  'error' in outcome && (outcome.error.retryable || outcome.error.type === 'ModelTimeout');
