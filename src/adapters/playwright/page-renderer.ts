/** Reads pages in Chromium, within bounds that are kept from outside the page: nothing a page does holds a worker up. */
import { BrowserLostError, BrowserMissingError } from '../../contracts/errors.js';
import type { ReadOutcome } from '../../ports/page-reader.js';
import type { PageRenderer, RenderOptions } from '../../ports/page-renderer.js';
import { EgressRefusedError, type EgressGuard } from '../egress/guard.js';
import { HostBackedOffError, type Turn } from '../http/host-pace.js';
import type { HttpReader } from '../http/http-reader.js';
import { outcomeOfStatus, unread, type UnreadOutcome } from '../http/outcomes.js';
import type { BrowserHost } from './browser-host.js';
import { outcomeOfNavigationFault } from './navigation-faults.js';
import { RENDER_LIMITS, tooLate, Visit, type RenderLimits, type Seen } from './page-visit.js';

export type { RenderLimits } from './page-visit.js';

export interface PageRendererDeps {
  readonly browsers: BrowserHost;
  readonly guard: EgressGuard;
  /** takes the markup apart as it does its own, keeps the pace per host, and knows every robots.txt */
  readonly http: Pick<HttpReader, 'readBytes' | 'turn' | 'robotsRefusal'>;
  readonly limits?: Partial<RenderLimits>;
}

/** Waiting for a host's turn is no work: longer than this and the page stays as plain HTTP found it. */
const TURN_MS = 10_000;

export function createPageRenderer(deps: PageRendererDeps): PageRenderer {
  return new Renderer(deps);
}

class Renderer implements PageRenderer {
  private readonly limits: RenderLimits;

  constructor(private readonly deps: PageRendererDeps) {
    this.limits = { ...RENDER_LIMITS, ...deps.limits };
  }

  async render(url: string, options: RenderOptions): Promise<ReadOutcome> {
    const { signal } = options;
    signal.throwIfAborted();
    let turn: Turn | null = null;
    try {
      const target = this.deps.guard.checkUrl(url);
      turn = await this.deps.http.turn(target.host, AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]));
      return await this.visit(target, options);
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOfError(error, hostOf(url));
    } finally {
      turn?.release();
    }
  }

  async close(): Promise<void> {
    await this.deps.browsers.close();
  }

  private async visit(target: URL, options: RenderOptions): Promise<ReadOutcome> {
    const { language, owner, signal: caller } = options;
    const late = AbortSignal.timeout(this.limits.totalMs);
    const signal = AbortSignal.any([caller, late]);
    const opened = await this.deps.browsers.open({ owner, context: { locale: language } });
    try {
      const robots = (url: URL) => this.deps.http.robotsRefusal(url, signal);
      const visit = new Visit(target, opened, signal, this.limits, robots);
      const seen = await visit.see();
      return 'outcome' in seen ? seen : await this.read(target.href, seen, options);
    } catch (error) {
      caller.throwIfAborted();
      if (late.aborted) return tooLate(target.host);
      throw error;
    } finally {
      await opened.close();
    }
  }

  private async read(
    asked: string,
    { html, url, status, retryAfterMs }: Seen,
    { signal, explain = false }: RenderOptions,
  ): Promise<ReadOutcome> {
    const body = { url, asked, status, rendered: true, explain, contentType: 'text/html; charset=utf-8' };
    const outcome = await this.deps.http.readBytes({ ...body, bytes: Buffer.from(html, 'utf8') }, signal);
    if (status < 400 || outcome.outcome === 'gated') return outcome;
    // What an error page says is never content.
    return { ...outcomeOfStatus(status, new URL(url).host, retryAfterMs), how: 'browser' };
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'This address');
function outcomeOfError(error: unknown, host: string): UnreadOutcome {
  if (error instanceof EgressRefusedError) return unread('refused', 'egress_refused', error.message, { how: null });
  if (error instanceof BrowserMissingError)
    return unread('needs_browser', 'no_browser', `This page needs a browser, and ${error.message}.`, { how: null });
  if (error instanceof HostBackedOffError) return unread('failed', 'host_backoff', `${error.message}.`, { how: null });
  if (error instanceof BrowserLostError)
    return unread('failed', 'browser_lost', `The browser ended while it read ${host}.`, {
      how: 'browser',
      retryable: true,
    });
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return unread('failed', 'host_backoff', `${host} had no room for a browser's visit.`, { how: null });
  return outcomeOfNavigationFault(error, host);
}
