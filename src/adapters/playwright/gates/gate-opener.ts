/**
 * Leaves an address or signs in at a wall. Nothing of what is typed leaves this file: what the driver throws may hold it
 * (its call log names values), so every fault becomes one of our own codes, without its cause. No trace, HAR or video is ever
 * taken of these contexts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright';
import { BrowserMissingError } from '../../../contracts/errors.js';
import type { Secret } from '../../../contracts/gates.js';
import { evidenceOf } from '../../../domain/acting/evidence.js';
import { refusesPaymentHost } from '../../../domain/acting/payment-hosts.js';
import { checkPayment } from '../../../domain/acting/payment-guard.js';
import { siteOf } from '../../../domain/acting/sites.js';
import { saysWrong } from '../../../domain/refusal-words.js';
import { addUsage, NO_USAGE } from '../../../domain/usage.js';
import type { FieldFinder } from '../../../ports/field-finder.js';
import type { AuditNote, GateEntered, GateOpener, GateVisit } from '../../../ports/gate-opener.js';
import type { ReadOutcome } from '../../../ports/page-reader.js';
import { EgressRefusedError, type EgressGuard } from '../../egress/guard.js';
import type { HttpReader } from '../../http/http-reader.js';
import { refusePaymentSheet } from '../acting/collect-evidence.js';
import type { BrowserHost, GuardedContext } from '../browser-host.js';
import { RENDER_LIMITS, Visit, type Seen } from '../page-visit.js';
import { screenshotOf } from '../session/look.js';
import { prepareMasking } from '../session/masking.js';
import { GatePage, type Field, type GateElements } from './gate-elements.js';
import { holdOrigin, type OriginHold } from './origin-hold.js';
import { withoutSecrets } from './without-secrets.js';

export interface GateOpenerDeps {
  readonly browsers: BrowserHost;
  readonly guard: EgressGuard;
  readonly http: Pick<HttpReader, 'readBytes'>;
  /** asked where the markup does not tell which field is meant; never sees what is typed */
  readonly finder?: FieldFinder | undefined;
  /** how long a session waits for a second factor, milliseconds */
  readonly holdMs: number;
  readonly now?: () => number;
}

/** One answer at one wall, from its address to the page behind; less than the activity's own bound. */
const ENTER_MS = 100_000;
/** A site may take this long over an answer. */
const REPLY_MS = 60_000;
/** A script begins what it sends within this time. */
const BEGIN_MS = 400;
const POLL_MS = 100;
const TYPE_MS = 10_000;
/** Sessions that wait for a second factor at once. */
const MOST_HELD = 20;

export function createGateOpener(deps: GateOpenerDeps): GateOpener {
  return new Opener(deps);
}

/** A fault with a code; its words are the table's, never the driver's. */
class GateFault extends Error {
  constructor(
    readonly outcome: 'wrong_answer' | 'not_opened' | 'session_lost',
    readonly code: string,
  ) {
    super(code);
  }
}

interface Session {
  readonly opened: GuardedContext;
  readonly page: Page;
  readonly visit: Visit;
  readonly hold: OriginHold;
  readonly origin: string;
  /** as it was asked for */
  readonly url: string;
  /** ends it when nobody gives the second factor in time */
  readonly timer?: NodeJS.Timeout;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

class Opener implements GateOpener {
  private readonly held = new Map<string, Session>();
  private readonly now: () => number;

  constructor(private readonly deps: GateOpenerDeps) {
    this.now = deps.now ?? Date.now;
  }

  async enter(visit: GateVisit, secret: Secret, caller: AbortSignal): Promise<GateEntered> {
    caller.throwIfAborted();
    const signal = AbortSignal.any([caller, AbortSignal.timeout(ENTER_MS)]);
    const audit = new AuditTrail(this.now);
    try {
      const session = await this.begin(visit, signal, audit);
      return await this.inSession(visit.sessionId, session, secret, signal, audit);
    } catch (error) {
      caller.throwIfAborted();
      return { ...faultOf(error), read: null, audit: audit.steps, usage: audit.usage };
    }
  }

  async enterCode(visit: GateVisit, secret: Secret, caller: AbortSignal): Promise<GateEntered> {
    caller.throwIfAborted();
    const signal = AbortSignal.any([caller, AbortSignal.timeout(ENTER_MS)]);
    const audit = new AuditTrail(this.now);
    const session = this.take(visit.sessionId);
    try {
      if (session === null) throw new GateFault('session_lost', 'session_lost');
      session.visit.under(signal);
      return await this.inSession(visit.sessionId, session, secret, signal, audit);
    } catch (error) {
      caller.throwIfAborted();
      return { ...faultOf(error), read: null, audit: audit.steps, usage: audit.usage };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.held.keys()].map(async (id) => this.take(id)?.opened.close()));
  }

  private async begin({ url, owner, language }: GateVisit, signal: AbortSignal, audit: AuditTrail): Promise<Session> {
    const target = this.deps.guard.checkUrl(url);
    await prepareMasking();
    const refuses = (host: string) => refusesPaymentHost(host, siteOf(url));
    const opened = await this.deps.browsers.open({ owner, refuses, context: { locale: language } });
    try {
      const visit = new Visit(target, opened, signal, RENDER_LIMITS);
      await visit.bounded(refusePaymentSheet(opened.context));
      const page = await visit.bounded(opened.context.newPage());
      const hold = await visit.bounded(holdOrigin(opened.context, page, target.origin));
      const fault = await visit.arrive(page);
      if (hold.strayed) throw new GateFault('not_opened', 'other_origin');
      if (fault !== null) throw new GateFault(fault.retryable ? 'session_lost' : 'not_opened', 'page_failed');
      audit.note(`opened ${target.origin}${target.pathname}`, await visit.bounded(screenshotOf(page)));
      return { opened, page, visit, hold, origin: target.origin, url };
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Gives the answer; the session stays only where the site asks for more. */
  private async inSession(
    id: string,
    session: Session,
    secret: Secret,
    signal: AbortSignal,
    audit: AuditTrail,
  ): Promise<GateEntered> {
    let holds = false;
    try {
      const answered = await this.answer(session, secret, signal, audit);
      holds = answered.outcome === 'code_needed' || (answered.outcome === 'wrong_answer' && secret.code !== undefined);
      return { ...answered, audit: audit.steps, usage: audit.usage };
    } finally {
      if (holds) this.keep(id, session);
      else await session.opened.close();
    }
  }

  private async answer(
    session: Session,
    secret: Secret,
    signal: AbortSignal,
    audit: AuditTrail,
  ): Promise<Omit<GateEntered, 'audit' | 'usage'>> {
    const { page, visit } = session;
    const wall = await visit.bounded(GatePage.of(page));
    const elements = await this.complete(visit, wall, await visit.bounded(wall.find()), secret, signal, audit);
    const fields = fieldsFor(secret, elements);
    await visit.bounded(this.checkSubmit(wall, elements.submit));
    for (const { field, value, hidden } of fields) {
      const name = await visit.bounded(type(session, wall, field, value));
      audit.note(`typed ${hidden ? '[REDACTED]' : 'the email address'} into “${name}”`);
    }
    const pending = new Pending(page);
    audit.note(await visit.bounded(send(wall, elements.submit, fields.at(-1)?.field ?? null)));
    await pending.settled(visit);
    await visit.settle(page);
    const judged = await this.judge(session, secret, signal);
    // A code that was refused may still stand in its field, which need not be one that hides it.
    const image = judged.outcome === 'wrong_answer' ? null : await visit.bounded(screenshotOf(page));
    audit.note(SHOWN[judged.outcome] ?? 'the page stayed closed', image);
    return judged;
  }

  /** Fields that the markup does not tell are asked for; what comes back is looked at like any other before it is typed into. */
  private async complete(
    visit: Visit,
    wall: GatePage,
    found: GateElements,
    secret: Secret,
    signal: AbortSignal,
    audit: AuditTrail,
  ): Promise<GateElements> {
    const { finder } = this.deps;
    const missing = (['code', 'email', 'password'] as const).filter(
      (name) => secret[name] !== undefined && found[name] === null && (name !== 'email' || secret.code === undefined),
    );
    if (finder === undefined || missing.length === 0) return found;
    const choice = await visit.bounded(wall.candidates());
    const elements: Mutable<GateElements> = { ...found };
    for (const name of choice.words.length === 0 ? [] : missing) {
      const { place, usage } = await finder.find(name, choice.words, signal);
      audit.usage = addUsage(audit.usage, usage);
      elements[name] = place === null ? null : await visit.bounded(choice.at(place));
    }
    const last = elements.password ?? elements.code ?? elements.email;
    if (elements.submit === null && last !== null) elements.submit = await visit.bounded(wall.submitFor(last));
    return elements;
  }

  /** No sign-in pays: the same guard as before every act. */
  private async checkSubmit(wall: GatePage, submit: Field | null): Promise<void> {
    if (submit === null) return;
    const { element, form, page } = await wall.describeSubmit(submit);
    const { allowed, strength } = checkPayment(evidenceOf({ element, form, page }));
    if (!allowed && strength === 'certain') throw new GateFault('not_opened', 'payment');
  }

  /** What the page shows after the answer. */
  private async judge(
    session: Session,
    secret: Secret,
    signal: AbortSignal,
  ): Promise<Omit<GateEntered, 'audit' | 'usage'>> {
    const { page, visit, hold } = session;
    if (hold.strayed) throw new GateFault('not_opened', 'other_origin');
    const seen = await visit.take(page);
    if ('outcome' in seen) throw new GateFault('not_opened', 'page_failed');
    if (seen.status >= 500) throw new GateFault('session_lost', 'page_failed');
    const wall = await visit.bounded(GatePage.of(page));
    const { password, code, email } = await visit.bounded(wall.find());
    const refused = seen.status >= 400 || saysWrong(await visit.bounded(wall.words()));
    if (secret.code !== undefined && code !== null) return refused ? wrong('wrong_code') : closed();
    if (secret.password !== undefined && code !== null) return { outcome: 'code_needed', reason: null, read: null };
    const shown = await this.read(session.url, seen, secret, signal);
    const through = password === null && seen.status < 400 && !isAt(page, session.url);
    const read = (through ? await this.goBack(session, secret, signal) : null) ?? shown;
    if (read.outcome === 'read' && password === null && seen.status < 400)
      return { outcome: 'opened', reason: null, read };
    if (secret.password !== undefined && password !== null) return refused ? wrong('wrong_password') : closed();
    if (secret.password === undefined && email !== null && refused) return wrong('email_refused');
    return read.outcome === 'read' && seen.status < 400 ? { outcome: 'opened', reason: null, read } : closed();
  }

  /** Sites lead to a page of their own after a sign-in: the one that was asked for may be open now. null: it is not */
  private async goBack(
    { page, visit, hold, url }: Session,
    secret: Secret,
    signal: AbortSignal,
  ): Promise<Extract<ReadOutcome, { outcome: 'read' }> | null> {
    if ((await visit.revisit(page)) !== null || hold.strayed) return null;
    const seen = await visit.take(page);
    if ('outcome' in seen || seen.status >= 400) return null;
    const read = await this.read(url, seen, secret, signal);
    return read.outcome === 'read' ? read : null;
  }

  private read(asked: string, seen: Seen, secret: Secret, signal: AbortSignal): Promise<ReadOutcome> {
    const bytes = Buffer.from(withoutSecrets(seen.html, secret), 'utf8');
    const body = { url: withoutSecrets(seen.url, secret), asked, status: seen.status, rendered: true };
    return this.deps.http.readBytes({ ...body, contentType: 'text/html; charset=utf-8', bytes }, signal);
  }

  private keep(id: string, session: Session): void {
    const [oldest] = this.held.keys();
    if (this.held.size >= MOST_HELD && oldest !== undefined) void this.take(oldest)?.opened.close();
    const timer = setTimeout(() => void this.take(id)?.opened.close(), this.deps.holdMs);
    timer.unref();
    this.held.set(id, { ...session, timer });
  }

  private take(id: string): Session | null {
    const session = this.held.get(id) ?? null;
    clearTimeout(session?.timer);
    this.held.delete(id);
    return session;
  }
}

const SHOWN: Readonly<Record<string, string>> = {
  opened: 'the page opened',
  wrong_answer: 'the site refused the answer',
  code_needed: 'the site asked for a second factor',
};

/** Is the page at this address, whatever its fragment? */
function isAt(page: Page, url: string): boolean {
  const [here, there] = [new URL(page.url()), new URL(url)];
  return here.pathname === there.pathname && here.search === there.search;
}

const wrong = (reason: string) => ({ outcome: 'wrong_answer', reason, read: null }) as const;
const closed = () => ({ outcome: 'not_opened', reason: 'still_closed', read: null }) as const;

interface Filled {
  readonly field: Field;
  readonly value: string;
  /** its name alone is told, not even of what kind it is */
  readonly hidden: boolean;
}

/** Which of the page's fields take what of the answer. @throws GateFault when one is missing */
function fieldsFor({ email, password, code }: Secret, elements: GateElements): Filled[] {
  const wanted = [
    ...(code === undefined ? [] : [{ field: elements.code, value: code, hidden: true }]),
    ...(email === undefined || code !== undefined ? [] : [{ field: elements.email, value: email, hidden: false }]),
    ...(password === undefined ? [] : [{ field: elements.password, value: password, hidden: true }]),
  ];
  const found = wanted.flatMap(({ field, ...rest }) => (field === null ? [] : [{ field, ...rest }]));
  if (found.length === 0 || found.length < wanted.length) throw new GateFault('not_opened', 'no_field');
  return found;
}

/** Types into one field, after a last look at where the page is and where the form would send it. @returns its name */
async function type({ page, origin }: Session, wall: GatePage, field: Field, value: string): Promise<string> {
  if (new URL(page.url()).origin !== origin) throw new GateFault('not_opened', 'other_origin');
  const target = await wall.targetOf(field);
  if (target !== '' && new URL(target, page.url()).origin !== origin) throw new GateFault('not_opened', 'other_origin');
  if (!(await wall.isReady(field))) throw new GateFault('not_opened', 'field_unusable');
  try {
    await field.fill(value, { timeout: TYPE_MS });
  } catch {
    // The driver's message holds the value: nothing of it may leave.
    throw new GateFault('not_opened', 'field_unusable');
  }
  return (await wall.nameOf(field)).slice(0, 80);
}

/** By the form's own button, else by Enter. @returns what was done, in words */
async function send(wall: GatePage, submit: Field | null, last: Field | null): Promise<string> {
  try {
    if (submit !== null) {
      const name = (await wall.describeSubmit(submit)).element.label ?? '';
      await submit.click({ timeout: TYPE_MS, noWaitAfter: true });
      return `pressed “${name.slice(0, 80)}”`;
    }
    if (last === null) throw new GateFault('not_opened', 'no_button');
    await last.press('Enter', { timeout: TYPE_MS, noWaitAfter: true });
    return 'pressed Enter';
  } catch {
    throw new GateFault('not_opened', 'no_button');
  }
}

/** What the page asks of its site from now on, until all of it is answered. */
class Pending {
  private readonly open = new Set<Request>();

  constructor(page: Page) {
    const kinds = new Set(['document', 'xhr', 'fetch']);
    page.on('request', (request) => void (kinds.has(request.resourceType()) && this.open.add(request)));
    page.on('requestfinished', (request) => void this.open.delete(request));
    page.on('requestfailed', (request) => void this.open.delete(request));
  }

  /** @throws GateFault when the site does not answer in time */
  async settled(visit: Visit): Promise<void> {
    const end = performance.now() + REPLY_MS;
    await visit.bounded(sleep(BEGIN_MS));
    while (this.open.size > 0) {
      if (performance.now() > end) throw new GateFault('session_lost', 'worker_lost');
      await visit.bounded(sleep(POLL_MS));
    }
  }
}

/** What was done, in order; of an answer only that it was typed. */
class AuditTrail {
  readonly steps: AuditNote[] = [];
  /** what a model was paid for telling fields apart */
  usage = NO_USAGE;
  constructor(private readonly now: () => number) {}

  note(what: string, image: Uint8Array | null = null): void {
    this.steps.push({ at: new Date(this.now()).toISOString(), what, image });
  }
}

/** A code for whatever was thrown; its message and cause end here. */
function faultOf(error: unknown): Pick<GateEntered, 'outcome' | 'reason'> {
  if (error instanceof GateFault) return { outcome: error.outcome, reason: error.code };
  if (error instanceof BrowserMissingError) return { outcome: 'not_opened', reason: 'no_browser' };
  if (error instanceof EgressRefusedError) return { outcome: 'not_opened', reason: 'page_failed' };
  return { outcome: 'session_lost', reason: 'worker_lost' };
}
