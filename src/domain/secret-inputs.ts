/** Inputs of a task stay in its history: what is secret is asked for by a gate instead, when it is needed. */
import { findCardNumbers, holdsIban } from './payment-numbers.js';

// One word of the name is enough: `card_number`, `userPassword`, `PIN`.
const SECRET_WORDS = new Set(
  (
    'password passwort passwd passphrase passcode pwd kennwort pin otp totp mfa 2fa card creditcard cardnumber ' +
    'kreditkarte cvc cvv csc cvc2 cvv2 iban secret token apikey'
  ).split(' '),
);
const SECRET_PHRASES =
  /pass(?:word|code|phrase)|(?:credit|debit|bank)card|cardnumber|(?:one|single)time(?:code|password)|securitycode|apikey|privatekey/;

function words(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Is this the name of something that may not stand in a run's inputs? */
export function isSecretName(name: string): boolean {
  const parts = words(name);
  return parts.some((word) => SECRET_WORDS.has(word)) || SECRET_PHRASES.test(parts.join(''));
}

/** What of a value forbids it as an input, or null: a payment card number or an IBAN. */
export function secretValueKind(value: string): 'card number' | 'IBAN' | null {
  if (findCardNumbers(value).length > 0) return 'card number';
  return holdsIban(value) ? 'IBAN' : null;
}
