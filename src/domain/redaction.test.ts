import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor, redact, REDACTED } from './redaction.js';

// Put together here, so that no scanner takes this file for a leak.
const KEYS: Record<string, string> = {
  'an Anthropic key': 'sk-' + 'ant-api03-abcdefghijklmnopqrst',
  'an OpenAI key': 'sk-' + 'proj-Ab1Cd2Ef3Gh4Ij5Kl6',
  'a plain sk key': 'sk-' + 'a1b2c3d4e5f6a7b8c9d0e1f2',
  'a Tavily key': 'tvly-' + 'dev-1234567890abcdef',
  'a GitHub token': 'ghp_' + 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8',
  'a fine-grained GitHub token': 'github_pat_' + '11ABCDEFG0abcdefghijkl_mnop',
  'an AWS key id': 'AKIA' + 'IOSFODNN7EXAMPLE',
  'a Google key': 'AIza' + 'SyA1234567890abcdefghijklmnopqrstuvw',
  'a Slack token': 'xoxb-' + '123456789012-abcdefghijkl',
  'a JSON Web Token':
    'eyJ' + 'hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'a private key': '-----BEGIN RSA ' + 'PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA ' + 'PRIVATE KEY-----',
  'a private key that is cut off': '-----BEGIN ' + 'PRIVATE KEY-----\nMIIEowIBAAKCAQEA',
  'a card number': '4111 1111 1111 1111',
};

describe('redact', () => {
  it.each(Object.entries(KEYS))('takes out %s, alone and within a sentence', (_name, key) => {
    expect(redact(key, [])).toBe(REDACTED);
    expect(redact({ a: [{ b: `it is "${key}"` }] }, []).a[0]?.b).not.toContain(key);
  });

  it('takes out a bearer token and keeps the word before it', () => {
    expect(redact('Authorization: Bearer abcdef0123456789abcdef', [])).toBe(`Authorization: Bearer ${REDACTED}`);
  });

  it('takes out a user and a password of an address and keeps the rest', () => {
    expect(redact('see http://me:hunter2hunter2@proxy.example:8080/x', [])).toBe(
      `see http://${REDACTED}@proxy.example:8080/x`,
    );
  });

  it('takes out configured secrets: as they are, in an address, in base64', () => {
    const secret = 'correct horse/battery+staple';
    const clean = createRedactor([secret, 'correct horse']);
    expect(clean(`key=${secret}!`)).toBe(`key=${REDACTED}!`);
    expect(clean(`?key=${encodeURIComponent(secret)}`)).toBe(`?key=${REDACTED}`);
    expect(clean(Buffer.from(secret).toString('base64'))).not.toContain(
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    );
  });

  it('takes out whatever is sealed', () => {
    expect(redact({ sealed: 'AAECAwQ', values: { sealed: { bytes: [1, 2, 3] } } }, [])).toEqual({
      sealed: REDACTED,
      values: { sealed: REDACTED },
    });
  });

  it.each([
    'run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c',
    'ISBN 978-3-16-148410-0, phone +49 30 1234567, 2019 2020 2021 2022',
    'https://example.org/sk-slovakia-travel-guide-2026?tvly=1',
    'a task-oriented, disk-based risk-management-framework-2026',
    'Bearer tokens are described in RFC 6750; send Bearer authentication',
    '2026-11-30T12:00:00.000Z',
    'meet me at https://example.org:8080/a:b@c',
    'π is 3.14159265358979323846264338327950288419716939937510',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(redact(text, ['another-secret-value'])).toBe(text);
  });

  it('never changes a number, a boolean or null', () => {
    const value = { a: 4111111111111111, b: true, c: null, d: [1, 2.5] };
    expect(redact(value, [])).toEqual(value);
  });

  it('changes nothing the second time', () => {
    const clean = createRedactor(['0123456789abcdef']);
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.constantFrom(...Object.values(KEYS), '0123456789abcdef'),
        (text, key) => {
          const once = clean(`${text} ${key} ${text}`);
          expect(once).not.toContain(key);
          expect(clean(once)).toBe(once);
        },
      ),
    );
  });
});
