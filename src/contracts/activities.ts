/** What the workflow asks of the outside. Arguments and results stay small: page text and prompts live in the stores. */
import type {
  ActInput,
  ActResult,
  ClaimHostInput,
  CloseSessionInput,
  DecideInput,
  DecideResult,
  HostClaim,
  JournalledAct,
  Observation,
  ObserveInput,
  OpenSessionInput,
  OpenSessionResult,
  PlanActionInput,
  ActionPlan,
  ReadJournalInput,
} from './acting.js';
import type { HearSpeechInput, HearSpeechResult, NotifyWearerInput, NotifyWearerResult } from './omi.js';
import type { EnterGateInput, EnterGateResult, OfferKeyInput, OfferKeyResult } from './gates.js';
import type { RecallInput, RecallResult, TaskOutcome } from './memory.js';
import type { DomainFilter, DraftedAnswer, PageAttempt, RunKind, Usage } from './run.js';

export interface ClassifyInput {
  readonly question: string;
  readonly kind: 'auto' | RunKind;
  readonly url: string | null;
  readonly language: string | null;
}
export interface Classification {
  readonly kind: RunKind;
  /** BCP 47 primary subtag */
  readonly language: string;
  /** one to three search queries, best first */
  readonly queries: readonly string[];
  /** what a model was paid for it; absent when rules alone decided */
  readonly usage?: Usage;
}

export const SEARCH_STATUSES = ['ok', 'empty', 'unauthorised', 'rate_limited', 'timeout', 'failed'] as const;
export type SearchStatus = (typeof SEARCH_STATUSES)[number];

export interface SearchHit {
  readonly url: string;
  readonly title: string;
  /** up to 300 characters */
  readonly snippet: string;
  /** the engine's own, 0 to 1 */
  readonly score: number;
}
export interface SearchWebInput {
  readonly query: string;
  readonly language: string;
  /** 1 to 20 */
  readonly limit: number;
  readonly domains: DomainFilter;
}
/** One engine's answer to one query; `reason` is one plain sentence. */
export interface EngineReport {
  readonly engine: string;
  readonly status: SearchStatus;
  readonly reason: string | null;
}
export interface SearchWebResult {
  /** the engine that answered, or null when none did */
  readonly engine: string | null;
  readonly hits: readonly SearchHit[];
  readonly tried: readonly EngineReport[];
}

export interface ReadPageInput {
  readonly runId: string;
  readonly url: string;
  /** preferred language for content negotiation and the Wikipedia edition */
  readonly language: string;
}
export type ReadPageResult = PageAttempt;

export interface RenderPageInput extends ReadPageInput {
  /** what plain HTTP made of the page */
  readonly after: PageAttempt;
}

export interface IndexPageInput {
  readonly runId: string;
  readonly pageId: string;
  /** what the page was read for; kept beside its passages in stores that can hold it */
  readonly question?: string;
}
export interface IndexPageResult {
  readonly chunks: number;
}

export interface EmbedChunksInput {
  readonly runId: string;
  readonly question: string;
  /** BCP 47 primary subtag, of the question */
  readonly language: string;
}
export interface EmbedChunksResult {
  /** passages that have got a vector now */
  readonly embedded: number;
  /** the embedder's weights; null when it was not asked */
  readonly model: string | null;
  /** why it was not asked, in a few plain words; null when it was */
  readonly note: string | null;
}

export interface DraftAnswerInput {
  readonly runId: string;
  readonly question: string;
  readonly language: string;
  readonly today: string;
  /** every page tried so far, for the footers */
  readonly attempts: readonly PageAttempt[];
  /** engines that were asked and what they said */
  readonly searched: readonly EngineReport[];
  /** what the run has spent on models so far; absent in histories from before there were any */
  readonly spent?: Usage;
}

/** Retention: removes runs that ended long ago, with everything only they refer to. */
export interface SweepResult {
  readonly runsDeleted: number;
  readonly pagesDeleted: number;
  /** memories of tasks that were old and never became trusted */
  readonly memoriesDeleted?: number;
}

export interface Activities {
  classify(input: ClassifyInput): Promise<Classification>;
  searchWeb(input: SearchWebInput): Promise<SearchWebResult>;
  readPage(input: ReadPageInput): Promise<ReadPageResult>;
  /** on the queue of the browsers */
  renderPage(input: RenderPageInput): Promise<PageAttempt>;
  indexPage(input: IndexPageInput): Promise<IndexPageResult>;
  embedChunks(input: EmbedChunksInput): Promise<EmbedChunksResult>;
  draftAnswer(input: DraftAnswerInput): Promise<DraftedAnswer>;
  planAction(input: PlanActionInput): Promise<ActionPlan>;
  /** a browser worker with a seat for the session; asked again until there is one */
  claimHost(input: ClaimHostInput): Promise<HostClaim>;
  /** this and what follows: on the queue of the worker that was claimed */
  openSession(input: OpenSessionInput): Promise<OpenSessionResult>;
  observe(input: ObserveInput): Promise<Observation>;
  act(input: ActInput): Promise<ActResult>;
  /** on the main queue: what to do next, by the model */
  decide(input: DecideInput): Promise<DecideResult>;
  readJournal(input: ReadJournalInput): Promise<JournalledAct>;
  closeSession(input: CloseSessionInput): Promise<void>;
  hearSpeech(input: HearSpeechInput): Promise<HearSpeechResult>;
  notifyWearer(input: NotifyWearerInput): Promise<NotifyWearerResult>;
  /** a one-time key of whichever browser worker takes this up, or of the one whose queue is named */
  offerKey(input: OfferKeyInput): Promise<OfferKeyResult>;
  /** leaves an email address and reads what it opens; a sealed one on the queue of the worker that can open it */
  readBehindGate(input: EnterGateInput): Promise<EnterGateResult>;
  /** signs in, or gives the second factor, and reads what stands behind; on the queue of the worker with the key */
  signIn(input: EnterGateInput): Promise<EnterGateResult>;
  recallTask(input: RecallInput): Promise<RecallResult>;
  /** hands it to the single writer of the memory */
  reportOutcome(input: TaskOutcome): Promise<void>;
  /** called by that writer alone; the counts after it, or null when nothing is remembered */
  writeOutcome(input: TaskOutcome): Promise<{ readonly successes: number; readonly failures: number } | null>;
  sweep(): Promise<SweepResult>;
}
export type ActivityName = keyof Activities;
