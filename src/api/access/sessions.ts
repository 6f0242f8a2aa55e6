/** The page's signed cookie. Nothing is kept: the signature, the time and the key's fingerprint say it all. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A week: about what a tab that is left open needs. */
export const SESSION_MS = 7 * 24 * 3_600_000;

export interface Sessions {
  /** the cookie's value, and when it ends */
  issue(nowMs: number): { token: string; expiresAt: Date };
  verify(token: string, nowMs: number): boolean;
}

/** Compares without telling by its duration how much was right, whatever the lengths. */
export function equalSecrets(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** A session ends with its time, with a new key, and with another installation. */
export function createSessions({ secret, apiKey }: { secret: string; apiKey: string }): Sessions {
  const sign = (body: string) => createHmac('sha256', secret).update(`page-session\0${apiKey}\0${body}`).digest('hex');
  return {
    issue(nowMs) {
      const expiresAt = new Date(nowMs + SESSION_MS);
      const body = `v1.${expiresAt.getTime()}.${randomBytes(16).toString('hex')}`;
      return { token: `${body}.${sign(body)}`, expiresAt };
    },
    verify(token, nowMs) {
      const match = /^(v1\.(\d{1,16})\.[0-9a-f]{32})\.([0-9a-f]{64})$/.exec(token);
      if (match?.[1] === undefined || match[3] === undefined) return false;
      return equalSecrets(match[3], sign(match[1])) && Number(match[2]) > nowMs;
    },
  };
}
