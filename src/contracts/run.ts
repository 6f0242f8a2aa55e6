/** The words of a run, shared by workflows, API, CLI and page. Types only: safe inside a workflow. */
import type { AuditStep, PendingInput } from './gates.js';

export type { PendingInput } from './gates.js';

export const RUN_STATUSES = [
  'running',
  'paused',
  'awaiting_human_input',
  'succeeded',
  'partial',
  'blocked',
  'failed',
  'cancelled',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The statuses a run can end with. */
export const END_STATUSES = ['succeeded', 'partial', 'blocked', 'failed', 'cancelled'] as const;
export type EndStatus = (typeof END_STATUSES)[number];

export const RUN_KINDS = ['question', 'action'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_SOURCES = ['http', 'page', 'cli', 'omi', 'demo'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** Sites to prefer or to leave out, as registrable domains or host names. */
export interface DomainFilter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What the workflow `run` is started with. One object, so that fields can be added. */
export interface RunInput {
  readonly question: string;
  readonly kind: 'auto' | RunKind;
  readonly source: RunSource;
  readonly url: string | null;
  readonly inputs: Readonly<Record<string, string>>;
  /** 1 to 20 */
  readonly maxPages: number;
  /** BCP 47 primary subtag, or null: told from the question */
  readonly language: string | null;
  readonly domains: DomainFilter;
  /** ISO date on which the run was asked for; an input, so that a replay reads the same day */
  readonly today: string;
  /** how long the run may work, milliseconds; pauses and gates do not count */
  readonly maxDurationMs: number;
  /** how long a gate stays open, milliseconds; absent: `GATE_TIMEOUT_MS` */
  readonly gateTimeoutMs?: number;
  /** origins whose email and login gates a person may be asked to open; absent: none */
  readonly gateOrigins?: readonly string[];
}

/** What stands in the workflow's memo from its start; later keys are upserted by the workflow. */
export interface RunMemo {
  readonly question: string;
  readonly kind: 'auto' | RunKind;
  readonly source: RunSource;
  readonly url: string | null;
  readonly max_pages: number;
  /** SHA-256 of the parsed body: tells a repeated Idempotency-Key from a reused one */
  readonly body_hash: string;
  readonly warnings?: readonly string[];
  readonly paused_at?: string | null;
  readonly status?: RunStatus;
  /** what the run waits for, while it does */
  readonly gate?: PendingInput | null;
  /** BCP 47 primary subtag, once it is known */
  readonly language?: string;
}

/** Why a run ended as it did, or what it lacks: a stable code and one plain sentence. */
export interface RunReason {
  readonly code: string;
  readonly message: string;
}

/** What the workflow returns. The run view is composed from this and from the activities' results. */
export interface RunResult {
  readonly overall_status: EndStatus;
  readonly reason: RunReason | null;
  /** the answer with its footers; also when code alone composed it */
  readonly answer: string;
  readonly answer_text: string;
}

export const PAGE_OUTCOMES = [
  'read',
  'gated',
  'needs_browser',
  'not_readable_yet',
  'refused',
  'not_found',
  'unsupported',
  'too_large',
  'empty',
  'broken',
  'failed',
] as const;
/**
 * read: stored. gated: a person is needed. needs_browser / not_readable_yet: this reader cannot, another may.
 * refused: robots.txt, egress guard, 401, 403, 451. not_found: 404, 410. unsupported: a type that is not text.
 * too_large: past a cap. empty: no main text. broken: the body cannot be parsed. failed: network, time-out, 429, 5xx.
 */
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

export type ReadHow = 'http' | 'browser' | 'pdf' | 'api';

/** What stands between a reader and a page's text. */
export interface PageGate {
  /** email: leaving an address opens it. login: an account. paywall: money, which is never offered */
  readonly kind: 'email' | 'login' | 'paywall';
  /** what a person would have to give: `email`, `password`; empty for a paywall */
  readonly fields: readonly string[];
}

/** One attempt at one page, as the run shows it. */
export interface PageAttempt {
  readonly url: string;
  readonly outcome: PageOutcome;
  readonly how: ReadHow | null;
  /** HTTP status, where there was an answer */
  readonly status: number | null;
  /** stable code such as `robots_disallowed`, `egress_refused`, `timeout`, `http_503`; null when read */
  readonly reason: string | null;
  readonly duration_ms: number;
  readonly page_id: string | null;
  readonly title: string | null;
  readonly words: number;
  /** of a gated page */
  readonly gate?: PageGate;
  /** what was done to open its gate, if anything */
  readonly audit?: readonly AuditStep[];
}

export interface Quote {
  /** verbatim text of the stored page */
  readonly text: string;
  /** offsets into the stored page's text, UTF-16 code units, end exclusive */
  readonly start: number;
  readonly end: number;
  /** what stands before and after it, up to a sentence each */
  readonly before: string;
  readonly after: string;
  /** page number of a PDF, from 1 */
  readonly page?: number;
  /** address that lands on the quote (text fragment) */
  readonly link: string;
}

export interface Source {
  /** number used in citations, from 1 */
  readonly n: number;
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly score: number;
  readonly quotes: readonly Quote[];
  readonly retrieved_at: string;
  readonly published_at: string | null;
}

export type Verdict = 'supported' | 'dropped_citation' | 'unsupported';

export interface AnswerSentence {
  readonly text: string;
  readonly verdict: Verdict;
  /** `quote` is the verbatim text of one of the source's quotes */
  readonly citations: readonly { readonly source: number; readonly quote: string }[];
}

export interface Verification {
  readonly sentences: number;
  readonly supported: number;
  readonly dropped: number;
  readonly numbers_checked: number;
}

export interface AnsweredBy {
  readonly mode: 'model' | 'extractive' | 'code' | 'none';
  readonly model: string | null;
}

export interface Usage {
  readonly model_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly usd: number;
}

/** What `draftAnswer` makes; small enough for a history (under 64 KiB). */
export interface DraftedAnswer {
  /** with footers */
  readonly answer: string;
  /** without footers, brackets or addresses: for reading aloud */
  readonly answer_text: string;
  readonly answered_by: AnsweredBy;
  readonly sentences: readonly AnswerSentence[];
  readonly verification: Verification;
  readonly sources: readonly Source[];
  readonly usage: Usage;
  /** do the read pages hold what was asked (by the question's own terms; by the model's word where one drafted)? */
  readonly found: boolean;
  /** what a person should know of how it came about, e.g. why no model drafted it; one sentence each */
  readonly warnings?: readonly string[];
}

export type StepStatus = 'scheduled' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface RunStep {
  /** the activity's name */
  readonly name: string;
  readonly status: StepStatus;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly attempts: number;
  /** one line: what it works on, then what came out */
  readonly detail: string | null;
}

/** One step of an action: what was seen, what was decided and why, what came of it. */
export interface ActionStep {
  /** number of the look it began with, from 1 */
  readonly n: number;
  readonly url: string;
  readonly title: string;
  /** HTTP status of the page; null where there was none */
  readonly status: number | null;
  /** address of the screenshot, secret fields covered; null when there is none */
  readonly screenshot: string | null;
  /** what was decided: a word of the closed vocabulary; null until then */
  readonly action: string | null;
  /** what it was done to, as decided */
  readonly target: string | null;
  readonly reason: string | null;
  /** the element that it came to, e.g. `button "Sign up"`, and how it was found */
  readonly element: string | null;
  readonly found: 'ref' | 'point' | 'near' | 'page' | 'locator' | null;
  readonly candidates: readonly { readonly label: string; readonly score: number; readonly distance: number | null }[];
  readonly outcome: 'done' | 'not_done' | 'unknown' | 'refused' | 'needs_approval' | null;
  /** one plain sentence */
  readonly detail: string | null;
  /** the guard's layer that refused it */
  readonly layer: string | null;
  /** lines that the page showed after it and not before */
  readonly appeared: readonly string[];
  /** of a download: proved by its bytes */
  readonly download: {
    readonly name: string;
    readonly bytes: number;
    readonly type: string;
    readonly sha256: string;
  } | null;
  /** ISO 8601, of the look */
  readonly at: string;
}

export interface ActionView {
  /** registrable domain, or host and port, that the action is held to */
  readonly site: string;
  /** live: a model decides. replay: steps of a trusted memory, without a model */
  readonly mode: 'live' | 'replay';
  readonly steps: readonly ActionStep[];
  /** decisions that a model was asked for */
  readonly model_calls: number;
  /** null until it has ended */
  readonly outcome: { readonly status: RunStatus; readonly code: string | null } | null;
}

/** `GET /runs/{id}`: everything known of a run, projected from its history. Field names are the HTTP contract. */
export interface RunView {
  readonly run_id: string;
  readonly kind: RunKind | null;
  readonly question: string;
  readonly source: RunSource;
  readonly url: string | null;
  readonly language: string | null;
  readonly overall_status: RunStatus;
  readonly reason: RunReason | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly steps: readonly RunStep[];
  readonly answer: string | null;
  readonly answer_text: string | null;
  readonly answered_by: AnsweredBy;
  readonly sentences: readonly AnswerSentence[];
  readonly verification: Verification;
  readonly sources: readonly Source[];
  readonly sources_attempted: number;
  readonly sources_succeeded: number;
  readonly attempts: readonly PageAttempt[];
  readonly pending_input: PendingInput | null;
  /** of an action, once its site is known */
  readonly action: ActionView | null;
  readonly usage: Usage;
  readonly warnings: readonly string[];
  /** the id of the newest history event the view holds */
  readonly last_event_id: number;
}

/** A row of `GET /runs`. */
export interface RunListItem {
  readonly run_id: string;
  readonly kind: RunKind | null;
  readonly question: string;
  readonly source: RunSource;
  readonly overall_status: RunStatus;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly usage: { readonly usd: number };
}

/** One server-sent event of a run: what changed in the view with one history event. */
export interface RunEventMessage {
  /** the history event's id: give it back as Last-Event-ID */
  readonly id: number;
  readonly event: 'run' | 'step' | 'page' | 'answer' | 'warning' | 'status' | 'gate' | 'end';
  /** the top-level fields of the run view that changed: `view = {...view, ...changed}` */
  readonly changed: Partial<RunView>;
}
