/**
 * How well passages are found, and how often an answer without a model shows what was asked for.
 *
 *   npm run bench:retrieval -- [--qa FILE] [--pages DIR] [--json] [--quick]
 *
 * FILE holds JSON lines `{id, question, page_id | null, answers[], kind}` (default `bench/data/retrieval-questions.jsonl`), DIR holds
 * `truth.jsonl.gz` and `html/<id>.html.gz` (default `$SHARED_DIR/data/wcxb`, and `SHARED_DIR` defaults to `../shared`).
 * Every page goes through the product's own reading, chunking, index and embedder. Intervals are 95 % bootstrap percentiles
 * over the questions.
 *
 * - `methods` searches all pages at once, every passage embedded: full text, vectors, and both as the product fuses them;
 *   `retrieved` is what a model gets of it, near-duplicates removed and at most 3 passages a page.
 * - `runs_of_five` is what the product does: the page that answers among the four others that full text ranks best, with
 *   only the closest passages embedded (`late`) or all of them.
 * - The extractive answer is drafted from the five pages that full text ranks first, as after a web search.
 *
 * Vectors are kept in `.data/bench`: the first round embeds every passage and takes minutes. Without the weights (npm test
 * fetches them) full text is measured alone. `--quick` leaves out processor time and the milliseconds per query at 1 k,
 * 10 k and 100 k chunks.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createExtractiveDrafter } from '../src/answering/draft-extractively.js';
import { createEmbedClosest } from '../src/answering/embed-closest.js';
import { createFindPassages, type FindPassages } from '../src/answering/find-passages.js';
import { createRetrieve } from '../src/answering/retrieve.js';
import { hasRuntime, weightsArePresent, weightsFolder } from '../src/adapters/embedders/weights.js';
import { openStore, type EmbeddedStore } from '../src/adapters/libsql/store.js';
import { loadConfig } from '../src/config.js';
import { detectLanguage } from '../src/domain/language.js';
import { sentenceSpans } from '../src/domain/sentences.js';
import { spaceName } from '../src/domain/vectors.js';
import type { ChunkHit } from '../src/ports/chunk-index.js';
import { figure, figures, print, spreadOf, type Spread } from './figures.js';
import { indexPages, readCorpus, type Corpus } from './retrieval-corpus.js';
import { openBenchEmbedder, type BenchEmbedder } from './retrieval-embedder.js';

interface Question {
  readonly id: string;
  readonly question: string;
  readonly page_id: string | null;
  readonly answers: readonly string[];
  readonly kind: string;
}

const RUN = 'run_everything';
const PAGES_PER_ANSWER = 5;
const HITS = 100;
const SIZES = [1_000, 10_000, 100_000] as const;
const TIMED_QUESTIONS = 60;
const FRESH_CHUNKS = 200;
const signal = new AbortController().signal;

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
const config = loadConfig();

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

const query = ({ question }: Question, runId: string) => ({ runId, question, language: detectLanguage(question) });
const byWords = (store: EmbeddedStore, question: Question, runId = RUN): Promise<readonly ChunkHit[]> =>
  store.chunks.searchText({ ...query(question, runId), text: question.question, limit: HITS });
const pagesOf = (hits: readonly ChunkHit[]): string[] => [...new Set(hits.map(({ pageId }) => pageId))];

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
    ...query(question, runId),
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

/** Everything the corpus holds, with and without vectors. */
interface Bench {
  readonly questions: readonly Question[];
  readonly answerable: readonly Question[];
  readonly corpus: Corpus;
  readonly folder: string;
  readonly store: EmbeddedStore;
  /** the store's id of each page of the corpus */
  readonly idOf: ReadonlyMap<string, string>;
  readonly embedder: BenchEmbedder | null;
}

const pageFor = ({ idOf }: Bench, { page_id: id }: Question): string | undefined => idOf.get(id ?? '');

async function embedAll({ store, embedder }: Pick<Bench, 'store' | 'embedder'>): Promise<void> {
  if (embedder === null) return;
  const lacking = await store.chunks.withoutVector({ runId: RUN, limit: 1_000_000 });
  const space = spaceName(embedder.model, embedder.dimension ?? 0);
  for (let at = 0; at < lacking.length; at += 256) {
    const some = lacking.slice(at, at + 256);
    const vectors = await embedder.embed(
      some.map(({ text }) => text),
      { signal },
    );
    await store.chunks.saveVectors(
      space,
      some.map((chunk, position) => ({ ...chunk, vector: vectors[position]! })),
    );
    if (at % 2_560 === 0) console.error(`embedded ${at} of ${lacking.length} passages`);
  }
}

type Method = (question: Question) => Promise<readonly ChunkHit[]>;

function methodsOf({ store, embedder }: Bench): Record<string, Method> {
  const fulltext: Method = (question) => byWords(store, question);
  if (embedder === null) return { fulltext };
  const find = createFindPassages({ chunks: store.chunks, embedder });
  const retrieve = createRetrieve({ pages: { pagesOfRun: allPages(store) }, find });
  return {
    fulltext,
    vectors: async (question) => {
      const [vector] = await embedder.embed([question.question], { signal });
      const space = spaceName(embedder.model, vector!.length);
      return store.chunks.searchVectors({ runId: RUN, vector: vector!, space, limit: HITS });
    },
    hybrid: (question) => find({ ...query(question, RUN), limit: HITS }),
    retrieved: (question) => retrieve({ ...query(question, RUN), limit: HITS }),
  };
}

/** A run of the product has twenty pages at most: the thousand of this one are read once. */
function allPages({ pages }: EmbeddedStore) {
  const once = pages.pagesOfRun(RUN);
  return () => once;
}

/** On all pages at once; differences are paired by question. */
async function measureMethods(bench: Bench): Promise<object> {
  const { answerable } = bench;
  const kinds = [...new Set(answerable.map(({ kind }) => kind))];
  const rows: Record<string, Scores[]> = {};
  for (const [name, search] of Object.entries(methodsOf(bench))) {
    rows[name] = [];
    for (const question of answerable)
      rows[name].push(score(await search(question), question, pageFor(bench, question)));
  }
  const ofKind = (scores: readonly Scores[], kind: string) => scores.filter((_, at) => answerable[at]!.kind === kind);
  const better = (a: readonly Scores[], b: readonly Scores[]) =>
    figure(a.map(({ answer_at_8: answer }, at) => answer - b[at]!.answer_at_8));
  const { fulltext = [], vectors, hybrid } = rows;
  return {
    methods: Object.fromEntries(
      Object.entries(rows).map(([name, scores]) => [
        name,
        {
          ...figures(scores),
          by_kind: Object.fromEntries(kinds.map((kind) => [kind, figures(ofKind(scores, kind))])),
        },
      ]),
    ),
    ...(vectors === undefined || hybrid === undefined
      ? {}
      : {
          answer_at_8_gain: {
            hybrid_over_fulltext: better(hybrid, fulltext),
            hybrid_over_vectors: better(hybrid, vectors),
          },
        }),
  };
}

/** The page that answers, and the others that full text ranks best. */
async function linkRun(bench: Bench, question: Question): Promise<string> {
  const runId = `five_${question.id}`;
  const wanted = pageFor(bench, question);
  const others = pagesOf(await byWords(bench.store, question)).filter((pageId) => pageId !== wanted);
  for (const pageId of [...(wanted === undefined ? [] : [wanted]), ...others].slice(0, PAGES_PER_ANSWER))
    await bench.store.pages.link(pageId, runId);
  return runId;
}

/** Late embedding against embedding everything, in runs as the product has them. */
async function measureRuns(bench: Bench): Promise<object> {
  const { answerable, embedder, store } = bench;
  if (embedder === null) return {};
  // A store of its own, in which nothing is embedded that the run itself has not.
  const lateStore = openStore(join(bench.folder, 'late.db'));
  const { idOf } = await indexPages(lateStore, bench.corpus, { runId: RUN });
  const late: Bench = { ...bench, store: lateStore, idOf };
  const { perRun } = config.embeddings;
  const embedClosest = createEmbedClosest({ chunks: lateStore.chunks, embedder, perRun, all: false });
  const scores: Record<'fulltext' | 'late' | 'all', Scores[]> = { fulltext: [], late: [], all: [] };
  const finders = {
    late: createFindPassages({ chunks: lateStore.chunks, embedder }),
    all: createFindPassages({ chunks: store.chunks, embedder }),
  };
  for (const question of answerable) {
    const wanted = pageFor(bench, question);
    const runId = await linkRun(bench, question);
    await linkRun(late, question);
    await embedClosest(query(question, runId), { signal });
    const found = async (find: FindPassages) =>
      score(await find({ ...query(question, runId), limit: HITS }), question, wanted);
    scores.fulltext.push(score(await byWords(store, question, runId), question, wanted));
    scores.late.push(await found(finders.late));
    scores.all.push(await found(finders.all));
  }
  lateStore.close();
  const { answer_at_8: answers } = {
    answer_at_8: scores.late.map(({ answer_at_8: answer }, at) => answer - scores.all[at]!.answer_at_8),
  };
  return {
    runs_of_five: {
      embedded_per_run: perRun,
      fulltext: figures(scores.fulltext),
      late: figures(scores.late),
      all: figures(scores.all),
      answer_at_8_late_minus_all: figure(answers),
    },
  };
}

async function measureExtractive({ questions, store }: Bench): Promise<object> {
  const answerable: Drafted[] = [];
  const others: Drafted[] = [];
  for (const question of questions) {
    const best = pagesOf(await byWords(store, question)).slice(0, PAGES_PER_ANSWER);
    (question.page_id === null ? others : answerable).push(await draft(store, question, best));
  }
  return {
    extractive: {
      ...figures(answerable),
      found_when_unanswerable: figure(others.map(({ found }) => found)),
    },
  };
}

const cpuSeconds = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

/** Processor time with the model loaded, everything embedded anew. */
async function measureProcessor({ answerable, corpus, folder, embedder }: Bench): Promise<object> {
  if (embedder === null) return {};
  const store = openStore(join(folder, 'processor.db'));
  const { idOf } = await indexPages(store, corpus, { runId: RUN });
  const fresh: BenchEmbedder = { ...embedder, embed: embedder.fresh };
  const texts = (await store.chunks.withoutVector({ runId: RUN, limit: 1_000_000 })).map(({ text }) => text);
  const step = Math.max(1, Math.floor(texts.length / FRESH_CHUNKS));
  const sample = texts.filter((_, at) => at % step === 0);
  const before = process.cpuUsage();
  await fresh.fresh(sample);
  const perSecond = sample.length / cpuSeconds(before);
  const { perRun, all } = config.embeddings;
  const embedClosest = createEmbedClosest({ chunks: store.chunks, embedder: fresh, perRun, all });
  const find = createFindPassages({ chunks: store.chunks, embedder: fresh });
  const spent: number[] = [];
  for (const question of answerable.slice(0, TIMED_QUESTIONS)) {
    const bench = { store, idOf } as Bench;
    const runId = await linkRun(bench, question);
    const start = process.cpuUsage();
    await embedClosest(query(question, runId), { signal });
    await find({ ...query(question, runId), limit: HITS });
    spent.push(cpuSeconds(start));
  }
  store.close();
  return {
    processor: { chunks_per_cpu_second: perSecond, cpu_seconds_per_question: figure(spent) },
  };
}

interface Timing {
  readonly chunks: number;
  /** a run of five pages: what an answer does */
  readonly one_run_ms: { readonly fulltext: Spread; readonly hybrid?: Spread };
  /** a run that holds every page of the store, every passage embedded */
  readonly whole_store_ms: { readonly fulltext: Spread; readonly hybrid?: Spread };
}

async function measureTime({ corpus, questions, folder, embedder }: Bench): Promise<object> {
  const store = openStore(join(folder, 'speed.db'));
  const asked = questions.slice(0, TIMED_QUESTIONS);
  const fresh = embedder === null ? null : { ...embedder, embed: embedder.fresh };
  const find = createFindPassages({ chunks: store.chunks, embedder: fresh });
  const time = async (search: (question: Question) => Promise<unknown>): Promise<Spread> => {
    const spent: number[] = [];
    for (const question of asked) {
      const start = performance.now();
      await search(question);
      spent.push(performance.now() - start);
    }
    return spreadOf(spent);
  };
  const both = async (runId: string): Promise<Timing['one_run_ms']> => ({
    fulltext: await time((question) => byWords(store, question, runId)),
    ...(fresh === null ? {} : { hybrid: await time((question) => find({ ...query(question, runId), limit: HITS })) }),
  });
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
    await embedAll({ store, embedder });
    done.push({ chunks, one_run_ms: await both('run_five'), whole_store_ms: await both(RUN) });
  }
  store.close();
  return { ms_per_query: Object.fromEntries(done.map(({ chunks: n, ...times }) => [`${n} chunks`, times])) };
}

async function openEmbedder(): Promise<BenchEmbedder | null> {
  const weights = weightsFolder(config.dataDir);
  if (hasRuntime() && weightsArePresent(weights))
    return openBenchEmbedder(weights, join(config.dataDir, 'bench', 'minilm-vectors.bin'));
  console.error(`There are no weights in ${weights}: full text is measured alone. npm test fetches them.`);
  return null;
}

async function report(folder: string): Promise<object> {
  const questions = readFileSync(qaFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
  const corpus = await readCorpus(pagesDir);
  const store = openStore(join(folder, 'retrieval.db'));
  const { idOf, chunks } = await indexPages(store, corpus, { runId: RUN });
  const embedder = await openEmbedder();
  await embedAll({ store, embedder });
  const answerable = questions.filter(({ page_id: id }) => id !== null);
  const bench: Bench = { questions, answerable, corpus, folder, store, idOf, embedder };
  const made = {
    questions: { answerable: answerable.length, unanswerable: questions.length - answerable.length },
    pages: { read: corpus.pages.length, unread: corpus.unread },
    chunks,
    ...(await measureMethods(bench)),
    ...(await measureRuns(bench)),
    ...(await measureExtractive(bench)),
    ...(options.quick ? {} : await measureProcessor(bench)),
    ...(options.quick ? {} : await measureTime(bench)),
  };
  store.close();
  return made;
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
