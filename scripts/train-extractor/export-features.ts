/**
 * Writes the rows that the filter is trained on, computed by the very code that runs in the product.
 *
 *   node --import tsx scripts/train-extractor/export-features.ts DATA_DIR OUT_DIR
 *
 * OUT_DIR gets `rows.f32` (a row per block, little endian), `names.json` (names of its columns, and of the
 * values of a page) and `pages.jsonl` (a line per page: id, type, host, truth, its own values; text and
 * tokens of each block in row order).
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BlockFeatures, MAX_FEATURES } from '../../src/adapters/extraction/block-features.js';
import { BlockTokens, type TakeToken } from '../../src/adapters/extraction/block-tokens.js';
import { FeatureRow } from '../../src/adapters/extraction/feature-row.js';
import { collectFacts, parseUrl } from '../../src/adapters/extraction/page-facts.js';
import { parseHtml } from '../../src/adapters/extraction/parse-html.js';
import { collectBlocks, type Container, type PageBlocks } from '../../src/adapters/extraction/text-blocks.js';
import { readPages } from './read-pages.js';

const [dataDir, outDir] = process.argv.slice(2);
if (dataDir === undefined || outDir === undefined) throw new Error('usage: export-features.ts DATA_DIR OUT_DIR');
mkdirSync(outDir, { recursive: true });
const rows = openSync(join(outDir, 'rows.f32'), 'w');
const lines = openSync(join(outDir, 'pages.jsonl'), 'w');
const row = new FeatureRow(new Float32Array(MAX_FEATURES));
let pageNames: readonly string[] = [];
for (const { id, type, url, main, html } of readPages(dataDir)) {
  const parsed = parseHtml(html, { maxNodes: 1_000_000, maxDepth: 512 });
  const page = collectBlocks(parsed.root);
  const features = new BlockFeatures(page, collectFacts(parsed, url));
  for (const block of page.blocks) {
    features.write(block.index, row);
    writeSync(rows, new Uint8Array(row.values.buffer, 0, row.length * 4));
  }
  const { names, values } = features.pageFeatures;
  pageNames = names;
  const texts = page.blocks.map((block) => block.text);
  const host = parseUrl(url)?.hostname ?? id;
  writeSync(lines, `${JSON.stringify({ id, type, host, main, values: [...values], texts, tokens: tokensOf(page) })}\n`);
}
closeSync(rows);
closeSync(lines);
writeFileSync(join(outDir, 'names.json'), JSON.stringify({ block: row.names, page: pageNames }));

/** Tokens of each block, parted by tabs. */
function tokensOf(page: PageBlocks): string[] {
  const tokens = new BlockTokens(page);
  return page.blocks.map((block) => {
    const found: string[] = [];
    const take: TakeToken = (_, token) => {
      found.push(token);
    };
    tokens.ofText(block, take);
    tokens.ofPlace(block.container, take);
    for (let c: Container | null = block.container; c !== null; c = c.parent) tokens.ofChain(c, take);
    return found.join('\t');
  });
}
