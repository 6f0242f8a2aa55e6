/** Examples of the OpenAPI document; a test parses them with the schemas. */
import type { RunEventMessage, RunView } from '../contracts/run.js';

export const EXAMPLE_RUN_ID = 'run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c';

const QUOTE = 'The Eiffel Tower was completed on 31 March 1889.';
const URL = 'https://en.wikipedia.org/wiki/Eiffel_Tower';

export const EXAMPLE_RUN: RunView = {
  run_id: EXAMPLE_RUN_ID,
  kind: 'question',
  question: 'When was the Eiffel Tower completed?',
  source: 'http',
  url: null,
  language: 'en',
  overall_status: 'succeeded',
  reason: null,
  created_at: '2026-11-30T12:00:00.000Z',
  finished_at: '2026-11-30T12:00:04.120Z',
  steps: [
    {
      name: 'searchWeb',
      status: 'succeeded',
      started_at: '2026-11-30T12:00:00.310Z',
      finished_at: '2026-11-30T12:00:01.020Z',
      attempts: 1,
      detail: 'wikipedia: 5 hits',
    },
  ],
  answer: `"${QUOTE}" [1]\n\nSources used:\n[1] Eiffel Tower, ${URL}`,
  answer_text: QUOTE,
  answered_by: { mode: 'extractive', model: null },
  sentences: [{ text: QUOTE, verdict: 'supported', citations: [{ source: 1, quote: QUOTE }] }],
  verification: { sentences: 1, supported: 1, dropped: 0, numbers_checked: 2 },
  sources: [
    {
      n: 1,
      url: URL,
      title: 'Eiffel Tower',
      snippet: 'The Eiffel Tower is a wrought-iron lattice tower in Paris.',
      score: 0.98,
      quotes: [
        { text: QUOTE, start: 412, end: 412 + QUOTE.length, before: '', after: '', link: `${URL}#:~:text=completed` },
      ],
      retrieved_at: '2026-11-30T12:00:02.500Z',
      published_at: null,
    },
  ],
  sources_attempted: 1,
  sources_succeeded: 1,
  attempts: [
    {
      url: URL,
      outcome: 'read',
      how: 'api',
      status: 200,
      reason: null,
      duration_ms: 420,
      page_id: '5f1c0a9d3b7e4c2f8a6d1e0b9c8f7a65',
      title: 'Eiffel Tower',
      words: 9120,
    },
  ],
  pending_input: null,
  action: null,
  usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 },
  warnings: [],
  last_event_id: 61,
};

const EXAMPLE_MESSAGE: RunEventMessage = { id: 61, event: 'end', changed: { overall_status: 'succeeded' } };

export const EXAMPLE_EVENTS = `retry: 2000\n\nid: ${EXAMPLE_MESSAGE.id}\nevent: ${EXAMPLE_MESSAGE.event}\ndata: ${JSON.stringify(EXAMPLE_MESSAGE)}\n\n`;
