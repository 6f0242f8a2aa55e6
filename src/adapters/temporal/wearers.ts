import type { Client } from '@temporalio/client';
import { createHmac } from 'node:crypto';
import { TemporalUnavailableError } from '../../contracts/errors.js';
import { mainQueue } from '../../contracts/messages.js';
import {
  OMI_ASK_SIGNAL,
  OMI_CONVERSATION_SIGNAL,
  OMI_SPEECH_SIGNAL,
  OMI_WORKFLOW,
  omiWorkflowId,
  type OmiInput,
  type OmiRunDefaults,
} from '../../contracts/omi.js';
import type { Wearers } from '../../ports/wearers.js';

/** A delivery is answered within Omi's 15 s, whatever happens. */
const CALL_TIMEOUT_MS = 5_000;
const HASH_CHARACTERS = 32;

export interface TemporalWearersOptions {
  readonly client: Client;
  readonly storeId: string;
  /** so that nobody tells a wearer from the name of a workflow */
  readonly installationSecret: string;
  readonly defaults: OmiRunDefaults;
}

/** One workflow per wearer, started by the first thing that is heard of them. */
export function createTemporalWearers(options: TemporalWearersOptions): Wearers {
  const { client, storeId, installationSecret, defaults } = options;
  const hashOf = (uid: string): string =>
    createHmac('sha256', installationSecret).update(`omi\0${uid}`).digest('hex').slice(0, HASH_CHARACTERS);

  async function signal(uid: string, name: string, argument: object): Promise<void> {
    const input: OmiInput = { uid, defaults };
    const call = () =>
      client.workflow.signalWithStart(OMI_WORKFLOW, {
        workflowId: omiWorkflowId(hashOf(uid), storeId),
        taskQueue: mainQueue(storeId),
        args: [input],
        signal: name,
        signalArgs: [argument],
        staticSummary: 'What one wearer says',
      });
    try {
      await client.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
    } catch (cause) {
      throw new TemporalUnavailableError('Temporal did not accept what was heard', { cause });
    }
  }

  return {
    hear: (uid, speech) => signal(uid, OMI_SPEECH_SIGNAL, speech),
    hearConversation: (uid, conversation) => signal(uid, OMI_CONVERSATION_SIGNAL, conversation),
    ask: (uid, ask) => signal(uid, OMI_ASK_SIGNAL, ask),
  };
}
