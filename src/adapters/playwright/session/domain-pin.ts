/**
 * Keeps every main frame of a context on the sites it was opened for. A route handler sees only the first address of a
 * redirect chain, so each page's main frame is held by CDP Fetch, which sees every hop. A new tab begins its first load
 * before anybody can hold it: that load is stopped and made again once the hold is there.
 */
import type { BrowserContext, CDPSession, Page, Route } from 'playwright';
import { isWithin } from '../../../domain/acting/sites.js';

export interface DomainPin {
  /** addresses that were turned away, without their query, oldest first */
  refused(): readonly string[];
  /** May this address be opened by hand? Scheme and site. */
  allows(address: string): boolean;
  /** Holds a page's main frame; resolves once it is held, and once a first load that was stopped has been made. */
  hold(page: Page): Promise<void>;
}

const MOST_REMEMBERED = 50;
const FIRST_LOAD_MS = 20_000;

export async function pinContext(context: BrowserContext, pin: readonly string[]): Promise<DomainPin> {
  const made = new Pin(context, pin);
  await context.route('**/*', (route) => made.route(route));
  return made;
}

class Pin implements DomainPin {
  private readonly addresses: string[] = [];
  /** first loads of tabs that are not there yet; null: one that led elsewhere */
  private readonly stopped: (string | null)[] = [];

  constructor(
    private readonly context: BrowserContext,
    private readonly pin: readonly string[],
  ) {}

  refused(): readonly string[] {
    return this.addresses;
  }

  allows(address: string): boolean {
    return isWithin(address, this.pin);
  }

  async hold(page: Page): Promise<void> {
    const session = await this.context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
      const main = frameId === frameTree.frame.id;
      void this.judge(session, requestId, main ? request.url : null);
    });
    await session.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    });
    if (!page.url().startsWith('chrome-error:')) return;
    const first = this.stopped.shift() ?? null;
    const before = this.addresses.length;
    // What becomes of the load the page shows by itself. A tab that led elsewhere shows nothing.
    if (first !== null) await page.goto(first, { waitUntil: 'commit', timeout: FIRST_LOAD_MS }).catch(() => undefined);
    if (first === null || this.addresses.length > before) await page.close();
  }

  private async judge(session: CDPSession, requestId: string, address: string | null): Promise<void> {
    const refused = address !== null && !this.allows(address);
    if (refused) this.note(address);
    // Aborted, not blocked: the page that stood there stays.
    const answer = refused
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    // The page may have left meanwhile.
    await answer.catch(() => undefined);
  }

  async route(route: Route): Promise<void> {
    const request = route.request();
    const whose = request.isNavigationRequest() ? frameOf(route) : 'inner';
    const outside = whose !== 'inner' && !this.allows(request.url());
    const again = whose === 'new tab' && !outside && request.method() === 'GET';
    if (outside) this.note(request.url());
    if (again || (outside && whose === 'new tab')) this.stopped.push(again ? request.url() : null);
    // An aborted load leaves the page that stood there. A new tab has none, and is there only once it shows an error.
    const stop = () => route.abort(whose === 'new tab' ? 'blockedbyclient' : 'aborted');
    // A context that is closing settles its routes by itself.
    await (outside || again ? stop() : route.continue()).catch(() => undefined);
  }

  private note(address: string): void {
    const { origin, pathname } = new URL(address);
    if (this.addresses.length < MOST_REMEMBERED) this.addresses.push(`${origin === 'null' ? '' : origin}${pathname}`);
  }
}

/** Whose load it is. A tab's very first request comes before the tab itself is known. */
function frameOf(route: Route): 'main' | 'inner' | 'new tab' {
  try {
    return route.request().frame().parentFrame() === null ? 'main' : 'inner';
  } catch {
    return 'new tab';
  }
}
