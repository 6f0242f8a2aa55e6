import type { OfferedKey, Secret } from '../contracts/gates.js';

/** What a key is made for. */
export interface KeyPurpose {
  readonly runId: string;
  readonly gateId: string;
  /** the only origin on which what is sealed may be typed */
  readonly origin: string;
}

/** Keys that exist in the memory of one process: a restart forgets them, and nothing sealed to them can be read again. */
export interface OneTimeKeys {
  offer(purpose: KeyPurpose): Promise<OfferedKey>;
  /** Opens once: the key is erased whether or not the bytes fit. @returns null when the key is gone or does not fit */
  open(sealed: string, purpose: KeyPurpose): Promise<Secret | null>;
}
