/** robots.txt (RFC 9309): asked for once a day per origin, through the same guard as everything else. */
import robotsModule from 'robots-parser';

/** What asking for a robots.txt came to. */
export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly text: string }
  /** 4xx or too many redirects: there are no rules */
  | { readonly kind: 'unavailable' }
  /** 5xx, 429, network fault, time-out */
  | { readonly kind: 'unreachable' };

export type FetchRobots = (url: URL, signal: AbortSignal) => Promise<RobotsAnswer>;

export type RobotsVerdict =
  | { readonly allowed: true; readonly crawlDelayMs: number }
  | { readonly allowed: false; readonly reason: 'robots_disallowed' | 'robots_unreachable' | 'robots_crawl_delay' };

export interface Robots {
  /** @throws only when `signal` aborts */
  verdict(url: URL, signal: AbortSignal): Promise<RobotsVerdict>;
}

export interface RobotsOptions {
  readonly fetchRobots: FetchRobots;
  readonly whenUnreachable: 'allow' | 'disallow';
  /** clock, milliseconds */
  readonly now?: () => number;
}

/** The name that site owners address in their rules: the product token, not the whole user agent. */
export const ROBOTS_TOKEN = 'SyntheticApiBot';

// RFC 9309, sections 2.4 and 2.5: at most 24 hours; at least 500 KiB have to be parsed.
const KEPT_MS = 24 * 3_600_000;
export const ROBOTS_MAX_BYTES = 500 * 1024;
const UNREACHABLE_KEPT_MS = 5 * 60_000;
// A file of wildcards made robots-parser take seconds for one check; real rules are far below these.
const LINE_MAX_CHARACTERS = 2_048;
const MOST_LINES = 5_000;
const MOST_WILDCARDS = 10;
// Checking 5,000 wildcards against an address of 2,000 characters takes about 0.1 s.
const MOST_WILDCARDS_IN_ALL = 5_000;
/** A host that wants more than this between two pages is left alone. */
const LONGEST_CRAWL_DELAY_MS = 30_000;
const MOST_ORIGINS = 2_000;

/** The part of robots-parser that is used; its own types do not fit an ES module's import. */
interface Rules {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
}
const robotsParser = robotsModule as unknown as (address: string, text: string) => Rules;

interface Kept {
  readonly until: number;
  readonly rules: Rules | null;
  readonly crawlDelayMs: number;
  readonly unreachable: boolean;
}

const wildcards = (line: string): number => line.split('*').length - 1;

/** The file within caps. A directory that ends in the middle of a line loses that line. */
function withinCaps(text: string): string[] {
  const whole = text.length > ROBOTS_MAX_BYTES ? text.slice(0, text.lastIndexOf('\n', ROBOTS_MAX_BYTES)) : text;
  let wildcardsLeft = MOST_WILDCARDS_IN_ALL;
  return whole
    .split(/\r\n|\r|\n/u)
    .slice(0, MOST_LINES)
    .map((line) => line.replace(/\*{2,}/gu, '*'))
    .filter((line) => line.length <= LINE_MAX_CHARACTERS && wildcards(line) <= MOST_WILDCARDS)
    .filter((line) => {
      const fits = wildcards(line) <= wildcardsLeft;
      if (fits) wildcardsLeft -= wildcards(line);
      return fits;
    });
}

/** `Crawl-delay` between two user-agent lines would split their group: only rule lines end one. */
const isCrawlDelay = (line: string): boolean => /^\s*crawl-delay\s*:/iu.test(line);

export function parseRobots(address: string, text: string): { rules: Rules; crawlDelayMs: number } {
  const lines = withinCaps(text);
  const rules = robotsParser(address, lines.filter((line) => !isCrawlDelay(line)).join('\n'));
  const delay = robotsParser(address, lines.join('\n')).getCrawlDelay(ROBOTS_TOKEN);
  return { rules, crawlDelayMs: delay !== undefined && delay > 0 ? delay * 1000 : 0 };
}

export function createRobots({ fetchRobots, whenUnreachable, now = Date.now }: RobotsOptions): Robots {
  const kept = new Map<string, Kept>();

  async function ask(url: URL, signal: AbortSignal): Promise<Kept> {
    const address = new URL('/robots.txt', url);
    const answer = await fetchRobots(address, signal);
    if (answer.kind === 'unreachable')
      return { until: now() + UNREACHABLE_KEPT_MS, rules: null, crawlDelayMs: 0, unreachable: true };
    const until = now() + KEPT_MS;
    if (answer.kind === 'unavailable') return { until, rules: null, crawlDelayMs: 0, unreachable: false };
    return { until, ...parseRobots(address.href, answer.text), unreachable: false };
  }

  function keep(origin: string, entry: Kept): void {
    kept.delete(origin);
    const oldest = kept.keys().next();
    if (kept.size >= MOST_ORIGINS && !oldest.done) kept.delete(oldest.value);
    kept.set(origin, entry);
  }

  return {
    async verdict(url, signal) {
      let entry = kept.get(url.origin);
      if (!entry || entry.until <= now()) {
        entry = await ask(url, signal);
        keep(url.origin, entry);
      }
      if (entry.unreachable && whenUnreachable === 'disallow') return { allowed: false, reason: 'robots_unreachable' };
      // The file itself may always be read, and an address without a fragment is what rules speak of.
      const plain = new URL(url.pathname + url.search, url.origin).href;
      if (url.pathname !== '/robots.txt' && entry.rules?.isAllowed(plain, ROBOTS_TOKEN) === false)
        return { allowed: false, reason: 'robots_disallowed' };
      if (entry.crawlDelayMs > LONGEST_CRAWL_DELAY_MS) return { allowed: false, reason: 'robots_crawl_delay' };
      return { allowed: true, crawlDelayMs: entry.crawlDelayMs };
    },
  };
}
