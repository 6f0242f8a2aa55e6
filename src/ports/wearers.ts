import type { OmiAsk, OmiConversation, OmiSpeech } from '../contracts/omi.js';

/** What wearers said, on its way to the workflow that gathers it. Each call resolves once Temporal has accepted it. */
export interface Wearers {
  /** @throws TemporalUnavailableError */
  hear(uid: string, speech: OmiSpeech): Promise<void>;
  hearConversation(uid: string, conversation: OmiConversation): Promise<void>;
  ask(uid: string, ask: OmiAsk): Promise<void>;
}
