/**
 * How well and how fast the main content of real pages is read, beside two published extractors.
 *
 *   npm run bench:extraction -- [--data DIR] [--json] [--cross-validate [--folds DIR]] [--ours] [--results FILE]
 *
 * DIR holds `truth.jsonl.gz` and `html/<id>.html.gz` (default `$SHARED_DIR/data/wcxb`, and `SHARED_DIR`
 * defaults to `../shared`). The score is word F1: precision and recall of the bag of words, a mean over
 * pages; pages without reviewed text count as wrong unless nothing is read from them, and `reviewed` gives the
 * same figures without them.
 *
 * The shipped model was trained on the WCXB development pages: on those, plain figures flatter it.
 * `--cross-validate` trains a model per fold of hosts (`scripts/train-extractor`, some minutes) and reads
 * every page with the model that has not seen its host; `--folds DIR` takes models that `train.sh
 * --cross-validate` left in DIR. `--ours` leaves the other extractors out.
 * `--results` writes the extracted texts by page id.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { extractFromHtml } from '@extractus/article-extractor';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { extractHtml, loadModel } from '../src/adapters/extraction/extract-html.js';
import { parseHtml } from '../src/adapters/extraction/parse-html.js';
import { renderText } from '../src/adapters/extraction/render-text.js';
import { collectBlocks } from '../src/adapters/extraction/text-blocks.js';
import { readPages, type LabelledPage } from '../scripts/train-extractor/read-pages.js';

type Extract = (page: LabelledPage) => Promise<string> | string;

interface Row {
  readonly id: string;
  readonly type: string;
  readonly f1: number;
  /** has the page a reviewed text? */
  readonly reviewed: boolean;
  readonly cpuMs: number;
  readonly text: string;
}

interface Scores {
  readonly f1: number;
  readonly types_mean: number;
  readonly types: Readonly<Record<string, number>>;
}

interface Report extends Scores {
  readonly reviewed: Scores & { readonly pages: number };
  readonly cpu_ms: { readonly median: number; readonly p95: number };
  readonly failed: number;
}

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    'cross-validate': { type: 'boolean', default: false },
    ours: { type: 'boolean', default: false },
    results: { type: 'string' },
    folds: { type: 'string' },
  },
});

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

function counts(list: readonly string[]): Map<string, number> {
  const map = new Map<string, number>();
  for (const word of list) map.set(word, (map.get(word) ?? 0) + 1);
  return map;
}

/** Word F1 of a text against the reviewed one. */
function wordF1(predicted: string, reference: string): number {
  const p = words(predicted);
  const r = words(reference);
  if (r.length === 0) return p.length === 0 ? 1 : 0;
  const inReference = counts(r);
  let overlap = 0;
  for (const [word, n] of counts(p)) overlap += Math.min(n, inReference.get(word) ?? 0);
  const precision = p.length === 0 ? 0 : overlap / p.length;
  const recall = overlap / r.length;
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** Content given as HTML, as text with its blocks apart, so that words do not run together. */
function plainText(html: string | null | undefined): string {
  const { root } = parseHtml(html ?? '', { maxNodes: 1_000_000, maxDepth: 512 });
  return renderText(collectBlocks(root).blocks).text;
}

function byReadability({ html }: LabelledPage): string {
  const { document } = parseHTML(html);
  return new Readability(document).parse()?.content ?? '';
}

async function byArticleExtractor({ html, url }: LabelledPage): Promise<string> {
  return (await extractFromHtml(html, url || 'https://page.invalid/'))?.content ?? '';
}

async function measure(dataDir: string, extract: Extract, toText: (raw: string) => string): Promise<[Row[], number]> {
  const rows: Row[] = [];
  let failed = 0;
  for (const page of readPages(dataDir)) {
    const before = process.cpuUsage();
    let raw = '';
    try {
      raw = await extract(page);
    } catch {
      failed += 1;
    }
    const { user, system } = process.cpuUsage(before);
    const text = toText(raw);
    rows.push({
      id: page.id,
      type: page.type,
      f1: wordF1(text, page.main),
      reviewed: page.main !== '',
      cpuMs: (user + system) / 1_000,
      text,
    });
  }
  return [rows, failed];
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);

function quantile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function scores(rows: readonly Row[]): Scores {
  const names = [...new Set(rows.map((row) => row.type))].sort();
  const ofType = (type: string): number => mean(rows.filter((row) => row.type === type).map((row) => row.f1));
  const types = Object.fromEntries(names.map((type) => [type, ofType(type)]));
  return { f1: mean(rows.map((row) => row.f1)), types_mean: mean(Object.values(types)), types };
}

function report(rows: readonly Row[], failed: number): Report {
  const cpu = rows.map((row) => row.cpuMs);
  const reviewed = rows.filter((row) => row.reviewed);
  return {
    ...scores(rows),
    reviewed: { pages: reviewed.length, ...scores(reviewed) },
    cpu_ms: { median: quantile(cpu, 0.5), p95: quantile(cpu, 0.95) },
    failed,
  };
}

/** The file of the model that has not seen a page's host. */
function foldModels(dataDir: string): (page: LabelledPage) => URL {
  const work = options.folds === undefined ? trainFolds(dataDir) : resolve(options.folds);
  const folds = JSON.parse(readFileSync(join(work, 'folds.json'), 'utf8')) as Record<string, number>;
  return ({ id }) => pathToFileURL(join(work, `fold-${String(folds[id])}.model.json`));
}

function trainFolds(dataDir: string): string {
  const work = mkdtempSync(join(tmpdir(), 'extraction-folds-'));
  execFileSync('sh', ['scripts/train-extractor/train.sh', dataDir, work, '--cross-validate'], {
    stdio: ['ignore', 2, 2],
  });
  return work;
}

function printReport(name: string, { f1, types_mean, types, reviewed, cpu_ms, failed }: Report): void {
  const perType = Object.entries(types).map(([type, value]) => `${type} ${value.toFixed(3)}`);
  console.log(`${name.padEnd(20)} f1 ${f1.toFixed(4)}  mean of types ${types_mean.toFixed(4)}  ${perType.join('  ')}`);
  const alone = `f1 ${reviewed.f1.toFixed(4)}  mean of types ${reviewed.types_mean.toFixed(4)}`;
  console.log(`${''.padEnd(20)} ${alone}  over the ${String(reviewed.pages)} with reviewed text`);
  const speed = `CPU ms per page: median ${cpu_ms.median.toFixed(1)}, 95th ${cpu_ms.p95.toFixed(1)}`;
  console.log(`${''.padEnd(20)} ${speed}${failed === 0 ? '' : `; failed on ${String(failed)} pages`}`);
}

async function main(): Promise<void> {
  const dataDir = resolve(options.data ?? join(process.env['SHARED_DIR'] ?? '../shared', 'data/wcxb'));
  if (!existsSync(join(dataDir, 'truth.jsonl.gz'))) {
    console.error(`No data: ${dataDir} has no truth.jsonl.gz. Give --data DIR or set SHARED_DIR.`);
    process.exitCode = 2;
    return;
  }
  const folded = options['cross-validate'];
  const modelOf = folded ? foldModels(dataDir) : () => undefined;
  const note = folded
    ? 'out of fold by host: no page was read with a model that had seen its host'
    : loadModel().trainedOn;
  const ours: Extract = (page) => {
    const modelFile = modelOf(page);
    return extractHtml(page.html, page.url, modelFile === undefined ? {} : { modelFile }).text;
  };
  const [rows, failed] = await measure(dataDir, ours, (text) => text);
  const reports: Record<string, Report> = { ours: report(rows, failed) };
  if (!options.ours) {
    reports['readability'] = report(...(await measure(dataDir, byReadability, plainText)));
    reports['article_extractor'] = report(...(await measure(dataDir, byArticleExtractor, plainText)));
  }
  if (options.results !== undefined) {
    writeFileSync(options.results, JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, row.text]))));
  }
  if (options.json) {
    const { ours: own, ...others } = reports;
    console.log(
      JSON.stringify(
        { pages: rows.length, data: dataDir, trained_on: note, cross_validated: folded, ...own, others },
        null,
        2,
      ),
    );
    return;
  }
  console.log(`${String(rows.length)} pages; trained_on: ${note}`);
  for (const [name, one] of Object.entries(reports)) printReport(name, one);
}

await main();
