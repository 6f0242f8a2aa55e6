import type { ActivityName } from './activities.js';

/** Bounds of one activity: each attempt, how many, and what no retry can mend. */
export interface ActivityLimit {
  readonly attemptMs: number;
  readonly attempts: number;
  /** back-off before the second attempt, doubled after; milliseconds */
  readonly backoffMs: number;
}

/** The table of the architecture's chapter on workflows and activities (docs/architecture.md). */
export const ACTIVITY_LIMITS: Readonly<Record<ActivityName, ActivityLimit>> = {
  classify: { attemptMs: 20_000, attempts: 2, backoffMs: 500 },
  searchWeb: { attemptMs: 15_000, attempts: 3, backoffMs: 1_000 },
  readPage: { attemptMs: 60_000, attempts: 2, backoffMs: 1_000 },
  renderPage: { attemptMs: 60_000, attempts: 2, backoffMs: 1_000 },
  indexPage: { attemptMs: 180_000, attempts: 3, backoffMs: 500 },
  embedChunks: { attemptMs: 180_000, attempts: 3, backoffMs: 500 },
  draftAnswer: { attemptMs: 120_000, attempts: 3, backoffMs: 1_000 },
  planAction: { attemptMs: 5_000, attempts: 3, backoffMs: 500 },
  // Each try takes milliseconds; a seat is waited for as long as the run has time.
  claimHost: { attemptMs: 5_000, attempts: 600, backoffMs: 1_000 },
  openSession: { attemptMs: 60_000, attempts: 2, backoffMs: 1_000 },
  observe: { attemptMs: 60_000, attempts: 2, backoffMs: 500 },
  decide: { attemptMs: 60_000, attempts: 3, backoffMs: 1_000 },
  // Once, whatever happens: what may have been done is looked for, or asked for, and never repeated.
  act: { attemptMs: 45_000, attempts: 1, backoffMs: 1_000 },
  readJournal: { attemptMs: 10_000, attempts: 3, backoffMs: 500 },
  closeSession: { attemptMs: 20_000, attempts: 2, backoffMs: 500 },
  hearSpeech: { attemptMs: 30_000, attempts: 10, backoffMs: 500 },
  notifyWearer: { attemptMs: 30_000, attempts: 50, backoffMs: 2_000 },
  offerKey: { attemptMs: 10_000, attempts: 1, backoffMs: 500 },
  // Once per answer: a password is never sent a second time by itself.
  readBehindGate: { attemptMs: 120_000, attempts: 1, backoffMs: 1_000 },
  signIn: { attemptMs: 120_000, attempts: 1, backoffMs: 1_000 },
  recallTask: { attemptMs: 20_000, attempts: 2, backoffMs: 500 },
  reportOutcome: { attemptMs: 15_000, attempts: 5, backoffMs: 500 },
  writeOutcome: { attemptMs: 30_000, attempts: 100, backoffMs: 500 },
  sweep: { attemptMs: 600_000, attempts: 1, backoffMs: 1_000 },
};

export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** Of work in a browser: a dead one is noticed, and a cancel heard, sooner. */
export const BROWSER_HEARTBEAT_TIMEOUT_MS = 5_000;
/** How long a run waits for a person where nothing else is set (GATE_TIMEOUT_HOURS): three days. */
export const GATE_TIMEOUT_MS = 72 * 3_600_000;
/** Nobody takes up a session's work for this long: its worker is gone. A full one is never claimed. */
export const LOST_HOST_MS = 60_000;
/** What is kept for an extractive answer at the end of a run's time. */
export const ANSWER_RESERVE_MS = 30_000;
/** Queueing and back-off on top of the attempts. */
const SCHEDULING_ALLOWANCE_MS = 60_000;

/** Both bounds of one call. Waiting for its turn at a host is part of readPage, so its attempt may take all that is left. */
export function boundsFor(
  name: ActivityName,
  remainingMs: number,
): { startToCloseMs: number; scheduleToCloseMs: number } {
  const { attemptMs, attempts } = ACTIVITY_LIMITS[name];
  // Putting away, and a key that a person waits for, are not bounded by what is left: they come when nothing is.
  if (name === 'closeSession' || name === 'offerKey' || name === 'reportOutcome')
    return { startToCloseMs: attemptMs, scheduleToCloseMs: attempts * attemptMs };
  const leftMs = Math.max(1_000, name === 'draftAnswer' ? remainingMs : remainingMs - ANSWER_RESERVE_MS);
  const scheduleToCloseMs =
    name === 'readPage' ? leftMs : Math.min(attempts * attemptMs + SCHEDULING_ALLOWANCE_MS, leftMs);
  return { startToCloseMs: name === 'readPage' ? leftMs : Math.min(attemptMs, scheduleToCloseMs), scheduleToCloseMs };
}
