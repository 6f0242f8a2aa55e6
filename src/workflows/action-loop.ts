import { ActivityFailure, ApplicationFailure, CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import type { ActEffect, ActionPlan, ActResult, DecideResult, Decision, Observation } from '../contracts/acting.js';
import type { GateAnswer, GateKind, GateRequest } from '../contracts/gates.js';
import type { RecallResult, RememberedStep, TaskOutcome } from '../contracts/memory.js';
import type { RunReason, RunResult } from '../contracts/run.js';
import { composeActionEnd, type ActionEnd } from '../domain/acting/action-answer.js';
import { mayFallBack, parametersIn, provesSomething } from '../domain/acting/memory.js';
import { fillIn, parameterOf, pathOf, proofOf, rememberedDecision, startOf } from '../domain/acting/replay.js';
import { helpAfter, hintText, type ActOutcome } from '../domain/acting/progress.js';
import { isOfTask, valueNamed } from '../domain/acting/task-words.js';
import { toldStep } from '../domain/acting/told-step.js';
import { ActionSession, isLost } from './action-session.js';
import type { RunContext } from './run-context.js';

/** Looks beside those that acts need: after a gate, a loss, a claim of success that does not hold. */
const SPARE_LOOKS = 6;
/** Decisions per act, at most: searching the page and asking are none. */
const DECISIONS_PER_STEP = 3;
/** A task is begun anew this often after its browser was lost. */
const MOST_RESTARTS = 2;

const DONE = 'It was done';
const NOT_DONE = 'It was not done';
const STOP = 'Stop here';

/** Thrown to end the task from wherever it stands. */
class Ended extends Error {
  constructor(readonly end: ActionEnd) {
    super(end.reason?.code ?? 'succeeded');
  }
}

const failed = (code: string, message: string): Ended => new Ended({ status: 'failed', reason: { code, message } });
const stopped = (status: 'partial' | 'blocked' | 'failed', code: string, message: string): Ended =>
  new Ended({ status, reason: { code, message } });

interface PlannedAct {
  readonly decision: Decision;
  readonly n: number;
  readonly value: string | null;
  readonly stalled: boolean;
  readonly remembered: RememberedStep | null;
  readonly url: string;
}

export interface ActionTask {
  readonly plan: ActionPlan;
  readonly url: string;
  readonly site: string;
  readonly language: string;
  /** what is remembered of the task */
  readonly recall: RecallResult;
}

/** Looks, decides and acts until the task has an end that code can stand by. */
export class ActionLoop {
  private readonly session: ActionSession;
  private values: Record<string, string>;
  private n = 0;
  private acts = 0;
  private decisions = 0;
  private restarts = 0;
  /** what was done, in the words that decisions are told */
  private history: string[] = [];
  private hints: string[] = [];
  private progress: ActOutcome[] = [];
  /** the observation before anything was done, and the one before the last act that changed the site */
  private baselines: number[] = [];
  private wrote = false;
  /** fields were filled in since something was last sent */
  private unsent = false;
  private approved: ActEffect | null = null;
  /** a person said of an act that it was done */
  private byWord = false;
  private url: string;
  /** where the task begins, and begins anew */
  private start: string;
  /** how often it was begun anew */
  private beginnings = 0;
  /** what could be done again without a model */
  private steps: RememberedStep[] = [];
  /** false once something was done that cannot */
  private repeatable = true;
  /** what was remembered did not serve */
  private memoryFailed = false;
  /** what a replay showed at its end */
  private proof: string | null = null;

  constructor(
    private readonly context: RunContext,
    private readonly task: ActionTask,
  ) {
    this.session = new ActionSession(context, [task.site], task.language);
    this.values = { ...task.plan.inputs, ...context.input.inputs };
    this.url = task.url;
    this.start = task.url;
  }

  async run(): Promise<RunResult> {
    try {
      if (!(await this.replayed())) {
        if (!this.session.isOpen) await this.begin(this.url);
        for (;;) await this.step();
      }
      throw new Ended({ status: 'succeeded', reason: null, evidence: this.proof });
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      await this.remember(error.end);
      return composeActionEnd(error.end, { site: this.task.site, done: this.history, wrote: this.wrote });
    } finally {
      await this.session.close();
    }
  }

  /**
   * Does the task as it was remembered, without a model.
   * @returns false when it has to be done live: nothing to replay, or a step failed before anything was changed
   */
  private async replayed(): Promise<boolean> {
    const { memory, replay } = this.task.recall;
    if (!replay || memory === null) return false;
    this.start = startOf(this.task.url, memory.startPath);
    await this.begin(this.start);
    for (;;) {
      const { beginnings } = this;
      const missed = await this.allAgain(memory.steps);
      if (missed === null) return memory.steps.some(({ post }) => provesSomething(post));
      if (this.beginnings === beginnings) return this.fallBack(memory.steps, missed);
    }
  }

  /** @returns the step that did not go as it was remembered, or whose browser was lost; null: all went */
  private async allAgain(steps: readonly RememberedStep[]): Promise<RememberedStep | null> {
    for (const step of steps) {
      const result = await this.again(step);
      if (result === null || result.outcome !== 'done' || result.held !== true) return step;
      this.steps.push(step);
      this.proof = proofOf(result.appeared) ?? this.proof;
    }
    return null;
  }

  private async again(step: RememberedStep): Promise<ActResult | null> {
    const n = ++this.n;
    const input = step.value === null ? null : (parameterOf(step.value) ?? null);
    const decision = rememberedDecision(step, input);
    const value = step.value === null ? null : fillIn(step.value, this.values);
    if (value === undefined) return null;
    const result = await this.carryOut({ decision, n, value, stalled: false, remembered: step, url: this.url });
    if (result === null) return null;
    this.url = result.url;
    this.wrote ||= result.wrote;
    this.history.push(
      result.held === true
        ? toldStep(decision, `As remembered. ${result.detail}`)
        : `What was remembered did not serve here: ${result.detail}`,
    );
    if (result.outcome === 'refused')
      throw stopped('blocked', 'payment_refused', `${result.detail} Nothing was bought or paid.`);
    return result;
  }

  /** Live, in the same session, while nothing has been changed on the site and there is a model; else the end. */
  private fallBack(steps: readonly RememberedStep[], missed: RememberedStep): false {
    this.memoryFailed = true;
    this.start = this.task.url;
    const done = steps.slice(0, steps.indexOf(missed));
    if (this.wrote || !mayFallBack(done)) {
      const message = `"${missed.label.slice(0, 80)}" did not go as it was remembered, after something had been sent to the site.`;
      throw stopped('partial', 'replay_failed', message);
    }
    if (!this.task.plan.model)
      throw failed(
        'model_required',
        'The page is not as it was remembered, and there is no model to find another way: set ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL.',
      );
    this.context.warn('the page is not as it was remembered; the task went on with the model');
    return false;
  }

  /** A success replaces what was remembered, a failure of it only counts. */
  private async remember({ status }: ActionEnd): Promise<void> {
    const { recall, site, url } = this.task;
    const at = new Date(Date.now()).toISOString();
    const common = { memoryId: recall.memoryId, site, intent: recall.intent, runId: this.context.runId, at };
    const failure = { ...common, success: false, startPath: null, steps: null, parameters: [] } as const;
    if (this.memoryFailed) await this.report({ ...failure, way: 'replay' });
    if (status !== 'succeeded') return;
    if (this.asRemembered) return this.report({ ...failure, way: 'replay', success: true });
    const steps = this.repeatable ? this.steps : [];
    const last = steps.at(-1);
    if (last === undefined || !provesSomething(last.post)) return;
    await this.report({
      ...common,
      way: 'live',
      success: true,
      startPath: pathOf(url),
      steps,
      parameters: parametersIn(steps),
    });
  }

  private get asRemembered(): boolean {
    return this.task.recall.replay && !this.memoryFailed;
  }

  private async report(outcome: TaskOutcome): Promise<void> {
    await this.context
      .step('reportOutcome', outcome.success ? 'it worked' : 'it did not work', outcome)
      .catch((error: unknown) => {
        if (isCancellation(error)) throw error;
        this.context.warn('how it went could not be kept for the next time');
      });
  }

  private async begin(url: string): Promise<void> {
    const opened = await this.session.open(url).catch((error: unknown) => {
      const type =
        error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause.type : null;
      if (type === 'BrowserMissing')
        throw failed(
          'no_browser',
          'There is no browser on this machine: run "npx playwright install chromium" or set CHROMIUM_PATH.',
        );
      if (isCancellation(error) || !isLost(error)) throw error;
      throw failed('browser_lost', 'The browser could not be kept running.');
    });
    if (opened.fault !== null) throw failed(opened.fault.code, opened.fault.message);
  }

  /** One look, and what follows from it. */
  private async step(): Promise<void> {
    const observation = await this.look();
    if (observation === null) return;
    const decided = await this.decide(observation);
    const { decision } = decided;
    if (decision === null) throw this.withoutDecision(decided.fault);
    switch (decision.action) {
      case 'done':
        return this.conclude(decided, decision, observation);
      case 'refuse':
        throw stopped(
          'blocked',
          'refused',
          `Refused: ${decision.reason || 'the task asks for something that is not done here'}`,
        );
      case 'give_up':
        throw stopped(
          this.wrote ? 'partial' : 'failed',
          'gave_up',
          `It could not be done: ${decision.reason || 'no way was found'}`,
        );
      case 'ask_person':
        return this.askValues(decision.fields, decision.reason, observation.url);
      default:
        return this.act(decision, observation);
    }
  }

  /** Null when the session was lost and begun anew. */
  private async look(): Promise<Observation | null> {
    const { plan } = this.task;
    if (this.n >= plan.maxSteps + SPARE_LOOKS) throw this.noMoreSteps();
    const n = ++this.n;
    const since = n > 1 ? n - 1 : null;
    const { runId } = this.context;
    try {
      const input = { runId, sessionId: this.session.id, n, since };
      const observation = await this.context.step('observe', `look ${n}`, input, this.session.place);
      this.url = observation.url;
      if (this.baselines.length === 0) this.baselines = [n];
      return observation;
    } catch (error) {
      if (isCancellation(error) || !isLost(error)) throw error;
      await this.recover('while it was looked at');
      return null;
    }
  }

  private noMoreSteps(): Ended {
    const message = `It was not done within ${this.task.plan.maxSteps} steps (ACTION_MAX_STEPS).`;
    return stopped(this.wrote ? 'partial' : 'failed', 'too_many_steps', message);
  }

  private async decide(observation: Observation, find: string | null = null): Promise<DecideResult> {
    if (++this.decisions > this.task.plan.maxSteps * DECISIONS_PER_STEP)
      throw stopped(
        this.wrote ? 'partial' : 'failed',
        'too_many_decisions',
        'The task took more decisions than a run may.',
      );
    const { input, runId, view } = this.context;
    const decided = await this.context.step('decide', `step ${observation.n}`, {
      runId,
      task: input.question,
      language: this.task.language,
      today: input.today,
      observation,
      values: this.values,
      history: this.history,
      hints: this.hints,
      baselines: this.baselines,
      find,
      spent: view.usage,
    });
    if (decided.decision?.action === 'find' && find !== decided.decision.text)
      return this.decide(observation, decided.decision.text);
    return decided;
  }

  private withoutDecision(fault: RunReason | null): Ended {
    const { code, message } = fault ?? { code: 'model_unusable', message: 'The model gave no decision.' };
    return stopped(this.wrote ? 'partial' : 'failed', code, message);
  }

  /** The model's word alone ends nothing well. */
  private conclude(decided: DecideResult, { evidence }: Decision, observation: Observation): void {
    const faulty = observation.status !== null && observation.status >= 400;
    if (decided.evidence === 'new' && !faulty && !this.unsent)
      throw new Ended({ status: 'succeeded', reason: null, evidence });
    if (this.byWord)
      throw stopped(
        'partial',
        'confirmed_by_person',
        'You said that it was done; the page itself does not show it any more.',
      );
    const hint = this.unsent
      ? UNSENT
      : faulty
        ? `The page is an error page (${String(observation.status)}).`
        : EVIDENCE_HINTS[decided.evidence ?? 'absent'];
    if (this.hints.includes(hint))
      throw stopped('partial', 'unconfirmed', 'The page does not show that it worked: look at the last screenshot.');
    this.hints = [hint];
  }

  private async askValues(fields: readonly string[], why: string, url: string): Promise<void> {
    const missing = fields.filter((name) => valueNamed(name, this.values) === null);
    if (missing.length === 0) {
      this.hints = [`${fields.join(', ')}: already at hand; name it with "input".`];
      return;
    }
    const prompt = `The task needs ${missing.map((name) => `"${name}"`).join(', ')}. ${why}`.trim().slice(0, 400);
    const { values } = await this.askHolding({ kind: 'values', fields: missing, prompt, url });
    this.values = { ...this.values, ...values };
  }

  /** A browser waits for a person for a while; after that the task is begun anew when the answer comes. */
  private async askHolding<Kind extends GateKind>(request: GateRequest<Kind>): Promise<GateAnswer<Kind>> {
    const holding = new CancellationScope();
    void holding
      .run(async () => {
        await sleep(this.task.plan.holdMs);
        await this.session.close();
      })
      .catch(() => undefined);
    try {
      const answer = await this.context.ask(request);
      if (!this.session.isOpen) await this.anew('the browser was let go while you were asked');
      return answer;
    } finally {
      holding.cancel();
    }
  }

  private async act(decision: Decision, observation: Observation): Promise<void> {
    if (this.acts >= this.task.plan.maxSteps) throw this.noMoreSteps();
    const value = await this.valueFor(decision, observation);
    if (value === undefined) return;
    this.acts += 1;
    const hinted = this.hints.length > 0;
    const stalled = helpAfter(this.progress) === 'search_page';
    const { n, url } = observation;
    const result = await this.carryOut({ decision, n, value, stalled, remembered: null, url });
    if (result === null) return;
    this.note(decision, observation, result, { hinted, stalled });
    this.judgeProgress(decision, result);
  }

  /** Undefined: there is none, and the next decision is told. */
  private async valueFor(decision: Decision, { url }: Observation): Promise<string | null | undefined> {
    const { input, text, action } = decision;
    if (input !== null) {
      if (valueNamed(input, this.values) === null) await this.askValues([input], decision.reason, url);
      return valueNamed(input, this.values) ?? undefined;
    }
    if (action !== 'type' || text === null) return null;
    if (isOfTask(text, this.context.input.question)) return text;
    this.hints = [
      '"text" for "type" may only hold words of the task. Use "input" with the name of a value, or "ask_person".',
    ];
    return undefined;
  }

  /** Null: the session was lost, and what follows from that is arranged. */
  private async carryOut(act: PlannedAct): Promise<ActResult | null> {
    const { runId } = this.context;
    const { decision, n, value, stalled, remembered } = act;
    const { approved, values } = this;
    const input = { runId, sessionId: this.session.id, n, decision, value, approved, stalled, values, remembered };
    try {
      const label = [decision.action, decision.target].join(' ').trim();
      const result = await this.context.step('act', label, input, this.session.place);
      if (result.outcome !== 'needs_approval' || result.effect === null) return result;
      return await this.approve(result, result.effect, () => this.carryOut(act));
    } catch (error) {
      if (isCancellation(error) || !isLost(error)) throw error;
      return this.afterLoss(decision, n);
    }
  }

  /** An approval is for exactly this effect: what has changed meanwhile is asked again. */
  private async approve(
    asked: ActResult,
    effect: ActEffect,
    again: () => Promise<ActResult | null>,
  ): Promise<ActResult | null> {
    if (this.approved !== null) this.hints = ['The page changed after the approval: it is asked again.'];
    const prompt = `May this be done? ${asked.asks ?? asked.detail}`.slice(0, 400);
    const { beginnings } = this;
    const { approve } = await this.askHolding({ kind: 'approval', prompt, url: asked.url, effect: shown(effect) });
    if (!approve) throw stopped('blocked', 'approval_denied', 'You did not approve it, so it was not done.');
    this.approved = effect;
    // The browser was let go meanwhile: the way there is found anew, and the same effect needs no second approval.
    return this.beginnings === beginnings ? again() : null;
  }

  private note(
    decision: Decision,
    { n }: Observation,
    result: ActResult,
    { hinted, stalled }: { hinted: boolean; stalled: boolean },
  ): void {
    if (result.outcome === 'refused') {
      this.history.push(toldStep(decision, result.detail));
      throw stopped('blocked', 'payment_refused', `${result.detail} Nothing was bought or paid.`);
    }
    const changes = FILLING.has(decision.action) && result.outcome === 'done';
    if (result.wrote || result.outcome === 'unknown') {
      this.wrote ||= result.wrote;
      this.baselines = [this.baselines[0] ?? n, n];
      this.approved = null;
    }
    this.unsent = result.wrote ? false : this.unsent || (changes && decision.action !== 'select');
    const what =
      result.appeared.length > 0 ? ` The page now also shows: ${result.appeared.slice(0, 3).join(' | ')}` : '';
    this.history.push(
      toldStep(
        decision,
        `${result.outcome === 'done' ? '' : `${result.outcome.replace('_', ' ')}. `}${result.detail}${what}`,
      ),
    );
    if (result.step !== null) this.steps.push(result.step);
    else if (result.outcome === 'unknown' || UNREPEATABLE.has(decision.action)) this.repeatable = false;
    const { before, after } = result;
    const changed = after !== null && after !== before;
    const kind = decision.action;
    this.progress.push({
      kind,
      before: before ?? '',
      after: changed || after === null ? (after ?? 'unknown') : (before ?? ''),
      hinted,
      searched: stalled,
    });
  }

  private judgeProgress(decision: Decision, result: ActResult): void {
    this.hints = [];
    const help = helpAfter(this.progress);
    if (help === 'no_progress')
      throw stopped(this.wrote ? 'partial' : 'failed', 'no_progress', 'Several acts in a row left the page as it was.');
    const missed = result.outcome === 'not_done' && result.target === null;
    if (help === 'hint' || missed) {
      const candidates = result.candidates.map(({ label }) => label);
      this.hints = [hintText({ kind: decision.action, target: decision.target, point: decision.point, candidates })];
    }
  }

  /** A worker was lost in an act: its journal tells whether it had begun, and what came of it. */
  private async afterLoss(decision: Decision, n: number): Promise<ActResult | null> {
    const { runId } = this.context;
    const journal = await this.context.step('readJournal', 'what was done', { runId, n });
    const { state, result } = journal;
    if (state === 'acted' && result !== null && result.wrote) {
      await this.reopen(result.url);
      return result;
    }
    if (state === 'begun' && journal.commits) await this.askWhetherDone(decision);
    // What was filled in or opened on the page is gone with the browser, also by a step that was done.
    else await this.recover(state === 'acted' ? 'after a step' : 'before the step was done');
    return null;
  }

  private async askWhetherDone(decision: Decision): Promise<void> {
    const { wrote } = this;
    this.wrote = true;
    this.baselines = [this.baselines[0] ?? this.n, this.n];
    this.session.forget();
    const prompt = `The browser was lost in the midst of a step: ${decision.action} "${decision.target}". It may have been done. Please look for yourself (an email, your account): was it?`;
    const { choice } = await this.context.ask({
      kind: 'choice',
      prompt,
      url: this.url,
      options: [DONE, NOT_DONE, STOP],
    });
    if (choice === STOP)
      throw stopped(
        'partial',
        'outcome_unknown',
        'The browser was lost in the midst of a step; whether it was done is not known.',
      );
    this.history.push(
      toldStep(decision, choice === DONE ? 'the person says it was done' : 'the person says it was not done'),
    );
    this.byWord ||= choice === DONE;
    this.unsent = false;
    if (choice === NOT_DONE) this.wrote = wrote;
    // What was filled in is gone with the browser.
    await this.anew('the browser was lost in the midst of a step, and it was not done');
  }

  /** The session was lost, and nothing of this step was done. */
  private async recover(when: string): Promise<void> {
    this.session.forget();
    if (++this.restarts > MOST_RESTARTS)
      throw stopped(
        this.wrote ? 'partial' : 'failed',
        'browser_lost',
        'The browser was lost several times; the task was given up.',
      );
    if (this.wrote) {
      const prompt = `The browser was lost ${when}, after something had been sent to the site. Shall the task go on from where it was?`;
      const { choice } = await this.context.ask({ kind: 'choice', prompt, url: this.url, options: ['Go on', STOP] });
      if (choice === STOP)
        throw stopped(
          'partial',
          'browser_lost',
          'The browser was lost after something had been sent; the task was stopped.',
        );
      await this.reopen(this.url);
      this.hints = ['The browser was started anew. Do not repeat what was done already.'];
      return;
    }
    await this.anew(`the browser was lost ${when}`);
  }

  private async reopen(url: string): Promise<void> {
    this.session.forget();
    await this.begin(url);
  }

  /** From the start: nothing was sent so far. */
  private async anew(why: string): Promise<void> {
    this.session.forget();
    if (this.wrote) {
      await this.reopen(this.url);
      this.hints = ['The browser was started anew. Do not repeat what was done already.'];
      return;
    }
    this.history = [`The task was begun anew: ${why}. Nothing of what was filled in before is left.`];
    this.hints = [];
    this.progress = [];
    this.unsent = false;
    this.steps = [];
    this.acts = 0;
    this.proof = null;
    this.beginnings += 1;
    await this.begin(this.start);
  }
}

const FILLING = new Set<Decision['action']>(['type', 'check', 'upload', 'select']);
/** Done, but not so that it could be done again by itself. */
const UNREPEATABLE = new Set<Decision['action']>([
  'drag',
  'upload',
  'download',
  'answer-dialog',
  'switch-tab',
  'go-back',
]);
const UNSENT = 'Something was filled in, but nothing was sent to the site yet.';
const EVIDENCE_HINTS = {
  new: '',
  absent:
    'The words given as "evidence" are not on the page. Copy words from the page that show success, or go on with the task.',
  old: 'The words given as "evidence" were on the page before anything was done: they prove nothing.',
  failure: 'The words given as "evidence" tell of a failure.',
} as const;

/** An effect as a person is shown it. */
const shown = ({ risk, page, label, form, values, amounts }: ActEffect): Record<string, string> => ({
  risk,
  page,
  label,
  ...(form === '' ? {} : { form }),
  ...values,
  ...(amounts.length > 0 ? { amounts: amounts.join(', ') } : {}),
});
