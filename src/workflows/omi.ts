import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setDefaultSignalHandler,
  setHandler,
  startChild,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Activities } from '../contracts/activities.js';
import { ACTIVITY_LIMITS, HEARTBEAT_TIMEOUT_MS } from '../contracts/activity-limits.js';
import {
  EMPTY_TRANSCRIPT,
  isOmiAsk,
  isOmiConversation,
  isOmiSpeech,
  OMI_ASK_SIGNAL,
  OMI_CONVERSATION_SIGNAL,
  OMI_REPLY_WORKFLOW,
  OMI_SPEECH_SIGNAL,
  omiReplyId,
  type OmiAsk,
  type OmiInput,
  type OmiReplyInput,
  type OmiState,
  type Silence,
  type SpokenRequest,
} from '../contracts/omi.js';
import { requestKey } from '../domain/omi/request-key.js';
import { consume, hear, pendingText } from '../domain/omi/transcript.js';

/** A breath within a sentence is shorter, mostly; a listener takes this long to be sure that it was an end. */
const PAUSE_MS = 2_500;
/** What is left open for so long is not finished any more. */
const LONG_PAUSE_MS = 10_000;
/** Whoever speaks on and on is heard in between. */
const LONGEST_MS = 12_000;
/** A text without any mark for so long is no sentence. Characters. */
const LONGEST_OPEN = 2_000;
/** The entity ends when nothing was heard for a day; whatever comes next starts it again. */
const IDLE_MS = 24 * 3_600_000;
/** The same words within this time are the same question: channels, retries and conversations tell them again. */
const SAME_REQUEST_MS = 10 * 60_000;
/** A conversation is told after its end, and perhaps again. */
const SAME_IN_CONVERSATION_MS = 24 * 3_600_000;
/** About what can be answered: Omi takes 10 notifications an hour. */
const MOST_RUNS_AN_HOUR = 20;
/** Well under the server's limit of 10,000 signals in one history. */
const MOST_SIGNALS = 1_000;
const KEPT = 200;
const HOUR_MS = 3_600_000;
const NOTHING: OmiState = {
  transcript: EMPTY_TRANSCRIPT,
  asked: [],
  asks: [],
  conversations: [],
  conversationsDone: [],
};

const { attemptMs, backoffMs } = ACTIVITY_LIMITS.hearSpeech;
const { hearSpeech } = proxyActivities<Activities>({
  startToCloseTimeout: attemptMs,
  scheduleToCloseTimeout: HOUR_MS,
  heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  retry: { initialInterval: backoffMs, maximumInterval: 30_000 },
});

/** One wearer's speech: gathers it, hears when something is asked, and starts a run for it, once. */
export async function omi(input: OmiInput): Promise<void> {
  await new Listener(input).listen();
}

class Listener {
  private state: OmiState;
  private grew = false;
  private signals = 0;

  constructor(private readonly input: OmiInput) {
    this.state = input.state ?? NOTHING;
    this.grew = pendingText(this.state.transcript) !== '';
    this.register();
  }

  private register(): void {
    setHandler(
      defineSignal<[unknown]>(OMI_SPEECH_SIGNAL),
      (speech) => {
        this.signals++;
        if (!isOmiSpeech(speech)) return;
        const transcript = hear(this.state.transcript, speech.segments);
        // What tells nothing new does not make a speaker seem to speak on.
        this.grew ||= pendingText(transcript) !== pendingText(this.state.transcript);
        this.change({ transcript });
      },
      { description: 'Segments of the wearer’s own speech.' },
    );
    setHandler(
      defineSignal<[unknown]>(OMI_CONVERSATION_SIGNAL),
      (conversation) => {
        this.signals++;
        if (!isOmiConversation(conversation) || this.state.conversationsDone.includes(conversation.id)) return;
        this.change({
          conversations: [...this.state.conversations, conversation],
          conversationsDone: [...this.state.conversationsDone, conversation.id].slice(-KEPT),
        });
      },
      { description: 'A whole conversation, after its end.' },
    );
    setHandler(
      defineSignal<[unknown]>(OMI_ASK_SIGNAL),
      (ask) => {
        this.signals++;
        if (isOmiAsk(ask)) this.change({ asks: [...this.state.asks, ask] });
      },
      { description: 'A question asked outright.' },
    );
    setDefaultSignalHandler(() => void this.signals++);
  }

  private change(changed: Partial<OmiState>): void {
    this.state = { ...this.state, ...changed };
  }

  private get waiting(): boolean {
    return this.grew || this.state.asks.length > 0 || this.state.conversations.length > 0;
  }

  async listen(): Promise<void> {
    for (;;) {
      if (!(await condition(() => this.waiting, IDLE_MS))) return;
      await this.answerAsks();
      await this.hearConversations();
      if (this.grew) await this.hearUtterance();
      if (this.signals >= MOST_SIGNALS || workflowInfo().continueAsNewSuggested)
        await continueAsNew<typeof omi>({ ...this.input, state: this.state });
    }
  }

  private async answerAsks(): Promise<void> {
    for (;;) {
      const [ask] = this.state.asks;
      if (ask === undefined) return;
      await this.start(ask, SAME_REQUEST_MS);
      this.change({ asks: this.state.asks.slice(1) });
    }
  }

  private async hearConversations(): Promise<void> {
    for (;;) {
      const [conversation] = this.state.conversations;
      if (conversation === undefined) return;
      const { requests } = await hearSpeech({ text: conversation.text, silence: 'long' });
      for (const request of requests) await this.start(toAsk(request), SAME_IN_CONVERSATION_MS);
      this.change({ conversations: this.state.conversations.slice(1) });
    }
  }

  /** From the first word to the silence after the last, with a look in between when it gets long. */
  private async hearUtterance(): Promise<void> {
    let since = Date.now();
    let silence: Silence = 'short';
    for (;;) {
      this.grew = false;
      const spokeOn = await condition(() => this.grew, silence === 'long' ? LONG_PAUSE_MS - PAUSE_MS : PAUSE_MS);
      if (spokeOn) silence = 'short';
      if (spokeOn && Date.now() - since < LONGEST_MS) continue;
      await this.consider(spokeOn ? 'none' : silence);
      if (pendingText(this.state.transcript) === '') return;
      if (spokeOn) since = Date.now();
      // A fault of the ear, not of the speaker: what is left is heard with what comes next.
      else if (silence === 'long') return;
      else silence = 'long';
      // The limits of a history are seen to between two looks, too: what is pending is carried over.
      if (this.signals >= MOST_SIGNALS) return;
    }
  }

  private async consider(silence: Silence): Promise<void> {
    const snapshot = this.state.transcript;
    const text = pendingText(snapshot);
    if (text === '') return;
    const given: Silence = silence === 'none' && text.length > LONGEST_OPEN ? 'short' : silence;
    try {
      const { requests, unfinished } = await hearSpeech({ text, silence: given });
      for (const request of requests) await this.start(toAsk(request), SAME_REQUEST_MS);
      this.change({ transcript: consume(this.state.transcript, snapshot, text.length - unfinished) });
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  }

  /** Starts a run, unless the same was asked a moment ago or too much was asked in this hour. */
  private async start(ask: OmiAsk, sameMs: number): Promise<void> {
    const now = Date.now();
    const key = requestKey(ask.question);
    const { asked } = this.state;
    if (asked.some((before) => now - before.at < sameMs && isSame(before.key, key, sameMs))) return;
    if (asked.filter(({ at }) => now - at < HOUR_MS).length >= MOST_RUNS_AN_HOUR) return;
    this.change({ asked: [...asked, { key, at: now }].slice(-KEPT) });
    const runId = ask.runId ?? `run_${uuid4().replaceAll('-', '')}`;
    const reply: OmiReplyInput = { uid: this.input.uid, runId, ask, defaults: this.input.defaults };
    try {
      await startChild(OMI_REPLY_WORKFLOW, {
        workflowId: omiReplyId(runId),
        args: [reply],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
      });
    } catch (error) {
      // A chat tool that was called twice names the same run.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}

/** A recogniser cuts a conversation anew after its end: what holds a request that was made is not another one. */
const isSame = (before: string, now: string, sameMs: number): boolean =>
  before === now ||
  (sameMs === SAME_IN_CONVERSATION_MS && (` ${now} `.includes(` ${before} `) || ` ${before} `.includes(` ${now} `)));

const toAsk = ({ kind, text }: SpokenRequest): OmiAsk => ({ kind, question: text });
