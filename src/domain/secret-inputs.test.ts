import { describe, expect, it } from '@jest/globals';
import { isSecretName, secretValueKind } from './secret-inputs.js';

const SECRET =
  'password Passwort userPassword pass-code passcode OTP one_time_code pin pinCode card card_number cardNumber ' +
  'creditCardNo cvc CVV2 iban api_key clientSecret';
const ORDINARY = 'name email guests shipping postcode discard spinach promo_code passengers ticket';

describe('isSecretName', () => {
  it.each(SECRET.split(' '))('refuses %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(ORDINARY.split(' '))('accepts %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('secretValueKind', () => {
  it('tells a card number and an IBAN from ordinary values', () => {
    expect(secretValueKind('4111-1111-1111-1111')).toBe('card number');
    expect(secretValueKind('DE89 3704 0044 0532 0130 00')).toBe('IBAN');
    expect(secretValueKind('+49 170 1234567')).toBeNull();
    expect(secretValueKind('12 May 2026, 19:30, two people')).toBeNull();
  });
});
