import type { NotifyWearerResult } from '../contracts/omi.js';

export interface WearerNotifications {
  /**
   * Sends a short text to a wearer's phone.
   * @param runId where the whole can be read
   * @returns also what no other try can mend, as a reason
   * @throws NotificationDelayedError 429 or 5xx or no reply: worth another try, after `retryAfterMs`
   */
  send(
    message: { uid: string; runId: string; text: string },
    options: { signal: AbortSignal },
  ): Promise<NotifyWearerResult>;
  close(): Promise<void>;
}
