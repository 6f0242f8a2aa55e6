/** Waits until a page has come to rest, within bounds that are kept from outside the page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActingSession } from './acting-session.js';
import { askPage } from './in-session.js';

export interface SettleLimits {
  /** for a load that is under way, milliseconds */
  readonly loadMs: number;
  /** for scripts after it, milliseconds */
  readonly quietMs: number;
}

const POLL_MS = 60;
/** A page that has not changed for this long is at rest. */
const STILL_MS = 240;

/**
 * @returns pending: a load had not been answered when the time was over. A spinner that never ends does not count: what
 *   stands there then is what there is
 */
export async function settle(session: ActingSession, { loadMs, quietMs }: SettleLimits): Promise<'still' | 'pending'> {
  const loadEnd = performance.now() + loadMs;
  // What a click sets off reaches the network a moment later.
  await sleep(POLL_MS);
  while (session.loading && performance.now() < loadEnd && session.dialog === null) await sleep(POLL_MS);
  if (session.loading) return 'pending';
  await session.settled();
  const quietEnd = performance.now() + quietMs;
  let known = '';
  let since = performance.now();
  while (performance.now() < quietEnd && session.dialog === null && !session.loading) {
    const state = await stateNow(session, Math.max(POLL_MS, quietEnd - performance.now()));
    if (state !== known) since = performance.now();
    known = state;
    if (performance.now() - since >= STILL_MS) break;
    await sleep(POLL_MS);
  }
  return session.loading ? 'pending' : 'still';
}

async function stateNow(session: ActingSession, limitMs: number): Promise<string> {
  const late = sleep(limitMs, '');
  return Promise.race([askPage(session.active.page.mainFrame(), 'pageState').catch(() => ''), late]);
}
