import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { canonicalUrl } from './canonical-url.js';

describe('the canonical address', () => {
  it.each([
    ['https://Example.com:443/a?utm_source=x&id=7&fbclid=y#top', 'https://example.com/a?id=7'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?b=2&a=1', 'https://example.com/a?b=2&a=1'],
    ['https://example.com/a?q=%20+%C3%A4&gclid=1', 'https://example.com/a?q=%20+%C3%A4'],
    ['https://example.com/#:~:text=hello', 'https://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['nonsense', 'nonsense'],
  ])('of %s is %s', (raw, wanted) => {
    expect(canonicalUrl(raw)).toBe(wanted);
  });

  it('of a canonical address is itself', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(canonicalUrl(canonicalUrl(url))).toBe(canonicalUrl(url));
      }),
    );
  });
});
