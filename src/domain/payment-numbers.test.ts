import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findCardNumbers, holdsIban, passesLuhn } from './payment-numbers.js';

const found = (text: string) => findCardNumbers(text).map(({ start, end }) => text.slice(start, end));

describe('findCardNumbers', () => {
  it.each([
    ['Visa', '4111111111111111'],
    ['Visa of 13 digits', '4222222222222'],
    ['Mastercard in fours', '5555 5555 5555 4444'],
    ['Mastercard of the second range', '2223003122003222'],
    ['American Express', '378282246310005'],
    ['American Express as printed', '3782 822463 10005'],
    ['Discover with hyphens', '6011-1111-1111-1117'],
    ['JCB', '3530111333300000'],
    ['Diners Club as printed', '3056 930902 5904'],
    ['dots', '4111.1111.1111.1111'],
    ['narrow spaces', '4111\u202f1111\u202f1111\u202f1111'],
  ])('finds %s', (_name, card) => {
    expect(found(card)).toEqual([card]);
    expect(found(`pay with ${card}, please`)).toEqual([card]);
  });

  it('finds a card that an expiry date or another card follows', () => {
    expect(found('4111111111111111 12/29 123')).toEqual(['4111111111111111']);
    expect(found('4111 1111 1111 1111 5555 5555 5555 4444')).toEqual(['4111 1111 1111 1111', '5555 5555 5555 4444']);
    expect(found('no 7, 4111 1111 1111 1111')).toEqual(['4111 1111 1111 1111']);
    expect(found('card4111111111111111')).toEqual(['4111111111111111']);
  });

  it.each([
    ['a card with one wrong digit', '4111111111111112'],
    ['an ISBN', '978-3-16-148410-0'],
    ['an ISBN without hyphens', '9783161484100'],
    ['a time stamp in milliseconds', '1764500000000'],
    ['a phone number', '+49 30 5550 1234 567'],
    ['an international number without spaces', '+4111111111111111'],
    ['years', '2019 2020 2021 2022'],
    ['an IMEI', '490154203237518'],
    ['a run id', 'run_00411111111111111100ab5c5d5e5f60'],
    ['a fraction', '0.4111111111111111'],
    ['a number of 20 digits', '41111111111111111111'],
    ['a price list', '1000 2000 3000 4000'],
  ])('leaves %s alone', (_name, text) => {
    expect(found(text)).toEqual([]);
  });

  it('finds every card with a right check digit, wherever it stands', () => {
    const visa = fc.integer({ min: 0, max: 99_999_999_999_999 }).map((n) => {
      const body = `4${String(n).padStart(14, '0')}`;
      return [...'0123456789'].map((check) => body + check).find(passesLuhn) ?? '';
    });
    fc.assert(
      fc.property(visa, fc.constantFrom('', ' ', 'x: ', '"', '(', '\n'), (card, before) => {
        expect(found(`${before}${card}${before}`)).toEqual([card]);
        expect(found(card.replace(/(.{4})(?=.)/g, '$1 '))).toEqual([card.replace(/(.{4})(?=.)/g, '$1 ')]);
      }),
    );
  });

  it('takes linear time for long runs of digits and separators', () => {
    const text = '4 '.repeat(100_000) + '4'.repeat(100_000);
    expect(found(text)).toEqual([]);
  });
});

describe('holdsIban', () => {
  it('knows an IBAN together and in groups', () => {
    expect(holdsIban('DE89370400440532013000')).toBe(true);
    expect(holdsIban('to gb29 nwbk 6016 1331 9268 19 please')).toBe(true);
    expect(holdsIban('NO9386011117947')).toBe(true);
  });

  it('leaves other codes alone', () => {
    expect(holdsIban('DE89370400440532013001')).toBe(false);
    expect(holdsIban('VIN WVWZZZ1JZXW000001 and ISIN US0378331005')).toBe(false);
  });
});
