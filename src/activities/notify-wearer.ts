import { Context } from '@temporalio/activity';
import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';
import type { WearerNotifications } from '../ports/wearer-notifications.js';

interface Deps {
  readonly notifications: WearerNotifications;
  readonly faultPoint: FaultPoint;
}

/** Tells a wearer what came of their question. A worker that dies between sending and saying so sends it again. */
export const createNotifyWearer = ({ notifications, faultPoint }: Deps): Activities['notifyWearer'] =>
  async function notifyWearer({ uid, runId, message }) {
    const { cancellationSignal: signal } = Context.current();
    const result = await notifications.send({ uid, runId, text: message }, { signal });
    faultPoint('in:notifyWearer');
    return result;
  };
