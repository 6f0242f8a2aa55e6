import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { HtmlTooComplexError } from './errors.js';
import { extractHtml } from './extract-html.js';
import { extractWithFallback } from './extract-with-fallback.js';

const url = 'https://town.example/bridge';
const paragraph = 'The old bridge was closed on Monday after a beam was found to be cracked along its whole length.';
const html = `<html><head><title>Bridge closed</title></head><body><div class="menu"><a href="/a">Home</a></div>
<article><h1>Bridge closed</h1>${`<p>${paragraph} ${paragraph}</p>`.repeat(6)}</article></body></html>`;
const folder = mkdtempSync(join(tmpdir(), 'extraction-'));

function modelFile(name: string, content: string): URL {
  const file = join(folder, name);
  writeFileSync(file, content);
  return pathToFileURL(file);
}

describe('extractWithFallback', () => {
  it('uses the learned filter while its model is there', async () => {
    expect((await extractWithFallback(html, url)).how).toBe('learned');
  });

  it.each([
    ['missing', pathToFileURL(join(folder, 'none.model.json'))],
    ['cut short', modelFile('cut.model.json', '{"format":3,"ensemble":{"trees":1')],
    ['of another format', modelFile('other.model.json', '{"format":99}')],
    [
      'made for other features',
      modelFile('features.model.json', '{"format":3,"trainedOn":"","features":["a"],"ensemble":{}}'),
    ],
  ])('falls back to rules when the model is %s', async (_, model) => {
    const page = await extractWithFallback(html, url, { modelFile: model });
    expect(page.how).toBe('rules');
    expect(page.title).toBe('Bridge closed');
    expect(page.text).toContain(paragraph);
    expect(() => extractHtml(html, url, { modelFile: model })).toThrow();
  });

  it('does not hide that a page is too large behind the fallback', async () => {
    await expect(extractWithFallback('<b>x</b>'.repeat(50), url, { maxNodes: 20 })).rejects.toThrow(
      HtmlTooComplexError,
    );
  });
});
