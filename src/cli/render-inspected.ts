/** `synthetic read`: what the product sees of a page, how, and why. */
import type { ExplainedBlock, PageExplanation, TextExplanation } from '../ports/page-explanation.js';
import type { ReadOutcome } from '../ports/page-reader.js';
import type { Inspected } from './deps.js';
import { oneLine, printable, table, type Colours } from './terminal.js';

type Read = Extract<ReadOutcome, { outcome: 'read' }>;
type Unread = Exclude<ReadOutcome, Read | { outcome: 'not_modified' }>;
type Fact = readonly [name: string, value: string | null];

const BLOCK_CHARS = 70;
const REASON_WORDS: Readonly<Record<ExplainedBlock['reason'], string>> = {
  wanted: 'kept',
  unlikely: 'out: less likely wanted than what was kept',
  repeated: 'out: stands on the page before',
  hidden: 'out: the page hides it from its readers',
  page_too_thin: 'out: too little of the page is likely wanted',
};
const CHARSET_FROM: Readonly<Record<TextExplanation['charsetFrom'], string>> = {
  mark: 'its byte order mark',
  header: 'the content type header',
  document: 'the document itself',
  bytes: 'the bytes: nothing declares it',
};

function readFacts({ page }: Read): Fact[] {
  const words = page.text.split(/\s+/).filter((word) => word !== '').length;
  const from = page.url.startsWith('file:') ? 'file' : page.how;
  const status = from === 'file' ? '' : `, HTTP ${page.status}`;
  return [
    ['outcome', `read (${from}, ${page.extractor}${status})`],
    ['address', page.finalUrl === page.url ? page.url : `${page.url} → ${page.finalUrl}`],
    ['canonical', page.canonicalUrl === page.finalUrl ? null : page.canonicalUrl],
    ['title', page.title],
    ['author', page.author],
    ['published', page.publishedAt],
    ['language', page.language],
    ['words', String(words)],
  ];
}

/** What a person can do about an outcome, where there is something. */
function remedy({ reason }: Unread): string | null {
  if (reason === 'egress_refused')
    return (
      'only public addresses on ports 80 and 443 are read. For a site of yours on this machine or network, name it: ' +
      'ALLOWED_PRIVATE_HOSTS=127.0.0.1:8080 ALLOWED_PORTS=80,443,8080 synthetic read …'
    );
  if (reason === 'no_browser') return 'synthetic doctor tells what is missing of the browser';
  return null;
}

function unreadFacts(outcome: Unread): Fact[] {
  const http = outcome.status === null ? '' : ` (HTTP ${outcome.status})`;
  return [
    ['outcome', outcome.outcome + http],
    ['reason', outcome.reason],
    ['why', outcome.message],
    ['again', outcome.retryable ? 'another try may help' : 'another try will not help'],
    ['to do', remedy(outcome)],
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function blockCounts(blocks: readonly ExplainedBlock[]): string {
  const words = (list: readonly ExplainedBlock[]) => list.reduce((sum, block) => sum + block.words, 0);
  const count = (list: readonly ExplainedBlock[]) => `${list.length} (${words(list)} words)`;
  const kept = blocks.filter(({ reason }) => reason === 'wanted');
  return `${count(kept)} kept, ${count(blocks.filter((block) => !kept.includes(block)))} left out; --blocks lists them`;
}

function textFacts({ charset, charsetFrom, browserSign, gate, choice }: TextExplanation): Fact[] {
  const sign = browserSign === null ? 'no sign that scripts put the text there' : `sign of scripts: ${browserSign}`;
  return [
    ['charset', `${charset}, by ${CHARSET_FROM[charsetFrom]}`],
    ['scripts', browserSign === undefined ? null : sign],
    ['gate', gate === undefined ? null : gate === 'none' ? 'nothing stands in front of the text' : gate],
    ['looks', choice === undefined ? null : `like ${choice.pageKind} (${percent(choice.pageKindChance)})`],
    ['blocks', choice === undefined ? null : blockCounts(choice.blocks)],
  ];
}

function whyFacts({ kind, contentType, sizeBytes, text }: PageExplanation): Fact[] {
  const said = contentType === null ? 'no content type' : `content type ${contentType}`;
  return [['taken for', `${kind} (${said}, ${sizeBytes} bytes)`], ...(text === undefined ? [] : textFacts(text))];
}

/** A run tries plain HTTP first: what came of that. */
function beforeFacts(before: ReadOutcome | null): Fact[] {
  if (before === null || !('reason' in before)) return [];
  return [['at first', `plain HTTP: ${before.outcome}, ${before.reason}. ${before.message} So a browser was tried.`]];
}

function blockLines({ choice }: TextExplanation): string {
  if (choice === undefined) return 'The rules read this page, not the learned filter: there are no blocks to list.';
  const rows = choice.blocks.map(({ chance, words, place, reason, text }) => [
    reason === 'wanted' ? '+' : '-',
    percent(chance),
    String(words),
    oneLine(place, BLOCK_CHARS),
    REASON_WORDS[reason],
    oneLine(text, BLOCK_CHARS),
  ]);
  const more = choice.blockCount - choice.blocks.length;
  const head = ['', 'likely', 'words', 'where', 'what became of it', 'text'];
  return table([head, ...rows]) + (more > 0 ? `\n… and ${more} ${more === 1 ? 'block' : 'blocks'} more` : '');
}

/**
 * The facts of a page, then its text.
 * @param blocks each block instead of the text: kept or left out, and why
 */
export function renderInspected(
  { outcome, beforeBrowser }: Inspected,
  { blocks }: { readonly blocks: boolean },
  c: Colours,
): string {
  if (outcome.outcome === 'not_modified') return 'outcome  not modified';
  const { explanation } = outcome;
  const facts = [
    ...(outcome.outcome === 'read' ? readFacts(outcome) : unreadFacts(outcome)),
    ...beforeFacts(beforeBrowser),
    ...(explanation === undefined ? [] : whyFacts(explanation)),
  ];
  const colour = (name: string, value: string) =>
    name === 'outcome' && outcome.outcome !== 'read' ? c.yellow(value) : value;
  const lines = facts.flatMap(([name, value]) =>
    // Coloured last: what a page says loses its control characters, and so would our own.
    value === null ? [] : [`${c.dim(name.padEnd(9))}  ${colour(name, oneLine(value, 300))}`],
  );
  const listed = blocks && explanation?.text !== undefined ? blockLines(explanation.text) : null;
  const body = listed ?? (outcome.outcome === 'read' ? printable(outcome.page.text) : null);
  return body === null ? lines.join('\n') : `${lines.join('\n')}\n\n${body}`;
}
