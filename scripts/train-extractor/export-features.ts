/**
 * Writes the rows that the filter is trained on, computed by the very code that runs in the product.
 *
 *   node --import tsx scripts/train-extractor/export-features.ts DATA_DIR OUT_DIR
 *     first pass: `rows.f32` (a row per block, little endian), `names.json` (names of its columns) and
 *     `pages.jsonl` (a line per page: id, type, host, truth, text of each block in row order)
 *   node --import tsx scripts/train-extractor/export-features.ts DATA_DIR OUT_DIR SCORES
 *     second pass: `rows2.f32` and `names2.json`, the columns that the first pass's scores (a float32
 *     per row in the file SCORES) add
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BlockFeatures, MAX_FEATURES } from '../../src/adapters/extraction/block-features.js';
import { BlockTokens } from '../../src/adapters/extraction/block-tokens.js';
import { FeatureRow } from '../../src/adapters/extraction/feature-row.js';
import { collectFacts, parseUrl } from '../../src/adapters/extraction/page-facts.js';
import { parseHtml, type ParsedHtml } from '../../src/adapters/extraction/parse-html.js';
import { ScoreFeatures } from '../../src/adapters/extraction/second-pass.js';
import { collectBlocks, type PageBlocks } from '../../src/adapters/extraction/text-blocks.js';
import { readPages, type LabelledPage } from './read-pages.js';

type Writer = (index: number, row: FeatureRow) => void;

const [dataDir, outDir, scoresFile] = process.argv.slice(2);
if (dataDir === undefined || outDir === undefined) {
  throw new Error('usage: export-features.ts DATA_DIR OUT_DIR [SCORES]');
}
mkdirSync(outDir, { recursive: true });
const suffix = scoresFile === undefined ? '' : '2';
const rows = openSync(join(outDir, `rows${suffix}.f32`), 'w');
const lines = openSync(join(outDir, `pages${suffix}.jsonl`), 'w');
const row = new FeatureRow(new Float32Array(MAX_FEATURES));
const scores =
  scoresFile === undefined ? new Float32Array() : new Float32Array(new Uint8Array(readFileSync(scoresFile)).buffer);
let from = 0;
for (const labelled of readPages(dataDir)) {
  const parsed = parseHtml(labelled.html, { maxNodes: 1_000_000, maxDepth: 512 });
  const page = collectBlocks(parsed.root);
  writeRows(page, scoresFile === undefined ? firstPass(page, parsed, labelled) : secondPass(page));
  writeSync(lines, `${JSON.stringify(described(labelled, page))}\n`);
}
closeSync(rows);
closeSync(lines);
writeFileSync(join(outDir, `names${suffix}.json`), JSON.stringify(row.names));

function firstPass(page: PageBlocks, parsed: ParsedHtml, { url }: LabelledPage): Writer {
  const features = new BlockFeatures(page, collectFacts(parsed, url));
  return (index, into) => {
    features.write(index, into);
  };
}

function secondPass(page: PageBlocks): Writer {
  const features = new ScoreFeatures(page, scores.subarray(from, from + page.blocks.length));
  from += page.blocks.length;
  return (index, into) => {
    into.begin();
    features.addTo(into, index);
  };
}

function writeRows({ blocks }: PageBlocks, write: Writer): void {
  const parts = blocks.map((block) => {
    write(block.index, row);
    return row.values.slice(0, row.length);
  });
  for (const part of parts) writeSync(rows, new Uint8Array(part.buffer));
}

/** Tokens of each block, by kind, parted by tabs. */
function tokensOf(page: PageBlocks): string[] {
  const tokens = new BlockTokens(page);
  return page.blocks.map((block) => {
    const found: string[] = [];
    tokens.visit(block, (kind, token) => found.push(`${String(kind)}${token}`));
    return found.join('\t');
  });
}

function described({ id, type, url, main }: LabelledPage, page: PageBlocks): object {
  const texts = page.blocks.map((block) => block.text);
  return { id, type, host: parseUrl(url)?.hostname ?? id, main, texts, tokens: tokensOf(page) };
}
