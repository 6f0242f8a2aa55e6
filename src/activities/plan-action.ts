import type { Activities } from '../contracts/activities.js';
import { siteOf } from '../domain/acting/sites.js';
import { addressIn, valuesIn } from '../domain/acting/task-words.js';

interface Deps {
  /** is there a model that can decide? */
  readonly hasModel: boolean;
  readonly acting: { readonly maxSteps: number; readonly holdMs: number };
}

/** What the task's own words say, and what this worker allows. */
export const createPlanAction = ({ hasModel, acting }: Deps): Activities['planAction'] =>
  function planAction({ task, url }) {
    const target = url ?? addressIn(task);
    const site = target === null ? null : siteOf(target);
    return Promise.resolve({ url: target, site, inputs: valuesIn(task), model: hasModel, ...acting });
  };
