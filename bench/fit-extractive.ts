/**
 * Fits the weights of `src/domain/extractive-scoring.ts` on the retrieval questions, and says what they are worth on
 * questions that they were not fitted on.
 *
 *   npm run bench:fit-extractive -- [--qa FILE] [--pages DIR]
 *
 * A sentence that holds an answer should score above all others of its question: softmax over the candidates, L2 on
 * standardised features, Adam from zero, no randomness but the fixed order of the folds. Prints the share of questions
 * with the answer in the first three passages under five-fold cross-validation, then the weights fitted on all.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/adapters/libsql/store.js';
import { FEATURES, rankSentences, termsOfQuestion } from '../src/domain/extractive-scoring.js';
import { detectLanguage } from '../src/domain/language.js';
import { selectPassages } from '../src/domain/select-passages.js';
import { indexPages, readCorpus } from './retrieval-corpus.js';

type RankInput = Parameters<typeof rankSentences>[0];
interface Question {
  readonly question: string;
  readonly page_id: string | null;
  readonly answers: readonly string[];
}
interface Sample {
  readonly input: RankInput;
  readonly holds: (text: string) => boolean;
  readonly rows: readonly (readonly number[])[];
  readonly right: readonly boolean[];
}

const RUN = 'run_everything';
const PAGES_PER_ANSWER = 5;
const PASSAGES_SEARCHED = 24;
const FOLDS = 5;
const L2 = 0.03;
const STEPS = 200;
const RATE = 0.05;

const { values: options } = parseArgs({ options: { qa: { type: 'string' }, pages: { type: 'string' } } });
const root = join(import.meta.dirname, '..');
const pagesDir = options.pages ?? join(resolve(root, process.env['SHARED_DIR'] ?? '../shared'), 'data', 'wcxb');
const qaFile = options.qa ?? join(import.meta.dirname, 'data', 'retrieval-questions.jsonl');
const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ');

async function samples(folder: string): Promise<Sample[]> {
  const questions = readFileSync(qaFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question)
    .filter(({ page_id: pageId }) => pageId !== null);
  const store = openStore(join(folder, 'fit.db'));
  await indexPages(store, await readCorpus(pagesDir), { runId: RUN });
  const made: Sample[] = [];
  for (const [n, { question, answers }] of questions.entries()) {
    const language = detectLanguage(question);
    const first = await store.chunks.searchText({ runId: RUN, text: question, language, limit: 100 });
    const runId = `run_${n}`;
    const best = [...new Set(first.map(({ pageId }) => pageId))].slice(0, PAGES_PER_ANSWER);
    for (const pageId of best) await store.pages.link(pageId, runId);
    const hits = await store.chunks.searchText({ runId, text: question, language, limit: PASSAGES_SEARCHED });
    const pages = await store.pages.pagesOfRun(runId);
    const terms = termsOfQuestion(
      question,
      language,
      pages.map((page) => page.language),
    );
    const input = { question, terms, hits, pages };
    const holds = (text: string): boolean => answers.some((answer) => folded(text).includes(folded(answer)));
    const ranked = rankSentences(input);
    const right = ranked.map(({ page, start, end }) => holds(page.text.slice(start, end)));
    made.push({ input, holds, rows: ranked.map(({ features }) => features), right });
  }
  store.close();
  return made;
}

function deviations(data: readonly Sample[]): number[] {
  const rows = data.flatMap((sample) => sample.rows);
  return FEATURES.map((_, at) => {
    const mean = rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + (row[at]! - mean) ** 2, 0) / rows.length) || 1;
  });
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The gradient of the log-likelihood that a sentence holding the answer comes first. */
function gradient(sample: Sample, weights: readonly number[], scale: readonly number[]): number[] {
  const values = sample.rows.map((row) => row.map((value, at) => value / scale[at]!));
  const expected = softmax(values.map((row) => row.reduce((sum, value, at) => sum + value * weights[at]!, 0)));
  const mass = expected.reduce((sum, share, row) => sum + (sample.right[row] ? share : 0), 0);
  return weights.map((_, at) =>
    values.reduce((sum, row, n) => sum + row[at]! * (expected[n]! - (sample.right[n] ? expected[n]! / mass : 0)), 0),
  );
}

function fit(data: readonly Sample[]): number[] {
  const usable = data.filter(({ right }) => right.includes(true));
  const scale = deviations(usable);
  let weights = FEATURES.map(() => 0);
  let first = weights;
  let second = weights;
  for (let step = 1; step <= STEPS; step += 1) {
    const all = usable.map((sample) => gradient(sample, weights, scale));
    const slope = weights.map((weight, at) => all.reduce((sum, one) => sum + one[at]!, 0) / all.length + L2 * weight);
    first = first.map((held, at) => 0.9 * held + 0.1 * slope[at]!);
    second = second.map((held, at) => 0.99 * held + 0.01 * slope[at]! ** 2);
    weights = weights.map((weight, at) => {
      const mean = first[at]! / (1 - 0.9 ** step);
      return weight - (RATE * mean) / (Math.sqrt(second[at]! / (1 - 0.99 ** step)) + 1e-8);
    });
  }
  return weights.map((weight, at) => Math.round((weight / scale[at]!) * 100) / 100);
}

/** The share of the questions whose answer is in the first three passages shown. */
function shown(data: readonly Sample[], weights: readonly number[]): number {
  const good = data.filter(({ input, holds }) =>
    selectPassages(rankSentences({ ...input, weights }), { max: 8 })
      .slice(0, 3)
      .some(({ passage: { page, start, end } }) => holds(page.text.slice(start, end))),
  );
  return good.length / data.length;
}

const folder = mkdtempSync(join(tmpdir(), 'fit-extractive-'));
try {
  const data = await samples(folder);
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const held = data.filter((_, n) => n % FOLDS === fold);
    return shown(held, fit(data.filter((_, n) => n % FOLDS !== fold))) * held.length;
  });
  const crossValidated = folds.reduce((sum, good) => sum + good, 0) / data.length;
  const weights = fit(data);
  console.log(`questions ${data.length}, features ${FEATURES.length}`);
  console.log(`answer in the first three passages: ${crossValidated.toFixed(3)} cross-validated`);
  console.log(`                                    ${shown(data, weights).toFixed(3)} on the questions fitted on`);
  console.log(FEATURES.map((name, at) => `${name} ${weights[at]}`).join('\n'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
