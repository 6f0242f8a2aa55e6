import { Context } from '@temporalio/activity';
import type { Classify } from '../answering/classify-with-model.js';
import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';

interface Deps {
  readonly classify: Classify;
  readonly faultPoint: FaultPoint;
}

/** Question or action, its language, and what to search for: by rules, refined by a model where there is one. */
export const createClassify = ({ classify: ask, faultPoint }: Deps): Activities['classify'] =>
  async function classify(input) {
    const classification = await ask(input, { signal: Context.current().cancellationSignal });
    faultPoint('in:classify');
    return classification;
  };
