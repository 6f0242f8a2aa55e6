import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { PageAttempt } from '../contracts/run.js';
import { composeEndedAnswer, hostOf, partialFooter, sourcesFooter } from './footers.js';
import { attemptInWords, reasonInWords } from './reason-words.js';
import { spoken } from './spoken.js';

const attempt = (url: string, over: Partial<PageAttempt> = {}): PageAttempt => ({
  url,
  outcome: 'failed',
  how: 'http',
  status: null,
  reason: 'timeout',
  duration_ms: 1,
  page_id: null,
  title: null,
  words: 0,
  ...over,
});
const READ = attempt('https://a.example/', { outcome: 'read', reason: null, page_id: 'p', title: 'Page A' });

describe('footers', () => {
  it('list the sources used by number, by host where a title is missing', () => {
    const sources = [
      { n: 1, title: 'One\n title', url: 'https://a.example/x' },
      { n: 2, title: ' ', url: 'https://www.b.example/y' },
    ];
    expect(sourcesFooter(sources)).toBe(
      '**Sources used**\n\n- [1] One title: https://a.example/x\n- [2] b.example: https://www.b.example/y',
    );
    expect(sourcesFooter([])).toBe('');
  });

  it('count what could be read and say why the rest could not; silent when all was read', () => {
    const attempts = [
      READ,
      attempt('https://b.example/'),
      attempt('https://c.example/', { outcome: 'gated', reason: null }),
    ];
    expect(partialFooter(attempts)).toBe(
      '**Partial results: 1 of 3 sources could be read**\n\n' +
        '- https://b.example/: did not answer in time\n- https://c.example/: needs a person first',
    );
    expect(partialFooter([READ])).toBe('');
    expect(partialFooter([])).toBe('');
  });
});

describe('the answer of a run without a draft', () => {
  it('says why, what each engine said, what was read and what failed', () => {
    const unauthorised = {
      engine: 'tavily',
      status: 'unauthorised' as const,
      reason: 'Tavily said 401. Set TAVILY_API_KEY.',
    };
    const made = composeEndedAnswer({
      reason: { code: 'cancelled', message: 'The run was cancelled' },
      attempts: [READ, attempt('https://b.example/x?y=1', { reason: 'http_503' })],
      searched: [unauthorised, unauthorised, { engine: 'wikipedia', status: 'empty', reason: null }],
    });
    expect(made.answer).toBe(
      [
        'The run was cancelled.',
        '**Search**',
        '- tavily: Tavily said 401. Set TAVILY_API_KEY.\n- wikipedia: found nothing',
        '**Pages read**',
        '- Page A: https://a.example/',
        '**Partial results: 1 of 2 sources could be read**',
        '- https://b.example/x?y=1: answered 503',
      ].join('\n\n'),
    );
    expect(made.answer_text).toBe(
      'The run was cancelled. tavily refused the key: Tavily said 401. Set TAVILY_API_KEY. wikipedia found nothing. ' +
        '1 of 2 sources could be read. b.example answered 503.',
    );
  });

  it('is the reason alone when nothing was tried', () => {
    const made = composeEndedAnswer({ reason: { code: 'x', message: 'Nothing (yet).' }, attempts: [], searched: [] });
    expect(made).toEqual({ answer: 'Nothing (yet).', answer_text: 'Nothing yet.' });
  });
});

describe('reasons in words', () => {
  it.each([
    ['robots_disallowed', 'its robots.txt asks us not to read this'],
    ['http_404', 'answered 404: there is no such page'],
    ['http_502', 'answered 502'],
    ['type_font', 'is not a text'],
    ['something_new', 'could not be read (something new)'],
    ['constructor', 'could not be read (constructor)'],
  ])('%s: %s', (code, words) => {
    expect(reasonInWords(code)).toBe(words);
  });

  it('are there for every code that a reader gives', () => {
    const adapters = new URL('../adapters/', import.meta.url);
    const sources = readdirSync(adapters, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => readFileSync(new URL(name, adapters), 'utf8'));
    const given = sources.flatMap((source) =>
      [...source.matchAll(/\b(?:unread|unreadContent|fault)\(\s*'\w+',\s*'(\w+)'/gu)].map((match) => match[1]!),
    );
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter((code) => reasonInWords(code).includes('('))).toEqual([]);
  });

  it('fall back to the outcome when there is no code', () => {
    expect(attemptInWords({ outcome: 'too_large', reason: null })).toBe('is larger than what is read of one page');
  });
});

describe('text read aloud', () => {
  it.each([
    ['See [1] and [2, 3].', 'See and.'],
    ['At https://example.org/a(b)?x=1 or www.example.org today', 'At or today'],
    ['# Title\n\n- *bold* `code` | cell', 'Title bold code cell'],
    ['costs (about) 3.5', 'costs about 3.5'],
  ])('%j is %j', (text, said) => {
    expect(spoken(text)).toBe(said);
  });
});

describe('the host of an address', () => {
  it('comes without www, port and user, and is the address itself when there is none', () => {
    expect(hostOf('https://user@www.example.org:8080/a')).toBe('example.org');
    expect(hostOf('not an address')).toBe('not an address');
  });
});
