/** One act in a session: found, judged, noted, done, looked at. It is never repeated by itself, and never outlives its time. */
import type { ElementHandle, Locator } from 'playwright';
import type { ActInput, ActResult, Decision } from '../../../contracts/acting.js';
import type { RememberedStep } from '../../../contracts/memory.js';
import { SessionLostError } from '../../../contracts/errors.js';
import {
  evidenceOf,
  mayCommit,
  type ActEvidence,
  type ActKind,
  type KnownEvidence,
} from '../../../domain/acting/evidence.js';
import { judgeAct } from '../../../domain/acting/judge-act.js';
import { keptStep, postConditionHolds, postConditionOf, type SeenPage } from '../../../domain/acting/memory.js';
import { appearedLines, contentOf } from '../../../domain/acting/snapshot.js';
import type { ActTools } from '../../../ports/browser-sessions.js';
import { evidenceAt, focusedElement } from '../acting/collect-evidence.js';
import { inPage } from '../in-page.js';
import type { ActingSession } from './acting-session.js';
import { durableOf, findRemembered, type Durable } from './durable-locators.js';
import { findTarget, type FoundTarget } from './find-target.js';
import { askElement } from './in-session.js';
import { lookAt, type Look } from './look.js';
import { needsElement, NotPossible, perform, type Performed } from './perform.js';
import { settle } from './settle.js';

/** A load that an act set off is waited for this long; then its outcome is not known yet. Milliseconds. */
const LOAD_MS = 15_000;
const QUIET_MS = 2_500;
const REACH_MS = 3_000;
const MOST_APPEARED = 10;

export async function actIn(session: ActingSession, input: ActInput, tools: ActTools): Promise<ActResult> {
  const act = new Act(session, input, tools);
  return act.run();
}

/** The evidence's word for an act; null: nothing that a guard has to see. */
const EVIDENCE_KIND: Partial<Record<Decision['action'], ActKind>> = {
  click: 'click',
  type: 'type',
  clear: 'type',
  select: 'select',
  check: 'check',
  uncheck: 'check',
  press: 'press',
  hover: 'hover',
  drag: 'click',
  'follow-link': 'follow-link',
  upload: 'upload',
  download: 'click',
  'answer-dialog': 'dialog',
};

class Act {
  private before: Look | null;
  private target: FoundTarget | null = null;
  private candidates: ActResult['candidates'] = [];
  private durable: Durable = { locators: [], frames: [] };
  private readonly writesBefore: number;
  private readonly urlBefore: string;
  private readonly seenBefore: Look | null;

  constructor(
    private readonly session: ActingSession,
    private readonly input: ActInput,
    private readonly tools: ActTools,
  ) {
    this.before = session.seen;
    this.urlBefore = session.active.page.url();
    this.seenBefore = session.seen;
    this.writesBefore = session.writes;
  }

  async run(): Promise<ActResult> {
    const { decision } = this.input;
    if (this.session.dialog !== null && decision.action !== 'answer-dialog')
      return this.result('not_done', 'A dialog of the page has to be answered first.');
    if (decision.action !== 'answer-dialog') this.before ??= await lookAt(this.session.active.page, this.session.id);
    const missing = await this.find();
    if (missing !== null) return this.result('not_done', missing);
    const judged = await this.judge();
    if ('outcome' in judged) return judged;
    const blocked = await this.blockedBy();
    if (blocked !== null)
      return this.result('not_done', `${this.name} is covered by ${blocked}.`, { blockedBy: blocked });
    return this.do(judged.commits);
  }

  private get name(): string {
    return this.target?.name ?? 'the page';
  }

  /** @returns why there is no element to act on; null when there is, or none is needed */
  private async find(): Promise<string | null> {
    const { decision } = this.input;
    if (!needsElement(decision)) return null;
    const { page } = this.session.active;
    if (this.input.remembered !== null) return this.findAgain(this.input.remembered);
    const found = await findTarget(page, this.input, this.before?.lines ?? [], this.session.tried);
    this.candidates = found.candidates;
    if (found.locator === null) return `Nothing on the page is what "${decision.target.slice(0, 80)}" says.`;
    this.target = found;
    if (REPEATABLE.has(decision.action)) this.durable = await durableOf(page, found.locator, found.line);
    return null;
  }

  private async findAgain(step: RememberedStep): Promise<string | null> {
    const locator = await findRemembered(this.session.active.page, step, this.input.values);
    if (locator === null)
      return `What was remembered as "${step.label.slice(0, 80)}" is not there any more, or not alone.`;
    this.target = { locator, name: step.label, found: 'locator', ref: '', candidates: [] };
    return null;
  }

  private async judge(): Promise<ActResult | { readonly commits: boolean }> {
    const evidence = await this.evidence().catch((error: unknown) => {
      if (error instanceof NotPossible) return error;
      throw error;
    });
    if (evidence instanceof NotPossible) return this.result('not_done', evidence.message);
    if (evidence === null) return { commits: false };
    const values = this.target === null ? [] : await askElement(this.target.locator, 'formValues').catch(() => []);
    const judged = judgeAct(evidence, Object.fromEntries(values), this.input.approved);
    if (judged.verdict === 'refused')
      return this.result('refused', `Refused: ${judged.reason}`, { layer: judged.layer });
    if (judged.verdict === 'needs_approval')
      return this.result('needs_approval', judged.asks, { effect: judged.effect, asks: judged.asks });
    return { commits: mayCommit(evidence) || evidence.act.kind === 'upload' };
  }

  /** What the guards see; null for acts that can set nothing off. */
  private async evidence(): Promise<ActEvidence | null> {
    const { decision, value } = this.input;
    const kind = EVIDENCE_KIND[decision.action];
    const dismissed = decision.action === 'answer-dialog' && decision.accept !== true;
    if (kind === undefined || dismissed) return null;
    const known = await this.known();
    return evidenceOf({
      ...known,
      act: { kind, key: decision.action === 'press' ? (decision.text ?? '') : '' },
      decision: { target: decision.target, reason: decision.reason, text: [decision.text, value].join(' ').trim() },
    });
  }

  private async known(): Promise<KnownEvidence> {
    const { dialog } = this.session;
    if (dialog !== null) {
      const element = { tag: 'button', role: 'button', label: dialog.message, text: dialog.message, submits: true };
      return {
        element,
        nearby: [dialog.message],
        amounts: [dialog.message],
        page: { url: this.session.active.page.url() },
      };
    }
    const { page } = this.session.active;
    const element = this.target === null ? await focusedElement(page) : await handleOf(this.target.locator);
    return element === null ? { page: { url: page.url() } } : evidenceAt(element, {});
  }

  /** What lies over the element; a consent banner is closed first, by its own button. */
  private async blockedBy(): Promise<string | null> {
    const { decision } = this.input;
    if (this.target === null || !POINTING.has(decision.action)) return null;
    for (const round of [1, 2]) {
      const covering = await coveredBy(this.target.locator);
      if (covering === null) return null;
      if (round === 2 || !(await this.closeConsent())) return covering;
      await settle(this.session, { loadMs: 2_000, quietMs: 1_000 });
    }
    return null;
  }

  private async closeConsent(): Promise<boolean> {
    for (const frame of this.session.active.page.frames().slice(0, 10))
      if (await inPage(frame, 'closeConsent').catch(() => false)) return true;
    return false;
  }

  private async do(commits: boolean): Promise<ActResult> {
    const { signal, deadline, begin, performed } = this.tools;
    await begin(commits);
    signal.throwIfAborted();
    if (performance.now() > deadline) return this.result('not_done', 'There was no time left to do it.');
    const outcome = await this.attempt();
    performed('sent');
    if (outcome.state === 'not_done') return this.result('not_done', outcome.detail);
    const result = await this.afterwards(outcome, commits);
    performed('settled');
    return result;
  }

  private async attempt(): Promise<Performed> {
    try {
      return await perform(this.session, this.input, this.target?.locator ?? null);
    } catch (error) {
      if (error instanceof NotPossible) return { state: 'not_done', detail: error.message, download: null };
      if (error instanceof SessionLostError) throw error;
      // The driver's own words may hold what was typed.
      return { state: 'unknown', detail: `Whether ${this.name} took it is not known.`, download: null };
    }
  }

  private async afterwards({ state, detail, download }: Performed, commits: boolean): Promise<ActResult> {
    const rest = await settle(this.session, { loadMs: LOAD_MS, quietMs: QUIET_MS });
    const wrote = this.session.writes > this.writesBefore;
    if (rest === 'pending')
      return this.result('unknown', 'It was done, but the site has not answered yet.', {
        wrote: wrote || commits,
        download,
      });
    if (this.session.dialog !== null)
      return this.result('done', `${detail} The page asks: "${this.session.dialog.message.slice(0, 200)}"`, {
        wrote,
        download,
      });
    const after = await lookAt(this.session.active.page, this.session.id);
    this.session.seen = after;
    this.noteTried(after);
    return this.result(state, detail, { wrote: wrote || (state === 'unknown' && commits), download, after });
  }

  /** What had no effect is not what a search of the page should find again. */
  private noteTried(after: Look): void {
    if (after.fingerprint !== this.before?.fingerprint) this.session.tried.clear();
    else if (this.target !== null) this.session.tried.add(this.target.ref);
  }

  private seen({ lines }: Look, url = this.session.active.page.url()): SeenPage {
    return { url, lines: lines.map(contentOf) };
  }

  /** The step as another run can do it; null when it cannot, or changed nothing. */
  private kept(before: Look, after: Look, wrote: boolean): RememberedStep | null {
    const { decision, value, values, remembered } = this.input;
    if (remembered !== null) return remembered;
    if (!REPEATABLE.has(decision.action) || before.fingerprint === after.fingerprint) return null;
    const step = keptStep(
      {
        act: decision.action,
        ...this.durable,
        value: value ?? (decision.action === 'select' ? decision.text : null),
        key: decision.action === 'press' ? decision.text : null,
        label: this.target?.name ?? decision.target,
        writes: wrote,
        post: postConditionOf(this.seen(before, this.urlBefore), this.seen(after), values),
      },
      values,
    );
    return typeof step === 'string' ? null : step;
  }

  private held(after: Look): boolean | null {
    const { remembered, values } = this.input;
    return remembered === null ? null : postConditionHolds(remembered.post, this.seen(after), values);
  }

  private replayed(): ActResult['replayed'] {
    const { remembered, n } = this.input;
    return remembered === null ? null : { n, action: remembered.act, target: remembered.label, pictured: false };
  }

  private result(
    outcome: ActResult['outcome'],
    detail: string,
    { after, ...more }: Partial<Omit<ActResult, 'after'>> & { readonly after?: Look } = {},
  ): ActResult {
    const before = this.before ?? this.seenBefore;
    return {
      outcome,
      detail: detail.slice(0, 300),
      target: this.target?.name ?? null,
      found: this.target?.found ?? null,
      candidates: this.candidates,
      blockedBy: null,
      url: this.session.active.page.url(),
      before: before?.fingerprint ?? null,
      after: after?.fingerprint ?? null,
      wrote: false,
      appeared: before && after ? appearedLines(before.lines, after.lines, MOST_APPEARED) : [],
      effect: null,
      asks: null,
      layer: null,
      download: null,
      step: outcome === 'done' && after && before ? this.kept(before, after, more.wrote ?? false) : null,
      held: after ? this.held(after) : null,
      replayed: this.replayed(),
      ...more,
    };
  }
}

/** @throws NotPossible it is gone */
async function handleOf(locator: Locator): Promise<ElementHandle> {
  try {
    return await locator.elementHandle({ timeout: REACH_MS });
  } catch {
    throw new NotPossible('It is no longer on the page.');
  }
}

/** What can be done again without a model. */
const REPEATABLE = new Set<Decision['action']>(
  'click type clear select check uncheck press follow-link'.split(' ') as Decision['action'][],
);

const POINTING = new Set<Decision['action']>(['click', 'check', 'uncheck', 'hover', 'drag', 'follow-link', 'download']);

/** The element that lies over it, in the driver's words; null when it can be reached. */
async function coveredBy(locator: Locator): Promise<string | null> {
  try {
    await locator.click({ trial: true, timeout: REACH_MS });
    return null;
  } catch (error) {
    const [, covering] = /(<[^>]{1,200}>)(?:[^\n]*?) intercepts pointer events/u.exec(String(error)) ?? [];
    return covering?.replace(/[\u001b]\[\d+m/gu, '') ?? null;
  }
}
