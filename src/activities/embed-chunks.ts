import { Context } from '@temporalio/activity';
import type { EmbedClosest } from '../answering/embed-closest.js';
import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';

interface Deps {
  readonly embedClosest: EmbedClosest;
  readonly faultPoint: FaultPoint;
}

/** Gives the passages that are worth it a vector. Passages that have one are left as they are. */
export const createEmbedChunks = ({ embedClosest, faultPoint }: Deps): Activities['embedChunks'] =>
  async function embedChunks(input) {
    const result = await embedClosest(input, { signal: Context.current().cancellationSignal });
    faultPoint('in:embedChunks');
    return result;
  };
