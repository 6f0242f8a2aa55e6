import { describe, expect, it } from '@jest/globals';
import type { PageAttempt } from '../contracts/run.js';
import {
  applyRunEvent,
  changedFields,
  emptyProjection,
  eventName,
  projectRun,
  type RunHistoryEvent,
} from './run-view.js';

type Fields = RunHistoryEvent extends infer E ? (E extends RunHistoryEvent ? Omit<E, 'id' | 'at'> : never) : never;
const at = (second: number): string => `2026-11-30T12:00:${String(second).padStart(2, '0')}.000Z`;
const history = (...events: Fields[]): RunHistoryEvent[] =>
  events.map((event, index) => ({ ...event, id: index + 1, at: at(index) }));

const memo = {
  question: 'Why is the sky blue?',
  kind: 'auto' as const,
  source: 'http' as const,
  url: null,
  max_pages: 5,
  body_hash: 'h',
};
const started: Fields = { type: 'run_started', memo };
const read: PageAttempt = {
  url: 'https://a.example/',
  outcome: 'read',
  how: 'http',
  status: 200,
  reason: null,
  duration_ms: 40,
  page_id: 'p1',
  title: 'A',
  words: 300,
};
const step = (key: string, name: string, label: string): Fields => ({ type: 'activity_scheduled', key, name, label });
const project = (...events: Fields[]) => projectRun('run_1', history(...events)).view;

describe('the run view', () => {
  it('takes the question from the memo and is running at first', () => {
    const view = project(started);
    expect(view).toMatchObject({
      question: memo.question,
      kind: null,
      overall_status: 'running',
      created_at: at(0),
      finished_at: null,
    });
  });

  it('shows a step from the moment it is scheduled, and what came out of it', () => {
    const scheduled = step('1', 'readPage', read.url);
    expect(project(started, scheduled).steps).toEqual([
      { name: 'readPage', status: 'scheduled', started_at: null, finished_at: null, attempts: 0, detail: read.url },
    ]);
    const view = project(
      started,
      scheduled,
      { type: 'activity_started', key: '1', attempt: 2, startedAt: at(2) },
      { type: 'activity_completed', key: '1', result: read },
    );
    expect(view.steps).toEqual([
      {
        name: 'readPage',
        status: 'succeeded',
        started_at: at(2),
        finished_at: at(3),
        attempts: 2,
        detail: 'https://a.example/: 300 words',
      },
    ]);
    expect(view).toMatchObject({ sources_attempted: 1, sources_succeeded: 1, attempts: [read] });
  });

  it('counts a page whose reader never came back as tried', () => {
    const view = project(started, step('1', 'readPage', read.url), {
      type: 'activity_failed',
      key: '1',
      failure: { kind: 'timed_out', message: 'activity StartToClose timeout' },
    });
    expect(view.attempts).toEqual([expect.objectContaining({ url: read.url, outcome: 'failed', reason: 'timeout' })]);
    expect(view).toMatchObject({ sources_attempted: 1, sources_succeeded: 0 });
    expect(view.steps[0]).toMatchObject({ status: 'failed' });
  });

  it('counts an address once when it was read at last', () => {
    const view = project(
      started,
      step('1', 'readPage', read.url),
      { type: 'activity_failed', key: '1', failure: { kind: 'timed_out', message: 'x' } },
      step('2', 'readPage', read.url),
      { type: 'activity_completed', key: '2', result: read },
    );
    expect(view).toMatchObject({ sources_attempted: 1, sources_succeeded: 1, attempts: [read] });
  });

  it('is paused while either the run or the server pauses it, and goes back to what the run said', () => {
    const paused: Fields = { type: 'memo_upserted', memo: { status: 'paused' } };
    const resumed: Fields = { type: 'memo_upserted', memo: { status: 'running' } };
    const serverPaused: Fields = { type: 'run_paused' };
    const serverResumed: Fields = { type: 'run_unpaused' };
    expect(project(started, paused).overall_status).toBe('paused');
    expect(project(started, paused, resumed).overall_status).toBe('running');
    expect(project(started, serverPaused).overall_status).toBe('paused');
    expect(project(started, serverPaused, serverResumed).overall_status).toBe('running');
    expect(project(started, paused, serverPaused, serverResumed).overall_status).toBe('paused');
  });

  it.each([
    ['run_cancelled', 'cancelled'],
    ['run_terminated', 'cancelled'],
    ['run_timed_out', 'failed'],
  ] as const)('composes an answer for a run that ended by %s', (type, status) => {
    const view = project(started, step('1', 'searchWeb', 'sky'), { type });
    expect(view.overall_status).toBe(status);
    expect(view.finished_at).toBe(at(2));
    expect(view.answer).not.toBe('');
    expect(view.answer).not.toBeNull();
    expect(view.reason?.code).toBeTruthy();
    expect(view.steps[0]?.status).toBe('cancelled');
  });

  it('shows a failed run with its message', () => {
    expect(project(started, { type: 'run_failed', message: 'the disk is full' })).toMatchObject({
      overall_status: 'failed',
      reason: { code: 'internal', message: 'the disk is full' },
    });
  });

  it('ends with what the workflow returned', () => {
    const result = {
      overall_status: 'partial',
      reason: { code: 'nothing_found', message: 'm' },
      answer: 'A',
      answer_text: 'A',
    };
    expect(project(started, { type: 'run_completed', result })).toMatchObject({
      overall_status: 'partial',
      answer: 'A',
      answered_by: { mode: 'code', model: null },
      pending_input: null,
    });
  });

  it('keeps the warnings that the run wrote into its memo', () => {
    expect(project(started, { type: 'memo_upserted', memo: { warnings: ['w'] } }).warnings).toEqual(['w']);
  });
});

describe('the events of a run', () => {
  it('add up to the view: folding what changed gives the same as projecting the whole', () => {
    const events = history(
      started,
      { type: 'memo_upserted', memo: { kind: 'question', language: 'en' } },
      step('1', 'readPage', read.url),
      { type: 'other' },
      { type: 'activity_completed', key: '1', result: read },
      { type: 'run_cancelled' },
    );
    let projection = emptyProjection('run_1');
    let folded = projection.view;
    const names: string[] = [];
    for (const event of events) {
      const next = applyRunEvent(projection, event);
      const changed = changedFields(projection.view, next.view);
      if (changed !== null) {
        folded = { ...folded, ...changed };
        names.push(eventName(event, changed));
      }
      projection = next;
    }
    expect(folded).toEqual(projectRun('run_1', events).view);
    expect(names).toEqual(['run', 'step', 'step', 'page', 'end']);
  });
});
