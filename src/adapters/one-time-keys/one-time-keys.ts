import { randomBytes } from 'node:crypto';
import type { OfferedKey, Secret } from '../../contracts/gates.js';
import { readSecret, sealedParts, sealingInfo } from '../../domain/sealed-format.js';
import type { KeyPurpose, OneTimeKeys } from '../../ports/one-time-keys.js';
import { createSuite, fromBase64Url, toBase64Url } from '../../sealing/hpke.js';

/** A person types a password within this time, or asks for another key. */
export const KEY_LIFE_MS = 10 * 60_000;
/** Unused keys that are kept at once; the oldest goes first. */
const MOST_KEYS = 1_000;

interface Kept {
  readonly pair: CryptoKeyPair;
  readonly purpose: KeyPurpose;
  readonly timer: NodeJS.Timeout;
  /** milliseconds since the epoch */
  readonly expiresAt: number;
}

export interface OneTimeKeysOptions {
  readonly lifeMs?: number;
  readonly now?: () => number;
}

/** Private keys stand in this process's memory alone and cannot be exported. */
export function createOneTimeKeys({ lifeMs = KEY_LIFE_MS, now = Date.now }: OneTimeKeysOptions = {}): OneTimeKeys {
  const suite = createSuite();
  const kept = new Map<string, Kept>();

  const erase = (keyId: string): Kept | undefined => {
    const key = kept.get(keyId);
    clearTimeout(key?.timer);
    kept.delete(keyId);
    return key;
  };

  async function open(sealed: string, purpose: KeyPurpose): Promise<Secret | null> {
    const parts = sealedParts(sealed);
    const key = parts === null ? undefined : erase(parts.keyId);
    if (parts === null || key === undefined || key.expiresAt <= now() || !isSame(key.purpose, purpose)) return null;
    const info = sealingInfo(named(parts.keyId, purpose)).buffer;
    try {
      const enc = fromBase64Url(parts.enc).buffer;
      const recipient = await suite.createRecipientContext({ recipientKey: key.pair, enc, info });
      const plain = new Uint8Array(await recipient.open(fromBase64Url(parts.ciphertext).buffer));
      const secret = readSecret(plain);
      plain.fill(0);
      return secret;
    } catch {
      // Sealed to another key, or changed on the way; the error's words may not leave.
      return null;
    }
  }

  return {
    open,
    async offer(purpose) {
      const [oldest] = kept.keys();
      if (kept.size >= MOST_KEYS && oldest !== undefined) erase(oldest);
      const pair = await suite.kem.generateKeyPair();
      const keyId = randomBytes(12).toString('base64url');
      const timer = setTimeout(() => erase(keyId), lifeMs);
      timer.unref();
      const expiresAt = now() + lifeMs;
      kept.set(keyId, { pair, purpose, timer, expiresAt });
      return {
        ...named(keyId, purpose),
        public_key: toBase64Url(await suite.kem.serializePublicKey(pair.publicKey)),
        expires_at: new Date(expiresAt).toISOString(),
      } satisfies OfferedKey;
    },
  };
}

const named = (key_id: string, { runId: run_id, gateId: gate_id, origin }: KeyPurpose) => ({
  key_id,
  run_id,
  gate_id,
  origin,
});

const isSame = (a: KeyPurpose, b: KeyPurpose): boolean =>
  a.runId === b.runId && a.gateId === b.gateId && a.origin === b.origin;
