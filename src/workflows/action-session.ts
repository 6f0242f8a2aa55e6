import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import type { HostClaim, OpenSessionResult } from '../contracts/acting.js';
import type { RunContext } from './run-context.js';

/** The browser session is gone: its worker, its browser or its page. */
export class LostSession extends Error {}

/** Did this end the session? A worker that is silent, or took nothing up, takes its sessions with it. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return true;
  return cause instanceof ApplicationFailure && ['SessionLost', 'BrowserLost'].includes(cause.type ?? '');
}

/** One session of a run on one browser worker; opened anew under another name when it is lost. */
export class ActionSession {
  private host: HostClaim | null = null;
  private count = 0;
  private opened = false;

  constructor(
    private readonly context: RunContext,
    private readonly pin: readonly string[],
    private readonly language: string,
  ) {}

  get id(): string {
    return `${this.context.runId}-${this.count}`;
  }

  get isOpen(): boolean {
    return this.opened;
  }

  get place(): { queue: string } {
    if (this.host === null) throw new LostSession('no session is open');
    return { queue: this.host.queue };
  }

  /** Tries a second host where the first is lost meanwhile. */
  async open(url: string): Promise<OpenSessionResult> {
    for (let round = 1; ; round++) {
      this.count += 1;
      const { runId } = this.context;
      const sessionId = this.id;
      this.host = await this.context.step('claimHost', 'a free browser', { runId, sessionId });
      try {
        this.opened = true;
        const { pin, language } = this;
        return await this.context.step('openSession', url, { runId, sessionId, url, pin, language }, this.place);
      } catch (error) {
        if (isCancellation(error) || !isLost(error) || round === 2) throw error;
      }
    }
  }

  /** Always comes back; also in a run that was cancelled. */
  async close(): Promise<void> {
    if (!this.opened || this.host === null) return;
    this.opened = false;
    await this.context.tidy('closeSession', 'the browser', { sessionId: this.id }, this.place);
  }

  /** Its worker is gone with all of it: there is nothing to close. */
  forget(): void {
    this.opened = false;
  }
}
