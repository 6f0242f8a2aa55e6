/** What is sealed, and to what it is bound. Shared by the page, the command line, the API and the worker that opens it. */
import type { OfferedKey, Secret } from '../contracts/gates.js';

/** Sealed secrets are multiples of this long, bytes: their length tells nothing of a password. */
const BLOCK_BYTES = 512;
/** A password longer than this is no password, characters. */
const MOST_CHARACTERS = 1_000;

/** HPKE's `info`: opened under any other run, gate or origin, the bytes stay closed. */
export const sealingInfo = ({ run_id, gate_id, origin, key_id }: Omit<OfferedKey, 'public_key' | 'expires_at'>) =>
  new TextEncoder().encode(JSON.stringify(['synthetic-api/sealed/v1', run_id, gate_id, origin, key_id]));

/** JSON, filled up with spaces, which a parser passes over. */
export function padSecret({ email, password, code }: Secret): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify({ email, password, code }));
  const padded = new Uint8Array(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES).fill(0x20);
  padded.set(bytes);
  return padded;
}

/** @returns null when the bytes are not what `padSecret` makes */
export function readSecret(bytes: Uint8Array): Secret | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const names = ['email', 'password', 'code'] as const;
  const fields = value as Record<string, unknown>;
  const known = Object.keys(fields).every((name) => (names as readonly string[]).includes(name));
  return known && names.every((name) => fields[name] === undefined || isShortText(fields[name])) ? fields : null;
}

const isShortText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS;

/** `v1.<key id>.<encapsulated key>.<ciphertext>` */
export const sealedText = (keyId: string, enc: string, ciphertext: string): string =>
  `v1.${keyId}.${enc}.${ciphertext}`;

export function sealedParts(sealed: string): { keyId: string; enc: string; ciphertext: string } | null {
  const [version, keyId, enc, ciphertext, more] = sealed.split('.');
  if (version !== 'v1' || !keyId || !enc || !ciphertext || more !== undefined) return null;
  return { keyId, enc, ciphertext };
}
