/** What acting on pages passes between workflow and browser workers. Types only: safe inside a workflow. */
import type { RememberedStep } from './memory.js';
import type { RunReason, Usage } from './run.js';

/** Where a session lives: a browser worker's slot and the task queue that only it serves. */
export interface HostClaim {
  /** from 1; the same after the worker is started again */
  readonly slot: number;
  readonly queue: string;
}

export interface PlanActionInput {
  readonly task: string;
  readonly url: string | null;
}

/** What can be said of a task before a browser is opened. */
export interface ActionPlan {
  /** the address that the task itself names */
  readonly url: string | null;
  /** the registrable domain, or host and port, that the task is held to; null when the address is none of the web */
  readonly site: string | null;
  /** values that stand in the task's own words, by name */
  readonly inputs: Readonly<Record<string, string>>;
  /** is there a model that can decide? */
  readonly model: boolean;
  /** ACTION_MAX_STEPS: acts on the page, at most */
  readonly maxSteps: number;
  /** SESSION_HOLD_MINUTES: a browser waits for a person this long, milliseconds */
  readonly holdMs: number;
}

export interface ClaimHostInput {
  readonly runId: string;
  /** a seat is kept for it, for a minute */
  readonly sessionId: string;
}

export interface OpenSessionInput {
  readonly runId: string;
  /** the workflow's own name for it, new for each session */
  readonly sessionId: string;
  /** where it begins */
  readonly url: string;
  /** the sites it may visit: registrable domains, or host:port where a host has none. Held for every main frame */
  readonly pin: readonly string[];
  /** preferred language, BCP 47 primary subtag */
  readonly language: string;
}

export interface OpenSessionResult {
  /** null: it is open. Else why the address could not be opened: a stable code and one plain sentence */
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** where it came to, after redirects */
  readonly url: string;
  readonly title: string;
  /** HTTP status of the page; null where there was none */
  readonly status: number | null;
}

export interface CloseSessionInput {
  readonly sessionId: string;
}

export const DECISIONS = [
  'click',
  'type',
  'clear',
  'select',
  'check',
  'uncheck',
  'press',
  'hover',
  'drag',
  'scroll',
  'follow-link',
  'go-back',
  'switch-tab',
  'upload',
  'download',
  'answer-dialog',
  'wait',
  'find',
  'done',
  'refuse',
  'give_up',
  'ask_person',
] as const;
export type DecisionKind = (typeof DECISIONS)[number];

/** What can be done on a page; the others end the loop or only look. */
export type ActingKind = Exclude<DecisionKind, 'find' | 'done' | 'refuse' | 'give_up' | 'ask_person'>;

/** One decision of the closed vocabulary. The model names elements, inputs and options; it never writes an address. */
export interface Decision {
  readonly action: DecisionKind;
  /** an element of the last observation */
  readonly ref: string | null;
  /** or a point of the screenshot, CSS pixels */
  readonly point: { readonly x: number; readonly y: number } | null;
  /** what the model says it acts on, in its own words */
  readonly target: string;
  readonly reason: string;
  /** name of an input: the value is put in by code */
  readonly input: string | null;
  /** an option's label, words to find or wait for, a key; to type: only words of the task itself */
  readonly text: string | null;
  /** of `scroll` */
  readonly direction: 'up' | 'down' | null;
  /** of `switch-tab` */
  readonly tab: string | null;
  /** of `drag`: the element it is dropped on */
  readonly onto: string | null;
  /** of `answer-dialog` */
  readonly accept: boolean | null;
  /** of `ask_person`: names of the values that are missing */
  readonly fields: readonly string[];
  /** of `done`: words that the page shows now and did not show before */
  readonly evidence: string | null;
}

export interface ObserveInput {
  readonly runId: string;
  readonly sessionId: string;
  /** number of the observation, from 1: names its artefacts */
  readonly n: number;
  /** the observation that this one is compared with */
  readonly since: number | null;
}

export interface TabView {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly active: boolean;
}

/** What an observation leaves in the history; snapshot and screenshot lie in the artefact store under its number. */
export interface Observation {
  readonly n: number;
  readonly url: string;
  readonly title: string;
  /** HTTP status of the page; null where there was none */
  readonly status: number | null;
  readonly tabs: readonly TabView[];
  /** SHA-256 of the markup and of masked field states; null while a dialog holds the page */
  readonly fingerprint: string | null;
  readonly dialog: { readonly kind: 'confirm' | 'prompt'; readonly message: string } | null;
  /** alerts that were closed and the like, since the last observation */
  readonly notices: readonly string[];
  readonly screenshot: boolean;
  /** lines that the one it was compared with did not show; at most ten */
  readonly appeared: readonly string[];
  /** a password field is shown: the page wants someone to sign in */
  readonly signIn: boolean;
}

export interface DecideInput {
  readonly runId: string;
  readonly task: string;
  readonly language: string;
  readonly today: string;
  readonly observation: Observation;
  /** values at hand, by name; the model is told the names, and sees the names where the page shows the values */
  readonly values: Readonly<Record<string, string>>;
  /** what was done so far, a line each, oldest first */
  readonly history: readonly string[];
  /** what code noticed: no effect, nothing found, evidence that does not hold */
  readonly hints: readonly string[];
  /** observations whose text proves nothing: it was there before */
  readonly baselines: readonly number[];
  /** words to search the whole page for, beyond what fits */
  readonly find: string | null;
  readonly spent: Usage;
}

export interface DecideResult {
  readonly decision: Decision | null;
  /** of `done`: is its evidence on the page, and was it not there before? Told by code; null for other decisions */
  readonly evidence: 'new' | 'old' | 'absent' | 'failure' | null;
  /** why there is none: a stable code and one plain sentence */
  readonly fault: RunReason | null;
  readonly usage: Usage;
  readonly model: string;
}

export interface ActInput {
  readonly runId: string;
  readonly sessionId: string;
  /** number of the step, as its observation's: names its line in the journal */
  readonly n: number;
  readonly decision: Decision;
  /** what is typed, chosen or uploaded, put in by code */
  readonly value: string | null;
  /** an effect that a person approved; the act is done only if it is still this one */
  readonly approved: ActEffect | null;
  /** two acts in a row changed nothing: the whole page is searched for the target */
  readonly stalled: boolean;
  /** values at hand, by name: what is remembered of the step holds their names */
  readonly values: Readonly<Record<string, string>>;
  /** a step that is done as it was remembered: found by its locators, proved by its post-condition; null: live */
  readonly remembered: RememberedStep | null;
}

/** What exactly is approved: any change of it voids the approval. */
export interface ActEffect {
  readonly risk: string;
  /** address without its fragment */
  readonly page: string;
  readonly act: string;
  readonly element: string;
  readonly label: string;
  readonly form: string;
  readonly values: Readonly<Record<string, string>>;
  readonly amounts: readonly string[];
}

export interface Candidate {
  readonly label: string;
  readonly score: number;
  /** CSS pixels from the point that was named */
  readonly distance: number | null;
}

/**
 * done: it was seen to be done. not_done: it certainly was not. unknown: it may have been. refused: a guard forbids it.
 * needs_approval: a person has to approve the effect first.
 */
export type ActOutcome = 'done' | 'not_done' | 'unknown' | 'refused' | 'needs_approval';

export interface ActResult {
  readonly outcome: ActOutcome;
  /** one plain sentence */
  readonly detail: string;
  /** the element it was done to, e.g. `button "Sign up"` */
  readonly target: string | null;
  /** how the element was found */
  readonly found: 'ref' | 'point' | 'near' | 'page' | 'locator' | null;
  readonly candidates: readonly Candidate[];
  /** what covered the element */
  readonly blockedBy: string | null;
  readonly url: string;
  readonly before: string | null;
  readonly after: string | null;
  /** a request that is more than reading left the browser, or may have */
  readonly wrote: boolean;
  /** lines that the page shows now and did not show before, at most ten */
  readonly appeared: readonly string[];
  /** what needs a person's approval, and in words */
  readonly effect: ActEffect | null;
  readonly asks: string | null;
  /** the guard's layer */
  readonly layer: string | null;
  readonly download: DownloadProof | null;
  /** the step as it can be done again without a model; null when it cannot, or need not */
  readonly step: RememberedStep | null;
  /** of a remembered step: is what was seen after it seen again? null when it was not done, or was live */
  readonly held: boolean | null;
  /** of a remembered step: which it was, for the audit trail */
  readonly replayed: {
    readonly n: number;
    readonly action: string;
    readonly target: string;
    /** is there a screenshot of its number? */
    readonly pictured: boolean;
  } | null;
}

/** A download is proved by its bytes. */
export interface DownloadProof {
  readonly name: string;
  readonly bytes: number;
  /** by its first bytes */
  readonly type: string;
  readonly sha256: string;
}

export interface ReadJournalInput {
  readonly runId: string;
  readonly n: number;
}

/** What a worker wrote down of an act before it was lost. none: it had not begun. begun: it may have happened. */
export interface JournalledAct {
  readonly state: 'none' | 'begun' | 'acted';
  /** could the act change anything outside the page? */
  readonly commits: boolean;
  readonly result: ActResult | null;
}
