import { createHash, createHmac, randomBytes } from 'node:crypto';

/** `run_` and 128 random bits: nobody guesses one. */
export function randomRunId(): string {
  return `run_${randomBytes(16).toString('hex')}`;
}

/** The same caller and Idempotency-Key always name the same run, in this installation only. */
export function runIdForKey(installationSecret: string, caller: string, idempotencyKey: string): string {
  const digest = createHmac('sha256', installationSecret).update(`${caller}\0${idempotencyKey}`).digest('hex');
  return `run_${digest.slice(0, 32)}`;
}

/** JSON with sorted names: two bodies that mean the same give the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}

/** SHA-256 of the canonical JSON, hex. */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}
