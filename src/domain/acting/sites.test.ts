import { describe, expect, it } from '@jest/globals';
import { isWithin, siteOf } from './sites.js';

describe('the site of a task', () => {
  it.each<[string, string, boolean]>([
    ['https://www.example.co.uk/a', 'https://shop.example.co.uk/b', true],
    ['https://www.example.co.uk/a', 'https://other.co.uk/', false],
    ['https://ada.github.io/', 'https://eve.github.io/', false],
    ['https://example.com/', 'https://example.com.evil.net/', false],
    ['https://example.com/', 'https://examp1e.com/', false],
    ['http://example.com/', 'https://example.com/', true],
    ['https://example.com/', 'data:text/html,hi', false],
    ['https://example.com/', 'javascript:alert(1)', false],
    ['https://example.com/', 'blob:https://example.com/1', false],
    ['https://example.com/', 'file:///etc/passwd', false],
    ['https://example.com/', 'https://user@example.com/', false],
    ['https://example.com/', 'https://example.com/@ada', true],
    ['https://example.com/', 'about:blank', true],
    ['https://example.com/', 'https://', false],
    ['http://127.0.0.1:4200/', 'http://127.0.0.1:4200/pro', true],
    ['http://127.0.0.1:4200/', 'http://127.0.0.1:4201/', false],
    ['http://target:4200/', 'http://target:4200/x', true],
    ['https://bücher.example.de/', 'https://xn--bcher-kva.example.de/', true],
  ])('of %s holds %s: %s', (task, address, within) => {
    expect(isWithin(address, [siteOf(task) ?? ''])).toBe(within);
  });
});
