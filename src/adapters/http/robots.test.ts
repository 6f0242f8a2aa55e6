import { describe, expect, it } from '@jest/globals';
import { createRobots, parseRobots, ROBOTS_MAX_BYTES, ROBOTS_TOKEN } from './robots.js';
import type { FetchRobots, RobotsAnswer } from './robots.js';

const address = 'https://example.com/robots.txt';
const allows = (text: string, path: string): boolean =>
  parseRobots(address, text).rules.isAllowed(`https://example.com${path}`, ROBOTS_TOKEN) !== false;
const signal = new AbortController().signal;
const url = (path: string, origin = 'https://example.com') => new URL(path, origin);
const rules = (text: string): RobotsAnswer => ({ kind: 'rules', text });

describe('rules', () => {
  it('for our token win over those for everybody', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: syntheticapibot\nDisallow: /a';
    expect([allows(text, '/b'), allows(text, '/a')]).toEqual([true, false]);
  });

  it('the longer one wins, and a tie allows', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c';
    expect([allows(text, '/a/x'), allows(text, '/a/b/x'), allows(text, '/c')]).toEqual([false, true, true]);
  });

  it('hold after a crawl-delay between two agents of one group', () => {
    const text = `User-agent: ${ROBOTS_TOKEN}\nCrawl-delay: 5\nUser-agent: Other\nDisallow: /a`;
    expect(allows(text, '/a')).toBe(false);
  });

  it('may start with a mark, end lines in any way and be a page of HTML', () => {
    expect(allows('\ufeffUser-agent: *\rDisallow: /a\r\nDisallow: /b', '/b')).toBe(false);
    expect(allows('<!doctype html><title>Not found</title>', '/a')).toBe(true);
  });

  it('past the caps are left out: bytes, and wildcards, each of which costs time at every check', () => {
    const late = `User-agent: *\nDisallow: /early\n${'# '.padEnd(1_000, 'x').concat('\n').repeat(600)}Disallow: /late`;
    expect(late.length).toBeGreaterThan(ROBOTS_MAX_BYTES);
    expect([allows(late, '/early'), allows(late, '/late')]).toEqual([false, true]);
    // One wildcard stands in the user-agent line.
    const stars = `User-agent: *\n${'Disallow: /*a*b*c*d*e*f*g*h*i*j\n'.repeat(499)}`;
    const after = (text: string) =>
      ['/x/last', '/plain'].map((path) => allows(`${text}Disallow: /x*last\nDisallow: /plain`, path));
    expect(after(stars)).toEqual([false, false]);
    expect(after(`${stars}Disallow: /*a*b*c*d*e*f*g*h*i\n`)).toEqual([true, false]);
    expect(allows('User-agent: *\nDisallow: /*a*b*c*d*e*f*g*h*i*j*k', '/abcdefghijk')).toBe(true);
  });
});

describe('the verdict', () => {
  const robotsWith = (answer: RobotsAnswer, whenUnreachable: 'allow' | 'disallow' = 'allow') => {
    const asked: string[] = [];
    let now = 0;
    const fetchRobots: FetchRobots = async (at) => {
      asked.push(at.href);
      return answer;
    };
    const robots = createRobots({ fetchRobots, whenUnreachable, now: () => now });
    return { robots, asked, pass: (ms: number) => void (now += ms) };
  };

  it('is asked for once a day per origin: scheme, host and port', async () => {
    const { robots, asked, pass } = robotsWith(rules('User-agent: *\nDisallow: /a'));
    expect(await robots.verdict(url('/a?x#y'), signal)).toEqual({ allowed: false, reason: 'robots_disallowed' });
    expect(await robots.verdict(url('/b'), signal)).toEqual({ allowed: true, crawlDelayMs: 0 });
    await robots.verdict(url('/b', 'http://example.com'), signal);
    await robots.verdict(url('/b', 'https://example.com:8443'), signal);
    pass(24 * 3_600_000 - 1);
    await robots.verdict(url('/b'), signal);
    expect(asked).toEqual([address, 'http://example.com/robots.txt', 'https://example.com:8443/robots.txt']);
    pass(1);
    await robots.verdict(url('/b'), signal);
    expect(asked).toHaveLength(4);
  });

  it('lets robots.txt itself be read whatever it says', async () => {
    const { robots } = robotsWith(rules('User-agent: *\nDisallow: /'));
    expect(await robots.verdict(url('/robots.txt'), signal)).toMatchObject({ allowed: true });
  });

  it('without a file allows, without an answer goes by the setting and asks again soon', async () => {
    expect(await robotsWith({ kind: 'unavailable' }, 'disallow').robots.verdict(url('/a'), signal)).toMatchObject({
      allowed: true,
    });
    expect(await robotsWith({ kind: 'unreachable' }).robots.verdict(url('/a'), signal)).toMatchObject({
      allowed: true,
    });
    const strict = robotsWith({ kind: 'unreachable' }, 'disallow');
    expect(await strict.robots.verdict(url('/a'), signal)).toEqual({ allowed: false, reason: 'robots_unreachable' });
    strict.pass(5 * 60_000);
    await strict.robots.verdict(url('/a'), signal);
    expect(strict.asked).toHaveLength(2);
  });

  it('honours a crawl-delay, and leaves a host alone that asks for more than a run can wait', async () => {
    const delay = (seconds: number) =>
      robotsWith(rules(`User-agent: *\nCrawl-delay: ${seconds}`)).robots.verdict(url('/'), signal);
    expect(await delay(3)).toEqual({ allowed: true, crawlDelayMs: 3_000 });
    expect(await delay(31)).toEqual({ allowed: false, reason: 'robots_crawl_delay' });
  });
});
