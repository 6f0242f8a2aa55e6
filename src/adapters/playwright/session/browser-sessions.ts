/** The sessions of this worker, by name. In memory: what is lost with the worker is lost, and said so. */
import type { ActInput, ActResult, OpenSessionInput, OpenSessionResult } from '../../../contracts/acting.js';
import { HostBusyError, SessionLostError } from '../../../contracts/errors.js';
import type { ActTools, BrowserSessions, Observed } from '../../../ports/browser-sessions.js';
import { refusesPaymentHost } from '../../../domain/acting/payment-hosts.js';
import { EgressRefusedError, type EgressGuard } from '../../egress/guard.js';
import type { BrowserHost } from '../browser-host.js';
import { outcomeOfNavigationFault } from '../navigation-faults.js';
import { actIn } from './act.js';
import { ActingSession } from './acting-session.js';
import { endingWith } from './ending-with.js';
import { prepareMasking } from './masking.js';
import { screenshotOf } from './look.js';
import { observeSession } from './observe.js';

export interface BrowserSessionsDeps {
  readonly browsers: BrowserHost;
  readonly guard: EgressGuard;
  /** sessions at once: each is a page with its processes [4] */
  readonly seats?: number;
  /** a session that nobody used for this long belongs to a run that is gone, milliseconds [900,000] */
  readonly idleMs?: number;
}

/** A seat that was claimed is kept for this long, milliseconds: as long as its work may wait in the queue. */
const KEEP_MS = 60_000;
const ANSWER_MS = 30_000;
const SETTLE_MS = 3_000;
const IDLE_MS = 15 * 60_000;
const SEATS = 4;

export class Sessions implements BrowserSessions {
  private readonly live = new Map<string, ActingSession>();
  private readonly kept = new Map<string, number>();
  private readonly reaper: NodeJS.Timeout;

  constructor(private readonly deps: BrowserSessionsDeps) {
    this.reaper = setInterval(() => void this.reap(), 30_000).unref();
  }

  reserve(sessionId: string): boolean {
    const now = performance.now();
    for (const [id, until] of this.kept) if (until < now) this.kept.delete(id);
    const known = this.live.has(sessionId) || this.kept.has(sessionId);
    if (!known && this.live.size + this.kept.size >= (this.deps.seats ?? SEATS)) return false;
    this.kept.set(sessionId, now + KEEP_MS);
    return true;
  }

  async open(input: OpenSessionInput, signal: AbortSignal): Promise<OpenSessionResult> {
    signal.throwIfAborted();
    await this.close(input.sessionId);
    if (!this.reserve(input.sessionId)) throw new HostBusyError();
    try {
      const session = await this.begin(input);
      this.live.set(input.sessionId, session);
      return await endingWith(signal, this.goTo(session, input.url));
    } catch (error) {
      await this.close(input.sessionId);
      throw error;
    } finally {
      this.kept.delete(input.sessionId);
    }
  }

  private async begin({ runId, sessionId, language, pin }: OpenSessionInput): Promise<ActingSession> {
    await prepareMasking();
    const context = { locale: language, acceptDownloads: true, viewport: { width: 1280, height: 900 } };
    const refuses = (host: string) => pin.every((site) => refusesPaymentHost(host, site));
    return ActingSession.begin(sessionId, await this.deps.browsers.open({ owner: runId, refuses, context }), pin);
  }

  private async goTo(session: ActingSession, address: string): Promise<OpenSessionResult> {
    const { page } = session.active;
    try {
      const { href } = this.deps.guard.checkUrl(address);
      await page.goto(href, { waitUntil: 'domcontentloaded', timeout: ANSWER_MS });
      await page.waitForLoadState('load', { timeout: SETTLE_MS }).catch(() => undefined);
    } catch (error) {
      return { fault: faultOf(error, session, address), url: address, title: '', status: null };
    }
    return { fault: null, url: page.url(), title: (await page.title()).slice(0, 200), status: session.status };
  }

  /** The session, for what works in it. @throws SessionLostError there is none of that name */
  get(sessionId: string): ActingSession {
    const session = this.live.get(sessionId);
    if (session === undefined) throw new SessionLostError(sessionId);
    session.check();
    return session;
  }

  async observe(sessionId: string, signal: AbortSignal): Promise<Observed> {
    return endingWith(signal, observeSession(this.get(sessionId)));
  }

  async act(input: ActInput, tools: ActTools): Promise<ActResult> {
    const session = this.get(input.sessionId);
    try {
      return await endingWith(tools.signal, actIn(session, input, tools));
    } catch (error) {
      // The act may still be on its way: without its page it ends.
      if (tools.signal.aborted || error instanceof SessionLostError) await this.close(input.sessionId);
      throw error;
    }
  }

  async picture(sessionId: string): Promise<Uint8Array | null> {
    const session = this.live.get(sessionId);
    return session === undefined || session.dialog !== null ? null : screenshotOf(session.active.page);
  }

  async close(sessionId: string): Promise<void> {
    const session = this.live.get(sessionId);
    this.live.delete(sessionId);
    this.kept.delete(sessionId);
    await session?.close();
  }

  async closeAll(): Promise<void> {
    clearInterval(this.reaper);
    await Promise.all([...this.live.keys()].map((id) => this.close(id)));
  }

  private async reap(): Promise<void> {
    const before = performance.now() - (this.deps.idleMs ?? IDLE_MS);
    for (const [id, { lastUsed }] of this.live) if (lastUsed < before) await this.close(id);
  }
}

/** Why an address could not be opened, in words for the person who asked. */
function faultOf(error: unknown, session: ActingSession, address: string): { code: string; message: string } {
  const host = URL.canParse(address) ? new URL(address).host : 'This address';
  if (error instanceof EgressRefusedError) return { code: 'egress_refused', message: error.message };
  const [outside] = session.pin.refused();
  if (outside !== undefined)
    return { code: 'left_the_site', message: `${host} leads to ${outside}, another site than the one of the task.` };
  if (session.refusedHosts().length > 0)
    return { code: 'egress_refused', message: `${host} is not one of the public web.` };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { code: 'timeout', message: `${host} did not answer in time.` };
  const { reason, message } = outcomeOfNavigationFault(error, host);
  return { code: reason, message };
}
