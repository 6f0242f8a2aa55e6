/**
 * How well passages are found, and how often an answer without a model shows what was asked for.
 *
 *   npm run bench:retrieval -- [--qa FILE] [--pages DIR] [--json] [--quick]
 *
 * FILE holds JSON lines `{id, question, page_id | null, answers[], kind}` (default `bench/data/retrieval-questions.jsonl`), DIR holds
 * `truth.jsonl.gz` and `html/<id>.html.gz` (default `$SHARED_DIR/data/wcxb`, and `SHARED_DIR` defaults to `../shared`).
 * Every page goes through the product's own reading, chunking and index. Intervals are 95 % bootstrap percentiles over
 * the questions. The extractive answer is drafted from the five pages that full text ranks first, as after a web search.
 * `--quick` leaves out the milliseconds per query at 1 k, 10 k and 100 k chunks, which take some minutes.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createExtractiveDrafter } from '../src/answering/draft-extractively.js';
import { openStore, type EmbeddedStore } from '../src/adapters/libsql/store.js';
import { detectLanguage } from '../src/domain/language.js';
import { sentenceSpans } from '../src/domain/sentences.js';
import type { ChunkHit } from '../src/ports/chunk-index.js';
import { indexPages, readCorpus, type Corpus } from './retrieval-corpus.js';

interface Question {
  readonly id: string;
  readonly question: string;
  readonly page_id: string | null;
  readonly answers: readonly string[];
  readonly kind: string;
}
interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RUN = 'run_everything';
const PAGES_PER_ANSWER = 5;
const HITS = 100;
const SIZES = [1_000, 10_000, 100_000] as const;
const TIMED_QUESTIONS = 60;

const { values: options } = parseArgs({
  options: {
    qa: { type: 'string' },
    pages: { type: 'string' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');
const pagesDir = options.pages ?? join(resolve(root, process.env['SHARED_DIR'] ?? '../shared'), 'data', 'wcxb');
const qaFile = options.qa ?? join(import.meta.dirname, 'data', 'retrieval-questions.jsonl');

const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ');
const holdsAnswer = (text: string, { answers }: Question): boolean =>
  answers.some((answer) => folded(text).includes(folded(answer)));

interface Scores {
  readonly recall_at_1: number;
  readonly recall_at_5: number;
  readonly recall_at_8: number;
  readonly answer_at_8: number;
  readonly mrr_at_10: number;
}

function score(hits: readonly ChunkHit[], question: Question, wanted: string | undefined): Scores {
  const rank = [...new Set(hits.map(({ pageId }) => pageId))].indexOf(wanted ?? '');
  const within = (limit: number): number => (rank >= 0 && rank < limit ? 1 : 0);
  return {
    recall_at_1: within(1),
    recall_at_5: within(5),
    recall_at_8: within(8),
    answer_at_8: hits.slice(0, 8).some(({ text }) => holdsAnswer(text, question)) ? 1 : 0,
    mrr_at_10: within(10) / (rank + 1 || 1),
  };
}

interface Drafted {
  /** is what was asked for in the first three passages shown? */
  readonly first_3_passages: number;
  /** is it in the first three sentences, however they are grouped? */
  readonly first_3_sentences: number;
  readonly any_passage: number;
  readonly found: number;
}

async function draft(store: EmbeddedStore, question: Question, pageIds: readonly string[]): Promise<Drafted> {
  const runId = `run_${question.id}`;
  for (const pageId of pageIds) await store.pages.link(pageId, runId);
  const { sentences, found } = await createExtractiveDrafter(store)({
    runId,
    question: question.question,
    language: detectLanguage(question.question),
    today: '2026-11-30',
    attempts: [],
    searched: [],
  });
  const passages = sentences.map(({ citations }) => citations[0]?.quote ?? '');
  const single = passages.flatMap((text) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end)));
  const shows = (texts: readonly string[]): number => (texts.some((text) => holdsAnswer(text, question)) ? 1 : 0);
  return {
    first_3_passages: shows(passages.slice(0, 3)),
    first_3_sentences: shows(single.slice(0, 3)),
    any_passage: shows(passages),
    found: found ? 1 : 0,
  };
}

/** The mean with its 95 % bootstrap interval; the same numbers always give the same interval. */
function figure(values: readonly number[]): Figure {
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
  let state = 42;
  // Lehmer's generator: enough for resampling, and the same on every machine.
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const means = Array.from({ length: 2_000 }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)]!)),
  );
  means.sort((a, b) => a - b);
  return { value: mean(values), low: means[50] ?? 0, high: means[1_949] ?? 0 };
}

const figures = <Row extends object>(rows: readonly Row[]): Record<keyof Row, Figure> =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((key) => [key, figure(rows.map((row) => row[key as keyof Row] as number))]),
  ) as Record<keyof Row, Figure>;

const search = (store: EmbeddedStore, runId: string, { question }: Question): Promise<readonly ChunkHit[]> =>
  store.chunks.searchText({ runId, text: question, language: detectLanguage(question), limit: HITS });

interface Timing {
  readonly chunks: number;
  /** a run of five pages: what an answer does */
  readonly one_run_ms: { readonly median: number; readonly p95: number };
  /** a run that holds every page of the store */
  readonly whole_store_ms: { readonly median: number; readonly p95: number };
}

async function timings(corpus: Corpus, questions: readonly Question[], folder: string): Promise<Timing[]> {
  const store = openStore(join(folder, 'speed.db'));
  const asked = questions.slice(0, TIMED_QUESTIONS);
  const done: Timing[] = [];
  let chunks = 0;
  let copy = 0;
  for (const size of SIZES) {
    while (chunks < size) {
      const made = await indexPages(store, corpus, { runId: RUN, copy, chunks: size - chunks });
      for (const pageId of made.pageIds.slice(0, copy === 0 ? PAGES_PER_ANSWER : 0))
        await store.pages.link(pageId, 'run_five');
      chunks += made.chunks;
      copy += 1;
    }
    const time = async (runId: string): Promise<Timing['one_run_ms']> => {
      const spent: number[] = [];
      for (const question of asked) {
        const start = performance.now();
        await search(store, runId, question);
        spent.push(performance.now() - start);
      }
      spent.sort((a, b) => a - b);
      return { median: spent[spent.length >> 1] ?? 0, p95: spent[Math.floor(spent.length * 0.95)] ?? 0 };
    };
    done.push({ chunks, one_run_ms: await time('run_five'), whole_store_ms: await time(RUN) });
  }
  store.close();
  return done;
}

async function report(folder: string): Promise<object> {
  const questions = readFileSync(qaFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
  const corpus = await readCorpus(pagesDir);
  const store = openStore(join(folder, 'retrieval.db'));
  const { idOf, chunks } = await indexPages(store, corpus, { runId: RUN });
  const answerable: { question: Question; scores: Scores; drafted: Drafted }[] = [];
  const others: Drafted[] = [];
  for (const question of questions) {
    const hits = await search(store, RUN, question);
    const best = [...new Set(hits.map(({ pageId }) => pageId))].slice(0, PAGES_PER_ANSWER);
    const drafted = await draft(store, question, best);
    if (question.page_id === null) others.push(drafted);
    else answerable.push({ question, scores: score(hits, question, idOf.get(question.page_id)), drafted });
  }
  store.close();
  const kinds = [...new Set(answerable.map(({ question }) => question.kind))];
  const of = (kind: string) => answerable.filter(({ question }) => question.kind === kind);
  return {
    questions: { answerable: answerable.length, unanswerable: others.length },
    pages: { read: corpus.pages.length, unread: corpus.unread },
    chunks,
    methods: {
      fulltext: {
        ...figures(answerable.map(({ scores }) => scores)),
        by_kind: Object.fromEntries(kinds.map((kind) => [kind, figures(of(kind).map(({ scores }) => scores))])),
      },
    },
    extractive: {
      ...figures(answerable.map(({ drafted }) => drafted)),
      found_when_unanswerable: figure(others.map(({ found }) => found)),
    },
    ...(options.quick ? {} : { ms_per_query: await timings(corpus, questions, folder) }),
  };
}

function print(value: object, indent = ''): void {
  for (const [name, held] of Object.entries(value) as [string, unknown][]) {
    if (typeof held !== 'object' || held === null) console.log(`${indent}${name}: ${String(held)}`);
    else if ('low' in held) {
      const { value: mean, low, high } = held as Figure;
      console.log(`${indent}${name.padEnd(24)} ${mean.toFixed(3)}  (${low.toFixed(3)} to ${high.toFixed(3)})`);
    } else {
      console.log(`${indent}${name}`);
      print(held, `${indent}  `);
    }
  }
}

if (!existsSync(join(pagesDir, 'truth.jsonl.gz'))) {
  console.error(`There are no pages in ${pagesDir}: name a folder with --pages, or set SHARED_DIR.`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'bench-retrieval-'));
try {
  const made = await report(folder);
  if (options.json) console.log(JSON.stringify(made, null, 2));
  else print(made);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
