const FIRST_MS = 250;
const LONGEST_MS = 10_000;
/** A part that ran this long before it ended starts again with the shortest wait. */
const SETTLED_MS = 30_000;

/** How long to wait before a part that keeps ending is started again: 250 ms, doubled each time, 10 s at most. */
export class BackOff {
  private failures = 0;

  /** @param ranMs how long the part ran this time */
  next(ranMs: number): number {
    this.failures = ranMs >= SETTLED_MS ? 0 : this.failures;
    this.failures += 1;
    return Math.min(FIRST_MS * 2 ** (this.failures - 1), LONGEST_MS);
  }
}
