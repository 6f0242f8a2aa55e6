/**
 * What Omi sends, read leniently: its fields grow by the month, and an app and a developer webhook spell them differently.
 * Only what is used is looked at.
 */
import type { OmiConversation, SpeechSegment } from '../../contracts/omi.js';
import { spokenText } from '../../domain/omi/transcript.js';
import { ProblemError } from '../problems.js';

/** A segment that is longer was not said in one breath; the rest is left out. Characters. */
const MAX_SEGMENT = 32_000;
const MAX_CONVERSATION = 100_000;
const MAX_UID = 200;

export type Delivery =
  | { readonly kind: 'speech'; readonly uid: string; readonly segments: readonly SpeechSegment[] }
  | { readonly kind: 'conversation'; readonly uid: string; readonly conversation: OmiConversation }
  /** of a kind that nothing is made of: a day's summary, a discarded conversation */
  | { readonly kind: 'nothing' };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const secondsOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** @throws ProblemError when it is none of Omi's shapes, or names no wearer */
export function readDelivery(body: unknown, query: Fields): Delivery {
  const fields = isFields(body) ? body : {};
  const listed = Array.isArray(body) ? (body as unknown[]) : fields['segments'];
  if (Array.isArray(listed)) return { kind: 'speech', uid: uidOf(fields, query), segments: wearersOwn(listed) };
  if (Array.isArray(fields['transcript_segments'])) return conversationOf(fields, fields['transcript_segments'], query);
  if (Object.hasOwn(fields, 'summary_json') || Object.hasOwn(fields, 'summary')) return { kind: 'nothing' };
  throw new ProblemError('invalid_request', {
    detail: 'The body is none of Omi’s: a list of segments, {"segments": […]}, or a conversation.',
  });
}

/** Who is meant. @throws ProblemError */
export function uidOf(fields: Fields, query: Fields): string {
  const uid = (textOf(query['uid']) || textOf(fields['uid']) || textOf(fields['session_id'])).trim();
  const id = uid || textOf(query['session_id']).trim();
  if (id === '' || id.length > MAX_UID)
    throw new ProblemError('invalid_request', { errors: [{ field: 'uid', message: 'names the wearer' }] });
  return id;
}

/** Only what the wearer said themselves: bystanders start nothing. */
function wearersOwn(listed: readonly unknown[]): SpeechSegment[] {
  return listed
    .filter(isFields)
    .filter((segment) => segment['is_user'] === true)
    .map((segment) => {
      const start = secondsOf(segment['start']);
      return {
        id: textOf(segment['id']) || `at ${start.toFixed(2)}`,
        text: textOf(segment['text']).slice(0, MAX_SEGMENT),
        start,
        end: Math.max(start, secondsOf(segment['end'])),
      };
    })
    .filter(({ text }) => text.trim() !== '');
}

function conversationOf(fields: Fields, listed: readonly unknown[], query: Fields): Delivery {
  const id = textOf(fields['id']);
  if (fields['discarded'] === true || id === '') return { kind: 'nothing' };
  const said = wearersOwn(listed)
    .sort((a, b) => a.start - b.start)
    .map((segment) => ({ ...segment, text: segment.text.trim(), era: 0 }));
  const text = spokenText(said).slice(0, MAX_CONVERSATION);
  if (text === '') return { kind: 'nothing' };
  return { kind: 'conversation', uid: uidOf(fields, query), conversation: { id, text } };
}
