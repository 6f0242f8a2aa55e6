import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HtmlTooComplexError } from './errors.js';
import { extractHtml, type ExtractedPage } from './extract-html.js';

const url = 'https://site.example/a/b?c=d';
const sentence = 'A plain sentence of this page, long enough to count as content for anyone who reads it here.';
const article = `<article><h1>Title here</h1>${`<p>${sentence}</p>`.repeat(5)}</article>`;

/** Reads or refuses with the one error that is allowed. */
function readOrRefuse(html: string): ExtractedPage | null {
  try {
    return extractHtml(html, url);
  } catch (error) {
    if (error instanceof HtmlTooComplexError) return null;
    throw error;
  }
}

describe('hostile HTML', () => {
  it('reads text that lies 100,000 elements deep', () => {
    const page = extractHtml(`${article}${'<div>'.repeat(100_000)}deep words${'</div>'.repeat(100_000)}`, url);
    expect(page.text).toContain(sentence);
  });

  it('reads the article behind 100,000 elements that are never closed', () => {
    expect(extractHtml(`${'<span>'.repeat(100_000)}${article}`, url).text).toContain(sentence);
  });

  it('gets through a stray end tag two million times', () => {
    expect(
      readOrRefuse(`<i><div>${'<span>'.repeat(500)}${'</i></p>'.repeat(1_000_000)}${article}`),
    ).not.toBeUndefined();
  });

  it('refuses more nodes than allowed and names the bound', () => {
    const million = '<b>x</b>'.repeat(600_000);
    expect(() => extractHtml(million, url)).toThrow(
      expect.objectContaining({ type: 'HtmlTooComplex', cap: 'nodes', limit: 1_000_000 }),
    );
  });

  it('refuses more text than allowed', () => {
    expect(() => extractHtml(`<p>${sentence.repeat(50)}</p>`, url, { maxTextBytes: 100 })).toThrow(
      expect.objectContaining({ cap: 'text', limit: 100 }),
    );
  });

  it('reads a page of 400,000 blocks', () => {
    expect(readOrRefuse(`${article}${'<p>word'.repeat(400_000)}`)?.text).toContain('word');
  });

  it('reads past an attribute of ten megabytes', () => {
    expect(extractHtml(`<div class="${'x y '.repeat(2_500_000)}" id=a>${article}</div>`, url).text).toContain(sentence);
  });

  it('leaves NUL bytes out and keeps what is around them', () => {
    const page = extractHtml(`<\0p>${article.replaceAll(' ', '\0 ')}`, url);
    expect(page.text).toContain(sentence);
    expect(page.text).not.toContain('\0');
  });

  it('reads what follows a CDATA mark, as browsers do', () => {
    expect(extractHtml(`<body><![CDATA[ <i>x</i>${article}</body>`, url).text).toContain(sentence);
  });

  it.each(['<svg><path d="M0">', '<iframe src=x>', '<script src=x />', '<video controls>'])(
    'reads what follows an unclosed %s',
    (opening) => {
      expect(extractHtml(`<body>${opening}<body><main>${article}</main></body>`, url).text).toContain(sentence);
    },
  );

  it('ends a head whose noscript was never closed where the body begins', () => {
    expect(extractHtml(`<html><head><noscript><body><main>${article}</main></body>`, url).text).toContain(sentence);
  });

  it.each(['', ' ', '<', '<!', '<!--', '<a href', '&', '&#xFFFFFFFF;', '\ud800', '<html>', '<table><tr><td>'])(
    'reads %j as a page without text',
    (html) => {
      expect(extractHtml(html, 'not an address')).toMatchObject({ how: 'learned', links: [], canonicalUrl: null });
    },
  );
});

const shared = join(process.env['SHARED_DIR'] ?? '../shared', 'data/wcxb/html');
const available = existsSync(shared);
const files = available ? readdirSync(shared).sort() : [];
const pageOf = (at: number): string =>
  files.length === 0
    ? article
    : gunzipSync(readFileSync(join(shared, files[at % files.length] ?? '')))
        .toString('utf8')
        .slice(0, 400_000);

type Mutation = (html: string) => string;

const cutPoint = fc.double({ min: 0, max: 1, noNaN: true });
const at = (html: string, share: number): number => Math.floor(html.length * share);
const tags = fc.constantFrom(
  '<div>',
  '</div>',
  '<table>',
  '</p>',
  '<svg>',
  '<script>',
  '<!--',
  '<template>',
  '<pre>',
  '</body>',
  '<select>',
  '<li>',
  '<![CDATA[',
  '<a href="',
  '<style>',
  '<textarea>',
  '<noscript>',
  '<title>',
);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  cutPoint.map(
    (share): Mutation =>
      (html) =>
        html.slice(0, at(html, share)),
  ),
  cutPoint.map(
    (share): Mutation =>
      (html) =>
        html.slice(at(html, share)),
  ),
  fc.tuple(cutPoint, cutPoint).map(
    ([a, b]): Mutation =>
      (html) =>
        html + html.slice(at(html, Math.min(a, b)), at(html, Math.max(a, b))),
  ),
  fc.tuple(cutPoint, tags, fc.integer({ min: 1, max: 200 })).map(
    ([share, tag, times]): Mutation =>
      (html) =>
        html.slice(0, at(html, share)) + tag.repeat(times) + html.slice(at(html, share)),
  ),
  fc.tuple(cutPoint, fc.string({ unit: 'binary', maxLength: 400 })).map(
    ([share, bytes]): Mutation =>
      (html) =>
        html.slice(0, at(html, share)) + bytes + html.slice(at(html, share)),
  ),
  tags.map(
    (tag): Mutation =>
      (html) =>
        html.replaceAll('</div>', tag),
  ),
  fc.constant<Mutation>((html) => html.replaceAll('"', '')),
);

// With the labelled pages at hand these are mutated; otherwise a page of our own is.
describe(`extraction of mutated pages (${available ? 'real ones' : 'own: SHARED_DIR has no data'})`, () => {
  it('ends with a page whose offsets fit its text, or with the one error allowed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_045 }), fc.array(mutation, { minLength: 1, maxLength: 3 }), (which, mutations) => {
        const page = readOrRefuse(mutations.reduce((html, mutate) => mutate(html), pageOf(which)));
        if (page === null) return;
        for (const { start, level } of page.headings)
          expect(page.text.slice(start)).toMatch(new RegExp(`^#{${String(level)}} `));
        expect(page.links.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 150 },
    );
  });
});
