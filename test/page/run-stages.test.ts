import { describe, expect, it } from '@jest/globals';
import { formatAge, formatDuration, formatUsd, safeHref } from '../../src/page/format.js';
import { announcementOf, pageRows, stagesOf } from '../../src/page/run-stages.js';
import { attempt, failedRun, inFlight, modelRun, OPERA_PAGES, readingRun, runView, step } from './support/runs.js';

const { OPERA, UTZON, PAPER } = OPERA_PAGES;
const words = (view: Parameters<typeof stagesOf>[0]): string[] => stagesOf(view).map((stage) => stage.words);
const states = (view: Parameters<typeof stagesOf>[0]): string[] => stagesOf(view).map((stage) => stage.state);

describe('stagesOf', () => {
  it('names all five stages before anything has happened', () => {
    expect(words(runView())).toEqual(['understand', 'search', 'read', 'check', 'done']);
    expect(new Set(states(runView()))).toEqual(new Set(['ahead']));
  });

  it('says what is under way, with numbers', () => {
    expect(words(readingRun())).toEqual(['understood', 'searched 3 ways', 'reading 5 pages', 'check', 'done']);
    expect(states(readingRun())).toEqual(['done', 'done', 'now', 'ahead', 'ahead']);
  });

  it('tells a finished run in five short phrases', () => {
    expect(words(modelRun())).toEqual([
      'understood',
      'searched 3 ways',
      'read 3 of 5 pages',
      'checked 4 quotes',
      'done in 4.2 s',
    ]);
  });

  it('marks what failed and what was therefore left out', () => {
    expect(states(failedRun())).toEqual(['done', 'failed', 'left_out', 'left_out', 'failed']);
    expect(words(failedRun())[4]).toBe('ended after 1.4 s');
  });

  it('counts no page as read when none was', () => {
    const refused = attempt(OPERA, { outcome: 'refused', reason: 'robots_disallowed' });
    const view = runView({ steps: [step('readPage', `${OPERA}: robots_disallowed`)], attempts: [refused] });
    expect(stagesOf(view)[2]).toMatchObject({ state: 'failed', words: 'page not read' });
  });

  it('needs no search when a page was given', () => {
    const view = runView({ steps: [step('classify', null), inFlight('readPage', OPERA)] });
    expect(words(view).slice(1, 3)).toEqual(['no search', 'reading 1 page']);
  });

  it('says that passages are being found between reading and drafting', () => {
    const view = runView({ steps: [step('readPage', `${OPERA}: 9 words`), inFlight('indexPage', 'page_1')] });
    expect(stagesOf(view)[3]).toMatchObject({ state: 'now', words: 'finding passages' });
  });

  it('says that a paused run is paused', () => {
    expect(stagesOf(readingRun({ overall_status: 'paused' }))[4]).toMatchObject({ state: 'now', words: 'paused' });
  });
});

describe('pageRows', () => {
  it('keeps the order in which pages were taken up, whatever order outcomes come in', () => {
    const steps = [
      step('readPage', `${OPERA}: 9 words`),
      inFlight('readPage', UTZON),
      step('readPage', `${PAPER}: 7 words`),
    ];
    const rows = pageRows(runView({ steps, attempts: [attempt(PAPER), attempt(OPERA)] }));
    expect(rows.map(({ url, attempt: came }) => [url, came?.outcome ?? null])).toEqual([
      [OPERA, 'read'],
      [UTZON, null],
      [PAPER, 'read'],
    ]);
  });

  it('shows a page that is tried again as being read, then by its last outcome', () => {
    const attempts = [attempt(OPERA, { outcome: 'needs_browser' })];
    const again = [step('readPage', `${OPERA}: script_shell`), inFlight('renderPage', OPERA)];
    expect(pageRows(runView({ steps: again, attempts }))).toEqual([{ url: OPERA, attempt: null }]);
    const done = [step('readPage', `${OPERA}: script_shell`), step('renderPage', `${OPERA}: 12 words`)];
    const both = [...attempts, attempt(OPERA, { how: 'browser' })];
    expect(pageRows(runView({ steps: done, attempts: both }))[0]?.attempt?.how).toBe('browser');
  });

  it('takes addresses with colons and ports whole', () => {
    const url = 'http://127.0.0.1:8080/wiki/Help:Contents';
    expect(pageRows(runView({ steps: [step('readPage', `${url}: 12 words`)] })).map((row) => row.url)).toEqual([url]);
    expect(pageRows(runView({ steps: [inFlight('readPage', url)] })).map((row) => row.url)).toEqual([url]);
  });
});

describe('announcementOf', () => {
  it('says the same while a stage lasts', () => {
    const one = runView({ steps: [inFlight('readPage', OPERA)] });
    const two = runView({ steps: [step('readPage', `${OPERA}: 9 words`), inFlight('readPage', UTZON)] });
    expect(announcementOf(one)).toBe(announcementOf(two));
  });

  it('sums up the end', () => {
    expect(announcementOf(modelRun())).toBe('Answered. 3 of 5 pages read.');
  });
});

describe('how things are written', () => {
  it.each([
    [0, '0.0 s'],
    [20, 'under 0.1 s'],
    [4200, '4.2 s'],
    [9990, '10 s'],
    [59_600, '1 min'],
    [72_000, '1 min 12 s'],
    [3_700_000, '1 h 1 min'],
  ])('%i ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('writes ages in words and older ones as dates', () => {
    const now = Date.parse('2026-05-04T12:00:00Z');
    const ages = [
      '2026-05-04T11:59:50Z',
      '2026-05-04T11:20:00Z',
      '2026-05-03T12:00:00Z',
      '2026-01-02T12:00:00Z',
      'nonsense',
    ];
    expect(ages.map((iso) => formatAge(iso, now))).toEqual([
      'just now',
      '40 minutes ago',
      'yesterday',
      '2 Jan 2026',
      '',
    ]);
  });

  it('writes small amounts so that they are not nothing', () => {
    expect([0, 0.0004, 0.0124, 1.5].map(formatUsd)).toEqual(['$0', '$0.0004', '$0.012', '$1.50']);
  });

  it('makes links of web addresses only', () => {
    expect(['https://a.example/', 'javascript:alert(1)', 'data:text/html,x', ''].map(safeHref)).toEqual([
      'https://a.example/',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
