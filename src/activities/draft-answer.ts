import type { Activities, DraftAnswerInput } from '../contracts/activities.js';
import type { DraftedAnswer } from '../contracts/run.js';
import type { FaultPoint } from '../faults.js';

interface Deps {
  readonly draft: (input: DraftAnswerInput) => Promise<DraftedAnswer>;
  readonly faultPoint: FaultPoint;
}

/** Retrieves the passages that matter from the run's own pages and composes the answer, each quote at its place. */
export const createDraftAnswer = ({ draft, faultPoint }: Deps): Activities['draftAnswer'] =>
  async function draftAnswer(input) {
    const drafted = await draft(input);
    faultPoint('in:draftAnswer');
    return drafted;
  };
