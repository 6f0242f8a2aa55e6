/** What passes between Omi's webhooks, the workflow that gathers one wearer's speech, and its helpers. Small, no zod. */
import type { RunKind } from './run.js';

export const OMI_WORKFLOW = 'omi';
export const OMI_REPLY_WORKFLOW = 'omiReply';
export const OMI_SPEECH_SIGNAL = 'omiSpeech';
export const OMI_CONVERSATION_SIGNAL = 'omiConversation';
export const OMI_ASK_SIGNAL = 'omiAsk';

/** Entity ids end in the store id, so that two data folders on one server never mix. */
export const omiWorkflowId = (wearerHash: string, storeId: string): string => `omi:${wearerHash}:${storeId}`;
export const omiReplyId = (runId: string): string => `omi-reply:${runId}`;

/** One piece of the wearer's own speech, as last told: it grows, and may be absorbed by another. */
export interface SpeechSegment {
  readonly id: string;
  readonly text: string;
  /** seconds from the start of the recording, which may start again */
  readonly start: number;
  readonly end: number;
}

/** Signal `omiSpeech`: what one or several deliveries told. */
export interface OmiSpeech {
  readonly segments: readonly SpeechSegment[];
}

/** Signal `omiConversation`: the wearer's own words of a whole conversation, told after its end, perhaps repeatedly. */
export interface OmiConversation {
  readonly id: string;
  readonly text: string;
}

/** Signal `omiAsk`: asked outright, by a chat tool. */
export interface OmiAsk {
  readonly question: string;
  readonly kind: 'auto' | RunKind;
  /** derived from the call, so that the same call names the same run; default: a random one */
  readonly runId?: string;
}

/** What a run that was asked for by speech starts with. */
export interface OmiRunDefaults {
  /** 1 to 20 */
  readonly maxPages: number;
  /** milliseconds */
  readonly maxDurationMs: number;
}

/** What the workflow `omi` starts with, and starts anew with when its history has grown. */
export interface OmiInput {
  /** Omi's id of the wearer: needed to answer them */
  readonly uid: string;
  readonly defaults: OmiRunDefaults;
  /** carried over from the history before */
  readonly state?: OmiState;
}

/** What the workflow `omiReply` starts with. */
export interface OmiReplyInput {
  readonly uid: string;
  readonly runId: string;
  readonly ask: OmiAsk;
  readonly defaults: OmiRunDefaults;
}

export interface OmiState {
  readonly transcript: TranscriptState;
  readonly asked: readonly AskedBefore[];
  readonly asks: readonly OmiAsk[];
  readonly conversations: readonly OmiConversation[];
  /** ids of conversations that were dealt with */
  readonly conversationsDone: readonly string[];
}

export interface AskedBefore {
  /** the request without case, punctuation and spaces */
  readonly key: string;
  /** milliseconds since 1970 */
  readonly at: number;
}

/** A segment and how much of it has been dealt with. */
export interface HeardSegment extends SpeechSegment {
  /** characters of `text` that were considered already */
  readonly consumed: number;
  /** recordings start again: segments of a later one come later whatever their `start` */
  readonly era: number;
}

export interface TranscriptState {
  readonly segments: readonly HeardSegment[];
  readonly era: number;
}

export const EMPTY_TRANSCRIPT: TranscriptState = { segments: [], era: 0 };

/** What was asked in a piece of speech. */
export interface SpokenRequest {
  readonly kind: RunKind;
  readonly text: string;
}

/** `none`: the wearer speaks on. `short`: a breath. `long`: nothing more is waited for. */
export type Silence = 'none' | 'short' | 'long';

export interface HearSpeechInput {
  readonly text: string;
  readonly silence: Silence;
}

export interface HearSpeechResult {
  readonly requests: readonly SpokenRequest[];
  /** characters at the end of the text that may be the beginning of something: to be heard again with what follows */
  readonly unfinished: number;
}

export interface NotifyWearerInput {
  readonly uid: string;
  readonly runId: string;
  readonly message: string;
}

export interface NotifyWearerResult {
  readonly sent: boolean;
  /** stable code: `not_configured`, `http_403`, … ; null when sent */
  readonly reason: string | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isSegment = (value: unknown): value is SpeechSegment =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['text']) &&
  isSeconds(value['start']) &&
  isSeconds(value['end']);

export const isOmiSpeech = (value: unknown): value is OmiSpeech =>
  isObject(value) && Array.isArray(value['segments']) && value['segments'].every(isSegment);

export const isOmiConversation = (value: unknown): value is OmiConversation =>
  isObject(value) && isText(value['id']) && isText(value['text']);

export const isOmiAsk = (value: unknown): value is OmiAsk =>
  isObject(value) &&
  isText(value['question']) &&
  value['question'].trim() !== '' &&
  (value['kind'] === 'auto' || value['kind'] === 'question' || value['kind'] === 'action');
