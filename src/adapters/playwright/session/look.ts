/** What a session shows: snapshot, screenshot and fingerprint, masked before any of it leaves the page. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { SessionLostError } from '../../../contracts/errors.js';
import { linesOf, type AriaNode, type SnapshotLine } from '../../../domain/acting/snapshot.js';
import { askPage } from './in-session.js';
import { masked, secretFields } from './masking.js';

export interface Look {
  readonly lines: readonly SnapshotLine[];
  readonly fingerprint: string;
}

const LOOK_MS = 15_000;
const SCREENSHOT_MS = 8_000;
const JPEG_QUALITY = 60;

/**
 * The page's lines and fingerprint.
 * @throws SessionLostError the page hangs and tells nothing any more
 */
export async function lookAt(page: Page, sessionId: string): Promise<Look> {
  const looking = (async () => {
    const nodes = (await masked(page, () =>
      page.ariaSnapshotJSON({ mode: 'ai', boxes: true, timeout: LOOK_MS }),
    )) as readonly (AriaNode | string)[];
    return { lines: linesOf(nodes), fingerprint: await fingerprintOf(page) };
  })();
  return withinTime(looking, LOOK_MS, sessionId);
}

/** SHA-256 of what all frames hold; frames that cannot be asked count by their address. */
export async function fingerprintOf(page: Page): Promise<string> {
  const states = await Promise.all(
    page
      .frames()
      .map((frame) =>
        Promise.race([askPage(frame, 'pageState').catch(() => frame.url()), sleep(3_000, frame.url(), { ref: false })]),
      ),
  );
  return createHash('sha256').update(states.join('\n\n')).digest('hex');
}

/** A JPEG of the viewport with secret fields covered; null when none can be had in time. */
export async function screenshotOf(page: Page): Promise<Buffer | null> {
  const mask = page.frames().map(secretFields);
  const taking = page
    .screenshot({
      type: 'jpeg',
      quality: JPEG_QUALITY,
      scale: 'css',
      mask,
      maskColor: '#3a3a3a',
      timeout: SCREENSHOT_MS,
    })
    .catch(() => null);
  return Promise.race([taking, sleep(SCREENSHOT_MS, null, { ref: false })]);
}

export async function withinTime<T>(work: Promise<T>, ms: number, sessionId: string): Promise<T> {
  const late = new AbortController();
  const timer = sleep(ms, undefined, { signal: late.signal }).then(() => {
    throw new SessionLostError(sessionId, { cause: new Error('the page does not answer any more') });
  });
  timer.catch(() => undefined);
  try {
    return await Promise.race([work, timer]);
  } catch (error) {
    if (/Target (?:page, context or browser has been closed|crashed)/u.test(String(error)))
      throw new SessionLostError(sessionId, { cause: error });
    throw error;
  } finally {
    late.abort();
    work.catch(() => undefined);
  }
}
