import { describe, expect, it } from '@jest/globals';
import { checkHost, checkUrl, describeRefusal, EGRESS_REFUSALS, isPublicAddress } from './egress.js';

const policy = { allowedPorts: [80, 443], allowedPrivateHosts: ['127.0.0.1:8080', 'Demo.internal:80', '[::1]:9000'] };
const verdict = (raw: string): string => {
  const judged = checkUrl(raw, policy);
  return judged.allowed ? 'allowed' : judged.refusal;
};

describe('an address', () => {
  it.each([
    ['http://exam ple.com/', 'malformed'],
    ['http://example.com/\t', 'malformed'],
    ['http:\\\\example.com', 'malformed'],
    ['/relative', 'malformed'],
    ['http://', 'malformed'],
    ['javascript:alert(1)', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['http://user:pass@example.com/', 'userinfo'],
    ['http://@example.com/', 'userinfo'],
    ['http://example.com:8080/', 'port'],
    ['http://example.com:0/', 'port'],
    ['http://localhost/', 'special_name'],
    ['http://LOCALHOST./', 'special_name'],
    ['http://printer/', 'special_name'],
    ['http://metadata.google.internal/', 'special_name'],
    ['http://1.0.0.127.in-addr.arpa/', 'special_name'],
    ['http://2130706433/', 'private_address'],
    ['http://0x7f.1/', 'private_address'],
    ['http://①②⑦.⓪.⓪.①/', 'private_address'],
    ['http://127.0.0.1./', 'private_address'],
    ['http://168.63.129.16/', 'private_address'],
    ['http://[::7f00:1]/', 'private_address'],
    ['http://[64:ff9b::808:808]/', 'private_address'],
    ['http://[2002:808:808::]/', 'private_address'],
  ])('%s is refused: %s', (raw, refusal) => {
    expect(verdict(raw)).toBe(refusal);
  });

  it.each([
    'http://8.8.8.8/',
    'https://www.example.com./a?u=http://127.0.0.1/#@x',
    'https://www.example.com/user@10.0.0.1/',
    'https://127.0.0.1.example/',
    'http://[2606:4700:4700::1111]/',
    'https://bücher.example/',
    'http://example.com:443/',
  ])('%s is allowed', (raw) => {
    expect(verdict(raw)).toBe('allowed');
  });

  it('opened by hand is allowed on its port alone, whatever it is', () => {
    expect(verdict('http://127.0.0.1:8080/')).toBe('allowed');
    expect(verdict('http://demo.INTERNAL/')).toBe('allowed');
    expect(verdict('http://[::1]:9000/')).toBe('allowed');
    expect(verdict('http://127.0.0.1:8081/')).toBe('port');
    expect(verdict('https://demo.internal/')).toBe('special_name');
    expect(verdict('http://a:b@127.0.0.1:8080/')).toBe('userinfo');
  });
});

it('a host is judged with and without its brackets, and in forms that no parser has straightened', () => {
  expect(checkHost('[::1]', 443, policy)).toEqual({ allowed: false, refusal: 'private_address' });
  expect(checkHost('::1', 443, policy)).toEqual({ allowed: false, refusal: 'private_address' });
  expect(checkHost('127.1', 443, policy)).toEqual({ allowed: false, refusal: 'private_address' });
  expect(checkHost('fe80::1%eth0', 443, policy)).toEqual({ allowed: false, refusal: 'private_address' });
});

it('an answer of the resolver is public only when it is plainly so', () => {
  expect(['93.184.216.34', '2606:2800:220:1::1'].every(isPublicAddress)).toBe(true);
  expect(
    ['', 'x', '10.0.0.1', '100.100.100.200', '::ffff:8.8.8.8', 'fd00::1', '2001:db8::1', '4000::1'].some(
      isPublicAddress,
    ),
  ).toBe(false);
});

it('every refusal has a sentence', () => {
  for (const refusal of EGRESS_REFUSALS) expect(describeRefusal(refusal)).toMatch(/^This address is not opened: .+\.$/);
});
