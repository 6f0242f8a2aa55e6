/** One page in a browser, from its address to its markup, within bounds that are kept from outside the page. */
import type { Page, Request, Response, Route } from 'playwright';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserLostError } from '../../contracts/errors.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import { unread, type UnreadOutcome } from '../http/outcomes.js';
import type { GuardedContext } from './browser-host.js';
import { inPage } from './in-page.js';
import { outcomeOfNavigationFault } from './navigation-faults.js';

export interface RenderLimits {
  /** one page from its turn at the host to its text, milliseconds [45,000] */
  readonly totalMs: number;
  /** until the address answers [20,000] */
  readonly answerMs: number;
  /** for scripts to put the page together, after it answered [8,000] */
  readonly settleMs: number;
  /** a list that grows while it is scrolled is followed for this long [6,000] */
  readonly scrollMs: number;
  /** and this often [6] */
  readonly scrolls: number;
  /** characters of markup [10,000,000] */
  readonly htmlCharacters: number;
}
export const RENDER_LIMITS: RenderLimits = {
  totalMs: 45_000,
  answerMs: 20_000,
  settleMs: 8_000,
  scrollMs: 6_000,
  scrolls: 6,
  htmlCharacters: 10_000_000,
};

/** Loaded by a page but never read. */
const LEFT_OUT = new Set([
  'image',
  'font',
  'media',
  'texttrack',
  'ping',
  'cspviolationreport',
  'eventsource',
  'manifest',
]);
const POLL_MS = 150;
/** A page whose text has not changed for this long is settled. */
const QUIET_MS = 600;

export interface Seen {
  readonly html: string;
  /** where the page came from in the end */
  readonly url: string;
  readonly status: number;
  readonly retryAfterMs: number | null;
}

/** What robots.txt has against an address, or null. */
export type AskRobots = (url: URL) => Promise<UnreadOutcome | null>;

/** One page, from its address to its markup. */
export class Visit {
  private last: Response | null = null;
  /** what robots.txt of another origin, to which the page went on, said */
  private turnedAway: UnreadOutcome | null = null;

  /** @param robots asked of origins a page leads to; default: nobody is, for visits that a person ordered */
  constructor(
    private readonly target: URL,
    private readonly opened: GuardedContext,
    private signal: AbortSignal,
    private readonly limits: RenderLimits,
    private readonly robots: AskRobots | null = null,
  ) {}

  async see(): Promise<Seen | UnreadOutcome> {
    const page = await this.bounded(this.opened.context.newPage());
    const crashed = new Promise<never>((_, fail) => {
      page.once('crash', () => fail(new BrowserLostError('the page crashed its browser tab')));
    });
    // Only raced against: without a race nobody would hear it.
    crashed.catch(() => undefined);
    return Promise.race([this.look(page), crashed]);
  }

  private async look(page: Page): Promise<Seen | UnreadOutcome> {
    const fault = await this.arrive(page);
    if (fault !== null) return fault;
    await this.scroll(page);
    return this.take(page);
  }

  /** Opens the address in the page and waits until it stands. null: it does */
  async arrive(page: Page): Promise<UnreadOutcome | null> {
    await this.bounded(this.prepare(page));
    const fault = await this.bounded(this.go(page));
    if (fault !== null) return fault;
    await this.settle(page);
    if (await this.closeConsent(page)) await this.settle(page, this.limits.settleMs / 2);
    return null;
  }

  /** Opens the address once more, in the same session. null: the page stands */
  async revisit(page: Page): Promise<UnreadOutcome | null> {
    const fault = await this.bounded(this.go(page));
    if (fault === null) await this.settle(page);
    return fault;
  }

  /** What is done from now on ends with this signal. */
  under(signal: AbortSignal): void {
    this.signal = signal;
  }

  private async prepare(page: Page): Promise<void> {
    const { context } = this.opened;
    await context.route('**/*', (route) => this.pass(route, page));
    context.on('page', (other) => void (other === page ? undefined : other.close().catch(() => undefined)));
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) this.last = response;
    });
  }

  private async pass(route: Route, page: Page): Promise<void> {
    const request = route.request();
    const refused = isPageItself(request, page) && (await this.robotsRefuse(request.url()).catch(() => true));
    if (refused) await route.abort('blockedbyclient').catch(() => undefined);
    else await leaveOut(route);
  }

  /** The origin that was asked for let the page be read before; another one is asked before it is read. */
  private async robotsRefuse(address: string): Promise<boolean> {
    const url = URL.canParse(address) ? new URL(address) : this.target;
    if (this.robots === null || url.origin === this.target.origin || !/^https?:$/.test(url.protocol)) return false;
    this.turnedAway ??= await this.quietly(this.robots(url));
    return this.turnedAway !== null;
  }

  private async go(page: Page): Promise<UnreadOutcome | null> {
    const { href, host } = this.target;
    try {
      const response = await page.goto(href, { waitUntil: 'commit', timeout: this.limits.answerMs });
      this.last ??= response;
    } catch (error) {
      if (this.wasRefused()) return refused();
      if (error instanceof Error && error.name === 'TimeoutError') return tooLate(host);
      if (isGone(error)) throw new BrowserLostError('the browser ended while it read', { cause: error });
      return outcomeOfNavigationFault(error, host);
    }
    return this.last?.status() === 403 && this.wasRefused() ? refused() : null;
  }

  /** Was the page itself turned away by the egress guard, and not only something it wanted to load? */
  private wasRefused(): boolean {
    const at = this.last === null ? this.target.hostname : new URL(this.last.url()).hostname;
    return this.opened.refusals().some(({ host }) => host === at || host === this.target.hostname);
  }

  /** Waits until the page's text stays the same, or its time is up. */
  async settle(page: Page, limitMs = this.limits.settleMs): Promise<void> {
    const end = performance.now() + limitMs;
    await this.quietly(page.waitForLoadState('domcontentloaded', { timeout: limitMs }));
    let known = -1;
    let quietSince = performance.now();
    while (performance.now() < end) {
      const { text } = (await this.quietly(inPage(page.mainFrame(), 'measurePage'))) ?? { text: known };
      if (text !== known) quietSince = performance.now();
      known = text;
      if (text > 0 && performance.now() - quietSince >= QUIET_MS) return;
      await this.bounded(sleep(POLL_MS));
    }
  }

  private async closeConsent(page: Page): Promise<boolean> {
    for (const frame of page.frames().slice(0, 10)) if (await this.quietly(inPage(frame, 'closeConsent'))) return true;
    return false;
  }

  private async scroll(page: Page): Promise<void> {
    const end = performance.now() + this.limits.scrollMs;
    const frame = page.mainFrame();
    let before = await this.quietly(inPage(frame, 'measurePage'));
    for (let n = 0; n < this.limits.scrolls && performance.now() < end; n += 1) {
      await this.quietly(inPage(frame, 'scrollToEnd'));
      await this.settle(page, Math.max(QUIET_MS * 2, end - performance.now()));
      const after = await this.quietly(inPage(frame, 'measurePage'));
      if (before === null || after === null || (after.text <= before.text && after.height <= before.height)) return;
      before = after;
    }
  }

  /** The page's markup as it stands. */
  async take(page: Page): Promise<Seen | UnreadOutcome> {
    // A server's redirect passes no route of the browser: its end is looked at here.
    await this.robotsRefuse(page.url());
    if (this.turnedAway !== null) return this.turnedAway;
    const html = await this.bounded(inPage(page.mainFrame(), 'flattenPage', this.limits.htmlCharacters));
    const { host } = this.target;
    if (html === null)
      return unread('too_large', 'body_too_large', `${host} sent more than is read of one page.`, { how: 'browser' });
    const url = /^https?:/.test(page.url()) ? page.url() : this.target.href;
    const after = (await this.quietly(this.last?.headerValue('retry-after') ?? Promise.resolve(null))) ?? undefined;
    return { html, url, status: this.last?.status() ?? 200, retryAfterMs: parseRetryAfter(after, Date.now()) };
  }

  /** Ends with the signal, whatever the page does. */
  async bounded<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    signal.throwIfAborted();
    let abort: (() => void) | undefined;
    const aborted = new Promise<never>((_, fail) => {
      abort = () => fail(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([work, aborted]);
    } catch (error) {
      if (isGone(error)) throw new BrowserLostError('the browser ended while it read', { cause: error });
      throw error;
    } finally {
      if (abort) signal.removeEventListener('abort', abort);
    }
  }

  /** Something that may fail without harm, such as asking a page that is just leaving. */
  private async quietly<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await this.bounded(work);
    } catch (error) {
      if (this.signal.aborted || error instanceof BrowserLostError) throw error;
      return null;
    }
  }
}

const leaveOut = (route: Route): Promise<void> =>
  (LEFT_OUT.has(route.request().resourceType()) ? route.abort('blockedbyclient') : route.continue()).catch(
    () => undefined,
  );

/** Not what it loads, nor a frame in it. A window that is about to open has no frame yet to ask for. */
function isPageItself(request: Request, page: Page): boolean {
  try {
    return request.isNavigationRequest() && request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}

/** Page, context or browser are no more: the driver's words for it. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  /Target page, context or browser has been closed|Browser has been closed/.test(error.message);

const refused = (): UnreadOutcome =>
  unread('refused', 'egress_refused', 'This address is not one of the public web.', { how: null });
export const tooLate = (host: string): UnreadOutcome =>
  unread('failed', 'timeout', `${host} did not answer in time, also in a browser.`, { how: 'browser' });
