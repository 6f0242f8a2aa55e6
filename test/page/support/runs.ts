/** Runs as the API would show them, for a page that must not be able to tell the difference. */
import type { PageAttempt, RunStep, RunView, Source } from '../../../src/contracts/run.js';

const at = (seconds: number): string => new Date(Date.UTC(2026, 4, 4, 9, 30, 0) + seconds * 1000).toISOString();

export const runView = (changed: Partial<RunView> = {}): RunView => ({
  run_id: 'run_00000000000000000000000000000001',
  kind: 'question',
  question: 'Who designed the Sydney Opera House, and when did it open?',
  source: 'page',
  url: null,
  language: 'en',
  overall_status: 'running',
  reason: null,
  created_at: at(0),
  finished_at: null,
  steps: [],
  answer: null,
  answer_text: null,
  answered_by: { mode: 'none', model: null },
  sentences: [],
  verification: { sentences: 0, supported: 0, dropped: 0, numbers_checked: 0 },
  sources: [],
  sources_attempted: 0,
  sources_succeeded: 0,
  attempts: [],
  pending_input: null,
  action: null,
  usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 },
  warnings: [],
  last_event_id: 1,
  ...changed,
});

export const step = (name: string, detail: string | null, changed: Partial<RunStep> = {}): RunStep => ({
  name,
  status: 'succeeded',
  started_at: at(1),
  finished_at: at(2.1),
  attempts: 1,
  detail,
  ...changed,
});

export const inFlight = (name: string, detail: string | null): RunStep =>
  step(name, detail, { status: 'scheduled', started_at: null, finished_at: null, attempts: 0 });

export const attempt = (url: string, changed: Partial<PageAttempt> = {}): PageAttempt => ({
  url,
  outcome: 'read',
  how: 'http',
  status: 200,
  reason: null,
  duration_ms: 640,
  page_id: 'page_1',
  title: null,
  words: 3120,
  ...changed,
});

const UTZON = 'https://en.wikipedia.org/wiki/J%C3%B8rn_Utzon';
const OPERA = 'https://en.wikipedia.org/wiki/Sydney_Opera_House';
const UNESCO = 'https://whc.unesco.org/en/list/166/';
const COUNCIL = 'https://www.sydney.example/news/opera-house-at-fifty';
const PAPER = 'https://archive.example/opera-house-report.pdf';

export const OPERA_PAGES = { UTZON, OPERA, UNESCO, COUNCIL, PAPER } as const;

const QUOTE_DESIGN = 'The building was designed by Danish architect Jørn Utzon';
const QUOTE_OPEN = 'formally opened by Elizabeth II on 20 October 1973';
const QUOTE_WINNER = 'Utzon was announced the winner on 29 January 1957';

export const OPERA_SOURCES: readonly Source[] = [
  {
    n: 1,
    url: OPERA,
    title: 'Sydney Opera House',
    snippet: 'A multi-venue performing arts centre in Sydney.',
    score: 0.91,
    retrieved_at: at(2.2),
    published_at: null,
    quotes: [
      {
        text: QUOTE_DESIGN,
        start: 210,
        end: 266,
        before: 'It is widely regarded as one of the most famous and distinctive buildings of the 20th century.',
        after: 'and completed by an Australian architectural team headed by Peter Hall.',
        link: `${OPERA}#:~:text=The%20building%20was%20designed%20by`,
      },
      {
        text: QUOTE_OPEN,
        start: 298,
        end: 348,
        before: 'The building was',
        after:
          'after a gestation beginning with Utzon’s 1957 selection as winner of an international design competition.',
        link: `${OPERA}#:~:text=formally%20opened%20by%20Elizabeth%20II`,
      },
    ],
  },
  {
    n: 2,
    url: PAPER,
    title: 'The Opera House: a report to the trustees',
    snippet: 'Report.',
    score: 0.74,
    retrieved_at: at(2.8),
    published_at: '2003-04-29',
    quotes: [
      {
        text: QUOTE_WINNER,
        start: 5120,
        end: 5168,
        before: 'The assessors had 233 designs from 32 countries before them.',
        after: 'The prize was £5,000.',
        page: 12,
        link: `${PAPER}#page=12`,
      },
    ],
  },
];

const OPERA_ATTEMPTS: readonly PageAttempt[] = [
  attempt(OPERA, { title: 'Sydney Opera House', how: 'api', words: 9042 }),
  attempt(UTZON, { title: 'Jørn Utzon', how: 'api', words: 4120, duration_ms: 512 }),
  attempt(PAPER, { title: 'The Opera House: a report to the trustees', how: 'pdf', words: 20_480, duration_ms: 2210 }),
  attempt(UNESCO, {
    outcome: 'refused',
    status: null,
    reason: 'robots_disallowed',
    page_id: null,
    words: 0,
    how: null,
    duration_ms: 41,
  }),
  attempt(COUNCIL, { outcome: 'failed', status: 503, reason: 'http_503', page_id: null, words: 0, duration_ms: 1330 }),
];

const OPERA_STEPS: readonly RunStep[] = [
  step('classify', 'question, language en, 3 queries'),
  step('searchWeb', 'Sydney Opera House architect: 5 hits from wikipedia'),
  step('searchWeb', 'Sydney Opera House opening date: 4 hits from wikipedia'),
  step('searchWeb', 'who designed the Sydney Opera House: 5 hits from wikipedia'),
  step('readPage', `${OPERA}: 9042 words`),
  step('readPage', `${UTZON}: 4120 words`),
  step('readPage', `${PAPER}: 20480 words`),
  step('readPage', `${UNESCO}: robots_disallowed`),
  step('readPage', `${COUNCIL}: http_503`, { attempts: 2 }),
  step('indexPage', 'page_1: 61 passages'),
  step('indexPage', 'page_2: 30 passages'),
  step('indexPage', 'page_3: 140 passages'),
  step('draftAnswer', '4 sentences from 2 sources'),
];

const ANSWER_TEXT =
  'The Sydney Opera House was designed by the Danish architect Jørn Utzon. He was announced the winner of the competition on 29 January 1957. It was formally opened by Elizabeth II on 20 October 1973.';

/** Answered by a model; two pages of five were not read. */
export const modelRun = (changed: Partial<RunView> = {}): RunView =>
  runView({
    overall_status: 'succeeded',
    finished_at: at(4.2),
    steps: OPERA_STEPS,
    answer: `${ANSWER_TEXT.replace('Utzon.', 'Utzon [1].')}\n\nSources used\n1. Sydney Opera House ${OPERA}\n`,
    answer_text: ANSWER_TEXT,
    answered_by: { mode: 'model', model: 'claude-sonnet' },
    sentences: [
      {
        text: 'The Sydney Opera House was designed by the Danish architect Jørn Utzon.',
        verdict: 'supported',
        citations: [{ source: 1, quote: QUOTE_DESIGN }],
      },
      {
        text: 'He was announced the winner of the competition on 29 January 1957, out of 233 designs.',
        verdict: 'supported',
        citations: [{ source: 2, quote: QUOTE_WINNER }],
      },
      {
        text: 'It was formally opened by Elizabeth II on 20 October 1973.',
        verdict: 'supported',
        citations: [
          { source: 1, quote: QUOTE_OPEN },
          { source: 2, quote: QUOTE_WINNER },
        ],
      },
      { text: 'Utzon never saw the finished building.', verdict: 'unsupported', citations: [] },
    ],
    verification: { sentences: 4, supported: 3, dropped: 0, numbers_checked: 5 },
    sources: OPERA_SOURCES,
    sources_attempted: 5,
    sources_succeeded: 3,
    attempts: OPERA_ATTEMPTS,
    usage: { model_calls: 2, input_tokens: 8000, output_tokens: 400, usd: 0.0124 },
    last_event_id: 60,
    ...changed,
  });

/** Answered by quotes alone. */
export const extractiveRun = (changed: Partial<RunView> = {}): RunView =>
  modelRun({
    overall_status: 'partial',
    reason: { code: 'partial_sources', message: '3 of 5 sources could be read.' },
    answered_by: { mode: 'extractive', model: null },
    answer: [
      'The closest passages in the pages read:',
      `“${QUOTE_DESIGN}” [1]`,
      `“${QUOTE_WINNER}” [2]`,
      'None of the pages mentions “opening hours”.',
      `**Sources used**\n\n- [1] Sydney Opera House: ${OPERA}`,
    ].join('\n\n'),
    sentences: [
      { text: QUOTE_DESIGN, verdict: 'supported', citations: [{ source: 1, quote: QUOTE_DESIGN }] },
      { text: QUOTE_WINNER, verdict: 'supported', citations: [{ source: 2, quote: QUOTE_WINNER }] },
    ],
    verification: { sentences: 2, supported: 2, dropped: 0, numbers_checked: 0 },
    usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 },
    ...changed,
  });

/** No engine answered. */
export const failedRun = (changed: Partial<RunView> = {}): RunView =>
  runView({
    overall_status: 'failed',
    reason: {
      code: 'no_search_engine',
      message: 'No search engine answered: Tavily said 401. Set TAVILY_API_KEY, or try again with Wikipedia.',
    },
    finished_at: at(1.4),
    steps: [
      step('classify', 'question, language en, 1 query'),
      step('searchWeb', 'Sydney Opera House: no engine answered', { status: 'failed' }),
    ],
    answer:
      'No search engine answered: Tavily said 401. Set TAVILY_API_KEY, or try again with Wikipedia.\n\ntavily refused the key.',
    answer_text:
      'No search engine answered: Tavily said 401. Set TAVILY_API_KEY, or try again with Wikipedia.\n\ntavily refused the key.',
    answered_by: { mode: 'code', model: null },
    last_event_id: 12,
    ...changed,
  });

/** Half-way: two pages are in, three are being read. */
export const readingRun = (changed: Partial<RunView> = {}): RunView =>
  runView({
    created_at: new Date(Date.now() - 3000).toISOString(),
    steps: [
      ...OPERA_STEPS.slice(0, 5),
      inFlight('readPage', UTZON),
      inFlight('readPage', PAPER),
      step('readPage', `${UNESCO}: robots_disallowed`),
      inFlight('readPage', COUNCIL),
    ],
    attempts: OPERA_ATTEMPTS.filter(({ url }) => url === OPERA || url === UNESCO),
    sources_attempted: 2,
    sources_succeeded: 1,
    last_event_id: 30,
    ...changed,
  });
