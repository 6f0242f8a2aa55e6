/** Deliveries of one wearer that come close together share a signal: speech comes in about once a second per channel. */
import type { SpeechSegment } from '../../contracts/omi.js';
import type { Wearers } from '../../ports/wearers.js';

/** Long enough to join what two channels tell at once, short enough that no delivery notices. */
const GATHER_MS = 10;
/** A signal's payload stays far below Temporal's 2 MiB. Characters of text. */
const MAX_SIGNAL = 200_000;

export type HearSpeechOf = (uid: string, segments: readonly SpeechSegment[]) => Promise<void>;

interface Batch {
  readonly segments: SpeechSegment[];
  readonly sent: Promise<void>;
}

/** Resolves once Temporal has accepted the segments. @throws TemporalUnavailableError */
export function gatherSpeech(wearers: Pick<Wearers, 'hear'>): HearSpeechOf {
  const batches = new Map<string, Batch>();
  /** what was sent before arrives before: signals of one wearer go one after the other */
  const sending = new Map<string, Promise<void>>();

  async function send(uid: string, batch: { readonly segments: SpeechSegment[] }): Promise<void> {
    await new Promise((done) => setTimeout(done, GATHER_MS));
    await sending.get(uid)?.catch(() => undefined);
    batches.delete(uid);
    const sent = sendAll(uid, batch.segments);
    sending.set(uid, sent);
    try {
      await sent;
    } finally {
      if (sending.get(uid) === sent) sending.delete(uid);
    }
  }

  async function sendAll(uid: string, segments: readonly SpeechSegment[]): Promise<void> {
    for (const part of inParts(segments)) await wearers.hear(uid, { segments: part });
  }

  return async function hear(uid, segments) {
    if (segments.length === 0) return;
    const open = batches.get(uid);
    if (open !== undefined) {
      open.segments.push(...segments);
      return open.sent;
    }
    const mine: SpeechSegment[] = [...segments];
    const sent = send(uid, { segments: mine });
    batches.set(uid, { segments: mine, sent });
    return sent;
  };
}

function inParts(segments: readonly SpeechSegment[]): SpeechSegment[][] {
  const parts: SpeechSegment[][] = [];
  let size = 0;
  for (const segment of segments) {
    const last = parts.at(-1);
    if (last === undefined || size + segment.text.length > MAX_SIGNAL) {
      parts.push([segment]);
      size = segment.text.length;
    } else {
      last.push(segment);
      size += segment.text.length;
    }
  }
  return parts;
}
