import { ApplicationFailure, Context } from '@temporalio/activity';
import { DomainError, PageGoneError } from '../contracts/errors.js';
import type { FaultPoint } from '../faults.js';

const BEAT_EVERY_MS = 2_000;
/** Where a browser works: a cancel arrives with the answer to a beat. */
export const BROWSER_BEAT_EVERY_MS = 250;
/** Messages land in histories: long ones (a browser's error may hold a page) are cut. */
const MESSAGE_CHARACTERS = 500;

/** Turns what an activity throws into what Temporal understands, by class, never by message text. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return ApplicationFailure.create({
    type: error.type,
    message: error.message.slice(0, MESSAGE_CHARACTERS),
    nonRetryable: !error.retryable,
    details: error instanceof PageGoneError ? [error.pageId] : [],
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  });
}

/** Runs `work` with a heartbeat (every 2 s unless told otherwise), fault points around it, and its errors translated. */
export async function asActivity<T>(
  faultPoint: FaultPoint,
  work: () => Promise<T>,
  beatEveryMs = BEAT_EVERY_MS,
): Promise<T> {
  const context = Context.current();
  const name = context.info.activityType;
  const beat = setInterval(() => context.heartbeat(), beatEveryMs);
  try {
    faultPoint(`before:${name}`);
    const result = await work();
    faultPoint(`after:${name}`);
    return result;
  } catch (error) {
    if (context.cancellationSignal.aborted) await context.cancelled;
    throw toFailure(error);
  } finally {
    clearInterval(beat);
  }
}
