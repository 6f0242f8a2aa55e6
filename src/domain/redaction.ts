/** What may never leave the product is taken out of everything that does. */
import { findCardNumbers } from './payment-numbers.js';

export const REDACTED = '[redacted]';

/** A property of this name holds an encrypted answer of a person: its bytes are never shown. */
const SEALED_PROPERTY = 'sealed';

interface Shape {
  readonly pattern: RegExp;
  /** a second look at what the pattern found */
  readonly confirm?: (match: string) => boolean;
}

const hasDigit = (text: string) => /\d/.test(text);
/** Ordinary words with hyphens (`sk-slovakia-guide-2026`) also begin like a key: a key has a long part with digits. */
const hasKeyPart = (text: string) => text.split(/[-_]/).some((part) => part.length >= 12 && hasDigit(part));
const isMixed = (text: string) => /[a-z]/.test(text.slice(3)) && /[A-Z]/.test(text.slice(3)) && hasDigit(text);

// Formats as their issuers document them, the same that public secret scanners look for.
const SHAPES: readonly Shape[] = [
  { pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g },
  { pattern: /(?<![A-Za-z0-9])sk-(?:ant|proj|or|svcacct|admin)-[A-Za-z0-9_-]{8,}/g },
  {
    pattern: /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g,
    confirm: (match) => hasKeyPart(match) || isMixed(match),
  },
  { pattern: /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { pattern: /(?<![A-Za-z0-9])tvly-[A-Za-z0-9_-]{8,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})/g },
  { pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  { pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}/g },
  { pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:hf|npm)_[A-Za-z0-9]{30,}/g, confirm: hasDigit },
  { pattern: /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{16,}/g },
  // A JSON Web Token: two base64url parts that begin like `{"`, and a signature.
  { pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g },
  { pattern: /(?<=\bBearer[ \t]{1,4})[A-Za-z0-9._~+/-]{16,}={0,2}/gi, confirm: hasDigit },
  // user:password@ of an address
  { pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}(?=@)/gi },
];

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, '');
}

/** The ways in which a configured secret may show up: as it is, in an address, in base64. */
function spellings(secret: string): string[] {
  // Half a surrogate pair cannot be written in an address.
  return [secret, encodeURIComponent(secret.replace(/[\ud800-\udfff]/gu, '')), base64(secret)];
}

function secretsPattern(secrets: readonly string[]): RegExp | null {
  const all = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellings))];
  if (all.length === 0) return null;
  // Longest first: one secret may begin with another.
  return new RegExp(
    all
      .sort((a, b) => b.length - a.length)
      .map(escapeForPattern)
      .join('|'),
    'g',
  );
}

function withoutCards(text: string): string {
  let rest = text;
  for (const { start, end } of findCardNumbers(text).reverse())
    rest = rest.slice(0, start) + REDACTED + rest.slice(end);
  return rest;
}

function redactText(text: string, secrets: RegExp | null): string {
  // Nothing that is looked for is shorter.
  if (text.length < 8) return text;
  let clean = secrets === null ? text : text.replace(secrets, REDACTED);
  for (const { pattern, confirm } of SHAPES)
    clean = clean.replace(pattern, (match) => (confirm === undefined || confirm(match) ? REDACTED : match));
  return withoutCards(clean);
}

export type Redactor = <T>(value: T) => T;

/**
 * Makes a function that copies a JSON value without what may not be shown: the given secrets (8 characters or more),
 * keys and tokens by their shape (`sk-…`, `tvly-…`, `ghp_…`, `AKIA…`, JSON Web Tokens, private keys, bearer tokens,
 * passwords in addresses), payment card numbers, and everything sealed.
 *
 * Numbers in the JSON sense are never changed. Within text only what `findCardNumbers` finds is taken out, so ids,
 * phone numbers, ISBN, years and time stamps stay.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const pattern = secretsPattern(secrets);
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value, pattern);
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name === SEALED_PROPERTY && part !== null && part !== undefined ? REDACTED : visit(part),
      ]),
    );
  };
  return <T>(value: T) => visit(value) as T;
}

/** {@link createRedactor}, for one value. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  return createRedactor(secrets)(value);
}
