/**
 * One wearer's speech as it comes in: segments that grow in place, are told twice, out of order, absorbed by their
 * neighbour, and whose clock starts again. What was dealt with is never dealt with again; nothing else is dropped.
 */
import type { HeardSegment, SpeechSegment, TranscriptState } from '../../contracts/omi.js';

/** A clock that jumps back by more than this has started again; deliveries overtake each other by less. */
const RESTART_SECONDS = 30;
/** Segments are kept for a while after they were dealt with: their next update says what is new in them. */
const KEPT_SEGMENTS = 100;
/** Clocks of neighbouring segments overlap by up to this. */
const TOUCH_SECONDS = 0.5;

/** Takes in segments as told. Telling the same again changes nothing. */
export function hear(state: TranscriptState, told: readonly SpeechSegment[]): TranscriptState {
  return told.filter(({ text }) => text.trim() !== '').reduce(hearOne, state);
}

function hearOne(state: TranscriptState, told: SpeechSegment): TranscriptState {
  const known = state.segments.find(({ id }) => id === told.id);
  return known === undefined ? join(state, told) : update(state, known, told);
}

function join(state: TranscriptState, told: SpeechSegment): TranscriptState {
  const newest = state.segments.filter(({ era }) => era === state.era);
  const restarted = newest.length > 0 && told.start < Math.max(...newest.map(({ start }) => start)) - RESTART_SECONDS;
  const era = restarted ? state.era + 1 : state.era;
  const home = newest.find((segment) => !restarted && covers(segment, told) && holds(segment.text, told.text));
  // It was absorbed before it was told: what it says stands in the other already.
  if (home !== undefined) return state;
  return ordered({ era, segments: [...state.segments, { ...told, consumed: 0, era }] });
}

function update(state: TranscriptState, known: HeardSegment, told: SpeechSegment): TranscriptState {
  // An older state of it that was overtaken on its way.
  if (told.text.length < known.text.length && told.end <= known.end) return state;
  const grown: HeardSegment = { ...known, ...told, consumed: consumedOf(known, told.text) };
  const absorbed = state.segments.filter(
    (other) =>
      other.id !== known.id && other.era === known.era && covers(grown, other) && gained(known, grown, other.text),
  );
  const segments = state.segments
    .filter((segment) => !absorbed.includes(segment))
    .map((segment) => (segment.id === known.id ? absorbed.reduce(absorb, grown) : segment));
  return ordered({ ...state, segments });
}

/** Text that was dealt with stays so, also where the recogniser wrote it anew. */
function consumedOf({ text, consumed }: HeardSegment, now: string): number {
  if (consumed === 0 || now.startsWith(text.slice(0, consumed))) return consumed;
  if (consumed >= text.length && now.length <= text.length) return now.length;
  const words = text.slice(0, consumed).trim().split(/\s+/u).length;
  const match = new RegExp(`^\\s*(?:\\S+\\s*){0,${words}}`, 'u').exec(now);
  return match?.[0].length ?? consumed;
}

/** What the absorbed one had dealt with is dealt with in its new home too. */
function absorb(home: HeardSegment, { text, consumed }: HeardSegment): HeardSegment {
  if (consumed === 0) return home;
  const at = home.text.toLowerCase().indexOf(text.slice(0, consumed).trim().toLowerCase(), home.consumed);
  if (at < 0) return home;
  // Only what directly follows is skipped; words between the two are still to be heard.
  if (plain(home.text.slice(home.consumed, at)) !== '') return home;
  return { ...home, consumed: at + text.slice(0, consumed).trim().length };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const holds = (text: string, part: string): boolean => plain(part) !== '' && plain(text).includes(plain(part));

const covers = (outer: SpeechSegment, inner: SpeechSegment): boolean =>
  inner.start >= outer.start - TOUCH_SECONDS && inner.end <= outer.end + TOUCH_SECONDS;

/** Does the text hold `part` now, and did not before? Saying a thing twice is not absorbing it. */
const gained = (before: HeardSegment, now: HeardSegment, part: string): boolean =>
  holds(now.text, part) && !holds(before.text, part);

function ordered({ era, segments }: TranscriptState): TranscriptState {
  const inOrder = [...segments].sort((a, b) => a.era - b.era || a.start - b.start);
  const done = inOrder.filter(isDone);
  const dropped = new Set(done.slice(0, Math.max(0, done.length - KEPT_SEGMENTS)));
  return { era, segments: inOrder.filter((segment) => !dropped.has(segment)) };
}

const isDone = ({ text, consumed }: HeardSegment): boolean => text.slice(consumed).trim() === '';

/** A piece of what is still to be considered, and where it comes from. */
interface Piece extends Spoken {
  readonly id: string;
  /** offset into the segment's text */
  readonly from: number;
}

function pieces({ segments }: TranscriptState): readonly Piece[] {
  return segments
    .filter((segment) => !isDone(segment))
    .map(({ id, text, consumed, start, end, era }) => {
      const rest = text.slice(consumed);
      const blank = rest.length - rest.trimStart().length;
      return { id, from: consumed + blank, text: rest.trim(), start, end, era };
    });
}

/** A silence within what was said: what stands on both sides of it belongs together by no mark. Seconds. */
const SILENCE_SECONDS = 2.5;

type Spoken = Pick<HeardSegment, 'text' | 'start' | 'end' | 'era'>;

const isApart = (before: Spoken, after: Spoken): boolean =>
  before.era !== after.era || after.start - before.end > SILENCE_SECONDS;

/** Speech as one text: a line ends where the speaker was silent. Each piece is parted from the next by one character. */
export const spokenText = (spoken: readonly Spoken[]): string =>
  spoken.reduce((text, piece, n) => {
    const before = spoken[n - 1];
    return before === undefined ? piece.text : `${text}${isApart(before, piece) ? '\n' : ' '}${piece.text}`;
  }, '');

/** All that was said and not yet considered, in the order in which it was said. */
export const pendingText = (state: TranscriptState): string => spokenText(pieces(state));

/**
 * Marks the first `characters` of what was pending at `snapshot` as considered, in a transcript that may have grown since.
 */
export function consume(now: TranscriptState, snapshot: TranscriptState, characters: number): TranscriptState {
  const consumed = new Map<string, number>();
  let offset = 0;
  for (const { id, from, text } of pieces(snapshot)) {
    const taken = Math.min(text.length, characters - offset);
    if (taken > 0) consumed.set(id, from + taken);
    offset += text.length + 1;
  }
  const segments = now.segments.map((segment) => ({
    ...segment,
    consumed: Math.max(segment.consumed, Math.min(segment.text.length, consumed.get(segment.id) ?? 0)),
  }));
  return ordered({ ...now, segments });
}
