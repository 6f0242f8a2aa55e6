import { isCancellation, uuid4 } from '@temporalio/workflow';
import type { EnterGateResult, GateRequest, SealedAnswer } from '../contracts/gates.js';
import type { PageAttempt } from '../contracts/run.js';
import { hostOf } from '../domain/footers.js';
import { gateOutcomeInWords } from '../domain/gate-words.js';
import { NoTimeLeft, type RunContext } from './run-context.js';
import { GateHostLost } from './run-gates.js';

/** Only an answer that the site calls wrong counts; a person may mistype twice. */
const WRONG_ANSWERS = 3;
/** Whatever went wrong in between: nobody is asked for ever. */
const MOST_ASKED = 10;

/** Results after which a person can do something about it. */
const ASKED_AGAIN = new Set(['wrong_answer', 'key_gone', 'session_lost']);

/** Does the operator let people be asked at this page's origin? */
export const mayOpen = ({ gate, outcome, url }: PageAttempt, origins: readonly string[]): boolean =>
  outcome === 'gated' && (gate?.kind === 'email' || gate?.kind === 'login') && isAtOneOf(url, origins);

function isAtOneOf(url: string, origins: readonly string[]): boolean {
  const [origin = ''] = /^https?:\/\/[^/?#]+/i.exec(url) ?? [];
  return origins.includes(origin.toLowerCase());
}

/**
 * Asks a person for what opens the page, and reads what stands behind it. True once it is stored.
 * @throws GateExpired nobody answered
 */
export async function openGate(context: RunContext, page: PageAttempt, language: string): Promise<PageAttempt | null> {
  const tries = new Tries(context, page, language);
  for (let asked = 0; asked < MOST_ASKED && tries.left; asked++) {
    const result = await tries.once();
    if (result.outcome === 'opened') return result.attempt;
    if (!ASKED_AGAIN.has(result.outcome) && result.outcome !== 'code_needed') break;
  }
  context.warn(`the gate of ${hostOf(page.url)} did not open: ${gateOutcomeInWords(tries.reason)}`);
  return null;
}

class Tries {
  private wrong = 0;
  private trouble: string | null = null;
  private sessionId = uuid4();
  /** the worker whose browser waits for a second factor */
  private queue: string | null = null;

  constructor(
    private readonly context: RunContext,
    private readonly page: PageAttempt,
    private readonly language: string,
  ) {}

  get left(): boolean {
    return this.wrong < WRONG_ANSWERS;
  }

  /** why it is not open yet: a code of `domain/gate-words` */
  get reason(): string {
    return this.trouble ?? 'still_closed';
  }

  async once(): Promise<EnterGateResult> {
    const result = await (this.queue === null ? this.first() : this.second(this.queue));
    this.trouble = result.reason ?? (result.outcome === 'opened' ? null : result.outcome);
    if (result.outcome === 'wrong_answer') this.wrong += 1;
    // After anything but a mistyped code the session begins anew.
    const holds = result.outcome === 'code_needed' || (this.queue !== null && result.outcome === 'wrong_answer');
    if (!holds) this.queue = null;
    return result;
  }

  /** An email address, or email and password. */
  private async first(): Promise<EnterGateResult> {
    this.sessionId = uuid4();
    if (this.page.gate?.kind === 'email')
      return this.enter('readBehindGate', await this.context.ask(this.request('email')));
    const { sealed } = await this.context.ask(this.request('login'));
    const result = await this.enter('signIn', { email: null, sealed });
    if (result.outcome === 'code_needed') this.queue = sealed.queue;
    return result;
  }

  private async second(queue: string): Promise<EnterGateResult> {
    try {
      const { sealed } = await this.context.ask({ ...this.request('code'), queue });
      return await this.enter('signIn', { email: null, sealed, isCode: true });
    } catch (error) {
      if (error instanceof GateHostLost) return this.lost('session_lost');
      throw error;
    }
  }

  private request<Kind extends 'email' | 'login' | 'code'>(kind: Kind): GateRequest<Kind> {
    const { url } = this.page;
    const again =
      this.trouble === null || kind === 'code' ? '' : `It did not work: ${gateOutcomeInWords(this.trouble)}. `;
    return { kind, url, prompt: `${again}${PROMPTS[kind](hostOf(url))}` };
  }

  private async enter(
    name: 'readBehindGate' | 'signIn',
    { email, sealed, isCode = false }: { email: string | null; sealed: SealedAnswer | null; isCode?: boolean },
  ): Promise<EnterGateResult> {
    const { context, language, sessionId } = this;
    const { url } = this.page;
    const answer = { email, sealed: sealed?.sealed ?? null, gateId: sealed?.gate_id ?? '', isCode };
    const place = sealed === null ? {} : { queue: sealed.queue };
    try {
      return await context.step(name, url, { runId: context.runId, url, language, sessionId, ...answer }, place);
    } catch (error) {
      if (isCancellation(error) || error instanceof NoTimeLeft) throw error;
      // Crashed, timed out, or its worker gone: nobody knows what the site made of it, and nothing is sent twice.
      return this.lost('worker_lost');
    }
  }

  private lost(reason: string): EnterGateResult {
    return { url: this.page.url, outcome: 'session_lost', reason, attempt: null, audit: [] };
  }
}

const PROMPTS = {
  email: (host: string) => `${host} asks for an email address before it shows this page.`,
  login: (host: string) => `${host} shows this page after a sign-in only: email and password of an account of yours.`,
  code: (host: string) => `${host} asks for a second factor: the code that it sent you or that your device shows.`,
} as const;
