/** One browser session that lives between activities: its tabs, and what happened in them while nobody looked. */
import type { BrowserContext, Dialog, Download, Page, Request, Response } from 'playwright';
import { SessionLostError } from '../../../contracts/errors.js';
import type { Look } from './look.js';
import { refusePaymentSheet } from '../acting/collect-evidence.js';
import type { GuardedContext } from '../browser-host.js';
import { pinContext, type DomainPin } from './domain-pin.js';

/** Pages without end are a fault of the site: what is opened beyond this is closed. */
const MOST_TABS = 8;

export interface Tab {
  /** `t1`, `t2`, …; never used again */
  readonly id: string;
  readonly page: Page;
  /** the tab that opened it */
  readonly opener: string | null;
}

/** A confirm or prompt that waits for its answer; the page stands still until then. */
export interface OpenDialog {
  readonly tab: string;
  readonly kind: 'confirm' | 'prompt';
  readonly message: string;
  readonly dialog: Dialog;
}

export class ActingSession {
  readonly tabs = new Map<string, Tab>();
  private readonly ids = new Map<Page, string>();
  /** resolves with a page's id once its frames are held */
  private readonly held = new Map<Page, Promise<void>>();
  private opened = 0;
  private activeId = '';
  private crashed = false;
  private closed = false;
  lastUsed = performance.now();
  dialog: OpenDialog | null = null;
  /** alerts that were closed, and what else a person would have seen pass by; oldest first */
  readonly notices: string[] = [];
  readonly downloads: Download[] = [];
  /** requests that are not mere reading, since the session began */
  writes = 0;
  private readonly statuses = new Map<Page, number>();
  /** main-frame loads that have not been answered */
  private readonly loads = new Set<Request>();
  /** what the last look at the session showed */
  seen: Look | null = null;
  /** refs that were acted on to no effect since the page last changed */
  readonly tried = new Set<string>();
  private readonly dialogWaiters = new Set<() => void>();

  private constructor(
    readonly id: string,
    private readonly guarded: GuardedContext,
    readonly pin: DomainPin,
  ) {}

  static async begin(id: string, guarded: GuardedContext, pin: readonly string[]): Promise<ActingSession> {
    await refusePaymentSheet(guarded.context);
    const session = new ActingSession(id, guarded, await pinContext(guarded.context, pin));
    session.listen(guarded.context);
    await session.adopt(await guarded.context.newPage());
    return session;
  }

  private listen(context: BrowserContext): void {
    context.on('page', (page) => void this.adopt(page).catch(() => undefined));
    context.on('request', (request) => this.noteRequest(request));
    context.on('response', (response) => this.noteResponse(response));
    context.on('requestfinished', (request) => void this.loads.delete(request));
    context.on('requestfailed', (request) => void this.loads.delete(request));
    context.on('close', () => {
      this.closed = true;
      this.wakeDialogWaiters();
    });
  }

  /** Takes a page in, once, however it came about. */
  private adopt(page: Page): Promise<void> {
    const known = this.held.get(page);
    if (known !== undefined) return known;
    const taking = this.take(page);
    this.held.set(page, taking);
    return taking;
  }

  private async take(page: Page): Promise<void> {
    if (this.tabs.size >= MOST_TABS) {
      this.notice('a further tab that the page opened was closed');
      return page.close();
    }
    const id = `t${++this.opened}`;
    page.on('dialog', (dialog) => void this.meet(id, dialog));
    page.on('crash', () => (this.crashed = true));
    page.on('download', (download) => this.downloads.push(download));
    page.on('close', () => this.drop(page));
    const opener = await page.opener();
    await this.pin.hold(page);
    if (page.isClosed()) return;
    this.ids.set(page, id);
    this.tabs.set(id, { id, page, opener: opener === null ? null : (this.ids.get(opener) ?? null) });
    this.activeId = id;
  }

  private drop(page: Page): void {
    const id = this.ids.get(page);
    if (id === undefined) return;
    const opener = this.tabs.get(id)?.opener;
    this.tabs.delete(id);
    if (this.activeId !== id) return;
    this.activeId = opener != null && this.tabs.has(opener) ? opener : ([...this.tabs.keys()].at(-1) ?? '');
  }

  /** Alerts and "leave this page?" say nothing that needs an answer; confirm and prompt do. */
  private async meet(tab: string, dialog: Dialog): Promise<void> {
    const kind = dialog.type();
    if (kind === 'confirm' || kind === 'prompt') {
      this.dialog = { tab, kind, message: dialog.message().slice(0, 500), dialog };
      this.wakeDialogWaiters();
      return;
    }
    this.notice(kind === 'beforeunload' ? 'the page asked whether to leave it' : `alert: ${dialog.message()}`);
    await dialog.accept().catch(() => undefined);
  }

  private notice(text: string): void {
    if (this.notices.length < 50) this.notices.push(text.slice(0, 300));
  }

  private noteRequest(request: Request): void {
    const reads = /^(?:GET|HEAD|OPTIONS)$/u.test(request.method());
    // Counters of visits go elsewhere; what changes the task's site goes to the site.
    if (!reads && this.pin.allows(request.url())) this.writes += 1;
    if (isMainLoad(request)) this.loads.add(request);
  }

  private noteResponse(response: Response): void {
    const request = response.request();
    if (!isMainLoad(request)) return;
    this.loads.delete(request);
    this.statuses.set(request.frame().page(), response.status());
  }

  /** Is a page on its way that has not been answered? */
  get loading(): boolean {
    return this.loads.size > 0;
  }

  private wakeDialogWaiters(): void {
    for (const wake of this.dialogWaiters) wake();
    this.dialogWaiters.clear();
  }

  /** Resolves when a confirm or prompt opens, or the session ends. */
  nextDialog(): { readonly opened: Promise<void>; forget(): void } {
    let wake: () => void = () => undefined;
    const opened = new Promise<void>((done) => (wake = done));
    this.dialogWaiters.add(wake);
    return { opened, forget: () => this.dialogWaiters.delete(wake) };
  }

  /** @throws SessionLostError it cannot be used any more */
  check(): void {
    if (this.closed || this.crashed || this.tabs.size === 0) throw new SessionLostError(this.id);
    this.lastUsed = performance.now();
  }

  /** The tab that is looked at. @throws SessionLostError */
  get active(): Tab {
    this.check();
    const tab = this.tabs.get(this.activeId);
    if (tab === undefined) throw new SessionLostError(this.id);
    return tab;
  }

  /** @returns false when there is no such tab */
  switchTo(id: string): boolean {
    if (!this.tabs.has(id)) return false;
    this.activeId = id;
    return true;
  }

  /** HTTP status of what stands in the active tab */
  get status(): number | null {
    return this.statuses.get(this.active.page) ?? null;
  }

  /** Waits until every tab that was opened so far is held. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.held.values());
  }

  refusedHosts(): readonly string[] {
    return this.guarded.refusals().map(({ host }) => host);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.wakeDialogWaiters();
    await this.guarded.close();
  }
}

/** A load of a whole page. A tab that is not known yet makes its first load again. */
function isMainLoad(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return false;
  }
}
