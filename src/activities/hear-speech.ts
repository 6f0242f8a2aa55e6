import { Context } from '@temporalio/activity';
import type { HearSpeech } from '../answering/hear-speech.js';
import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';

interface Deps {
  readonly hearSpeech: HearSpeech;
  readonly faultPoint: FaultPoint;
}

/** What was asked in a piece of a wearer's speech. */
export const createHearSpeechActivity = ({ hearSpeech: hear, faultPoint }: Deps): Activities['hearSpeech'] =>
  async function hearSpeech(input) {
    const heard = await hear(input, { signal: Context.current().cancellationSignal });
    faultPoint('in:hearSpeech');
    return heard;
  };
