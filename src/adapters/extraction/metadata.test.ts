import { describe, expect, it } from '@jest/globals';
import { readMetadata } from './metadata.js';
import { needsBrowser } from './needs-browser.js';
import { collectFacts } from './page-facts.js';
import { parseHtml } from './parse-html.js';
import { collectBlocks } from './text-blocks.js';

const parse = (html: string) => parseHtml(html, { maxNodes: 100_000, maxDepth: 100 });
const read = (html: string) => readMetadata(collectFacts(parse(html), 'https://s.example/p/q'));

describe('readMetadata', () => {
  it.each([
    ['<title>A walk | The Site</title><meta property="og:site_name" content="The Site">', 'A walk'],
    ['<title>The Site - A walk</title><meta property="og:site_name" content="The Site">', 'A walk'],
    ['<title>A walk — someone’s pages</title><h1>A walk</h1>', 'A walk'],
    ['<title>Rust: a story - part two</title>', 'Rust: a story - part two'],
    ['<h1>Only a heading</h1>', 'Only a heading'],
  ])('titles %s', (html, title) => {
    expect(read(html).title).toBe(title);
  });

  it.each([
    ['<meta property="article:published_time" content="2024-05-06T07:08:09+02:00">', '2024-05-06T05:08:09.000Z'],
    ['<meta name="date" content="2024/05/06">', '2024-05-06'],
    ['<time datetime="2024-05-06">6 May</time>', '2024-05-06'],
    ['<time>May 6, 2024</time>', '2024-05-06'],
    ['<time datetime="2024-05-06"></time><time datetime="2023-01-01"></time>', null],
    ['<meta name="date" content="soon">', null],
  ])('dates %s', (html, date) => {
    expect(read(html).publishedAt).toBe(date);
  });

  it('reads JSON-LD in a graph, with a list of authors and line breaks in a text', () => {
    const json =
      '{"@graph":[{"@type":"WebSite","name":"S"},{"@type":"BlogPosting","author":[{"name":"A"},{"name":"B"}],"dateModified":"2025-01-02","description":"one\ntwo"}]}';
    expect(read(`<script type="application/ld+json">${json}</script>`)).toMatchObject({
      author: 'A, B',
      modifiedAt: '2025-01-02',
      siteName: 'S',
    });
  });

  it.each([
    ['0; url=/next', 'https://s.example/next'],
    ["5;URL='https://t.example/'", 'https://t.example/'],
    ['300; url=/later', null],
    ['5', null],
    ['0; url=javascript:alert(1)', null],
  ])('follows a refresh of %j to %j', (content, target) => {
    expect(read(`<meta http-equiv="refresh" content="${content}">`).metaRefresh).toBe(target);
  });

  it('resolves canonical and AMP links against the base and takes no other schemes', () => {
    const html = '<base href="/deep/"><link rel="canonical" href="c"><link rel="amphtml" href="javascript:x">';
    expect(read(html)).toMatchObject({ canonicalUrl: 'https://s.example/deep/c', ampUrl: null });
  });
});

describe('needsBrowser', () => {
  const reason = (html: string): string | null => {
    const parsed = parse(html);
    return needsBrowser(parsed, collectBlocks(parsed.root), null);
  };
  const script = `<script>${'x();'.repeat(500)}</script>`;
  const words = 'word '.repeat(150);

  it.each([
    ['a mount point without text', `<div id="root"></div>${script}`, 'script_shell'],
    [
      'a page that asks for JavaScript',
      `<p>Please enable JavaScript to view this page.</p>${script}`,
      'enable_javascript',
    ],
    ['a body with scripts alone', `<body>${script}</body>`, 'empty_body_large_scripts'],
    ['a check of the browser', `<h1>Just a moment...</h1>${script}`, 'challenge'],
    ['a mount point that holds its text', `<div id="root"><p>${words}</p></div>${script}`, null],
    ['text beside a noscript that asks', `<p>${words}</p><noscript>Enable JavaScript.</noscript>${script}`, null],
    ['a short page without scripts', '<p>Moved to the hill.</p>', null],
  ])('says of %s: %s', (_, html, expected) => {
    expect(reason(html)).toBe(expected);
  });
});
