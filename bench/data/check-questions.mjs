#!/usr/bin/env node
/**
 * Checks the retrieval questions beside this file against the stored pages:
 *
 *   node bench/data/check-questions.mjs [FILE]
 *
 * The pages are looked for in SHARED_DIR (default ../shared from the project root); where they are missing nothing is
 * checked, and that is said. Exits with 1 and a line per fault when a question does not hold.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const sharedDir = resolve(root, process.env.SHARED_DIR ?? '../shared');
const truthFile = join(sharedDir, 'data/wcxb/truth.jsonl.gz');
const questionsFile = process.argv[2] ?? join(here, 'retrieval-questions.jsonl');

/** A word is rare when fewer than this share of the pages hold it. */
const RARE_SHARE = 0.01;
const MAX_ANSWER_WORDS = 12;
/** The least a set must hold: 150 answerable questions, half of them paraphrases, and 30 that nothing answers. */
const MIN_ANSWERABLE = 150;
const MIN_UNANSWERABLE = 30;
const MIN_FRENCH = 15;
const KINDS = ['lexical', 'paraphrase', 'unanswerable'];
const FIELDS = 'answers,id,kind,page_id,question';

const parseLines = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const fold = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim();
const words = (text) => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const ENDINGS = [
  ['ies', 'y'],
  ['ing', ''],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
  ['ly', ''],
  ['er', ''],
];
/** A rough stem, so that "birds" does not slip past a page whose rare word is "bird". */
const stem = (word) => {
  const found = ENDINGS.find(([end]) => word.endsWith(end) && word.length - end.length >= 3);
  const bare = found ? word.slice(0, -found[0].length) + found[1] : word;
  return bare.replace(/e$/, '').replace(/(.)\1$/, '$1');
};

/** Which forms (words, stems) each page holds, and on how many pages each form stands. */
function indexForms(pages, form) {
  const held = new Map(pages.map((page) => [page.id, new Set([...words(page.title), ...words(page.main)].map(form))]));
  const spread = new Map();
  for (const forms of held.values()) for (const one of forms) spread.set(one, (spread.get(one) ?? 0) + 1);
  return (pageId, word) =>
    held.get(pageId).has(form(word)) && (spread.get(form(word)) ?? 0) < RARE_SHARE * pages.length;
}

function createRareWords(pages) {
  const rareWord = indexForms(pages, (word) => word);
  const rareStem = indexForms(pages, stem);
  return (question) =>
    [...new Set(words(question.question))].filter(
      (word) => rareWord(question.page_id, word) || rareStem(question.page_id, word),
    );
}

function faultsOfAnswers(question, page) {
  const main = fold(page.main ?? '');
  const faults = question.answers.length === 0 ? ['has no answer string'] : [];
  for (const answer of question.answers) {
    if (!main.includes(fold(answer))) faults.push(`answer is not on page ${page.id}: ${answer}`);
    if (answer.trim().split(/\s+/).length > MAX_ANSWER_WORDS) faults.push(`answer is too long: ${answer}`);
    if (fold(question.question).includes(fold(answer))) faults.push(`question gives its answer away: ${answer}`);
  }
  return faults;
}

function faultsOf(question, pageById, rareWordsOf) {
  if (Object.keys(question).sort().join() !== FIELDS) return [`fields are not ${FIELDS}`];
  if (!KINDS.includes(question.kind)) return [`unknown kind ${question.kind}`];
  if (question.kind === 'unanswerable')
    return question.page_id === null && question.answers.length === 0
      ? []
      : ['unanswerable, yet names a page or answer'];
  const page = pageById.get(question.page_id);
  if (!page) return [`no page ${question.page_id}`];
  const rare = rareWordsOf(question);
  const faults = faultsOfAnswers(question, page);
  if (question.kind === 'paraphrase' && rare.length > 0) faults.push(`paraphrase holds rare words: ${rare.join(', ')}`);
  if (question.kind === 'lexical' && rare.length === 0) faults.push('lexical, yet holds no rare word of its page');
  return faults;
}

function repeated(values) {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}

function summarise(questions, pageById) {
  const answerable = questions.filter((question) => question.page_id !== null);
  const pages = [...new Set(answerable.map((question) => question.page_id))]
    .map((id) => pageById.get(id))
    .filter(Boolean);
  const count = (keys) => keys.reduce((sums, key) => ({ ...sums, [key]: (sums[key] ?? 0) + 1 }), {});
  return {
    kinds: count(questions.map((question) => question.kind)),
    types: count(answerable.map((question) => pageById.get(question.page_id)?.type ?? 'missing')),
    pages: pages.length,
    hosts: new Set(pages.map((page) => new URL(page.url).host)).size,
    french: answerable.filter((question) => isFrench(pageById.get(question.page_id))).length,
  };
}

/** More than one word in twelve is a French function word; the stored pages are otherwise English. */
function isFrench(page) {
  const all = words(page?.main);
  const functionWords = new Set(['les', 'des', 'est', 'une', 'dans', 'pour', 'et']);
  return all.length > 0 && all.filter((word) => functionWords.has(word)).length / all.length > 1 / 12;
}

function faultsOfSummary({ kinds, types, french }) {
  const answerable = (kinds.lexical ?? 0) + (kinds.paraphrase ?? 0);
  const faults = [];
  if (answerable < MIN_ANSWERABLE) faults.push(`only ${answerable} answerable questions`);
  if ((kinds.paraphrase ?? 0) * 2 < answerable)
    faults.push(`only ${kinds.paraphrase} of ${answerable} are paraphrases`);
  if ((kinds.unanswerable ?? 0) < MIN_UNANSWERABLE) faults.push(`only ${kinds.unanswerable} unanswerable questions`);
  if (french < MIN_FRENCH) faults.push(`only ${french} questions on French pages`);
  if (Object.keys(types).length < 7) faults.push(`only these page types: ${Object.keys(types).join(', ')}`);
  return faults;
}

function main() {
  if (!existsSync(truthFile)) {
    console.log(`skipped: no stored pages at ${truthFile} (set SHARED_DIR)`);
    return 0;
  }
  const pages = parseLines(gunzipSync(readFileSync(truthFile)).toString('utf8'));
  const questions = parseLines(readFileSync(questionsFile, 'utf8'));
  const pageById = new Map(pages.map((page) => [page.id, page]));
  const rareWordsOf = createRareWords(pages);
  const summary = summarise(questions, pageById);
  const faults = [
    ...questions.flatMap((question) =>
      faultsOf(question, pageById, rareWordsOf).map((fault) => `${question.id}: ${fault}`),
    ),
    ...repeated(questions.map((question) => question.id)).map((id) => `${id}: id used twice`),
    ...repeated(questions.map((question) => fold(question.question))).map((text) => `asked twice: ${text}`),
    ...faultsOfSummary(summary),
  ];
  console.log(JSON.stringify(summary, null, 2));
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? `ok: ${questions.length} questions` : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = main();
