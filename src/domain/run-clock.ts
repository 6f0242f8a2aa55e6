/**
 * The time a run has left. It counts only while a worker is there to work: a gap longer than the tick can only mean that
 * nobody was, so no more than a tick of it is charged. It stands still while the run is paused or waits for a person.
 */
export const TICK_MS = 20_000;
/** A busy worker may come late by this much and still be charged in full. */
const SLACK_MS = 5_000;

export class RunClock {
  private usedMs = 0;
  private last: number;
  private stopped = false;

  /** @param budgetMs how long the run may work; @param now milliseconds, workflow time */
  constructor(
    private readonly budgetMs: number,
    now: number,
  ) {
    this.last = now;
  }

  /** Charges the time since the last call. Call at least once per tick while work goes on. */
  advance(now: number): void {
    if (!this.stopped) this.usedMs += Math.min(Math.max(0, now - this.last), TICK_MS + SLACK_MS);
    this.last = now;
  }

  stop(now: number): void {
    this.advance(now);
    this.stopped = true;
  }

  start(now: number): void {
    this.last = now;
    this.stopped = false;
  }

  get remainingMs(): number {
    return Math.max(0, this.budgetMs - this.usedMs);
  }
}
