/** What is remembered of a task on a site: how it was done, and how that turned out. Types, names and guards; safe inside a workflow. */

/** The single writer of one memory: started by the first outcome, gone after a minute without any. */
export const SITE_MEMORY_WORKFLOW = 'siteMemory';
export const RECORD_OUTCOME_SIGNAL = 'recordOutcome';
export const siteMemoryWorkflowId = (memoryId: string, storeId: string): string => `site-memory:${memoryId}:${storeId}`;

/** One way of finding an element again. Texts may hold parameters: `{{email}}`. */
export type DurableLocator =
  | { readonly by: 'role'; readonly role: string; readonly name: string }
  | { readonly by: 'label' | 'placeholder' | 'testid' | 'css'; readonly text: string };

/** What was seen after a step, and must be seen again. */
export interface PostCondition {
  /** path of the page; null when it did not change */
  readonly path: string | null;
  /** lines of text that were not there before */
  readonly appears: readonly string[];
  /** lines that were there and are gone */
  readonly gone: readonly string[];
}

export interface RememberedStep {
  /** of the vocabulary of decisions: click, type, select, … */
  readonly act: string;
  /** two or three that are independent of each other; each found this element alone. Empty for acts without a target */
  readonly locators: readonly DurableLocator[];
  /** selectors of the frames around it, from the outside in */
  readonly frames: readonly string[];
  /** what is typed or chosen, with parameters; null when nothing is */
  readonly value: string | null;
  readonly key: string | null;
  /** what the element was called, for the audit trail */
  readonly label: string;
  /** may it change something on the site? Then nothing is tried again after it */
  readonly writes: boolean;
  readonly post: PostCondition;
}

/** Did a run do the task by itself (live), or as it was remembered (replay)? */
export const OUTCOME_WAYS = ['live', 'replay'] as const;
export type OutcomeWay = (typeof OUTCOME_WAYS)[number];

/** How one run fared with a task. Unique by run and way: told twice, it counts once. */
export interface TaskOutcome {
  readonly memoryId: string;
  readonly site: string;
  /** canonical */
  readonly intent: string;
  readonly runId: string;
  readonly way: OutcomeWay;
  readonly success: boolean;
  /** ISO time */
  readonly at: string;
  /** where the task begins: path and query of the site; null with a failure */
  readonly startPath: string | null;
  /** how it was done; null with a failure, and when the remembered steps served */
  readonly steps: readonly RememberedStep[] | null;
  /** names of inputs that the steps take */
  readonly parameters: readonly string[];
}

export interface SiteMemory {
  readonly memoryId: string;
  /** registrable domain, or host:port */
  readonly site: string;
  readonly intent: string;
  readonly startPath: string;
  readonly steps: readonly RememberedStep[];
  readonly parameters: readonly string[];
  readonly successes: number;
  readonly failures: number;
  readonly createdAt: string;
  /** of the last outcome */
  readonly usedAt: string;
}

export interface SiteMemoryInput {
  readonly memoryId: string;
  /** carried over into a fresh history */
  readonly pending?: readonly TaskOutcome[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Signals can be sent by hand: what is no outcome is left alone. */
export function isTaskOutcome(value: unknown): value is TaskOutcome {
  if (typeof value !== 'object' || value === null) return false;
  const { memoryId, site, intent, runId, way, success, at, steps, parameters } = value as Record<string, unknown>;
  return (
    [memoryId, site, intent, runId, at].every((text) => isText(text) && text !== '') &&
    OUTCOME_WAYS.some((known) => known === way) &&
    typeof success === 'boolean' &&
    (steps === null || Array.isArray(steps)) &&
    Array.isArray(parameters)
  );
}

export interface RecallInput {
  readonly site: string;
  readonly task: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** BCP 47 primary subtag */
  readonly language: string;
}

/** Which of the three gates keeps a memory from being replayed. */
export const REPLAY_GATES = ['similarity', 'successes', 'trust'] as const;
export type ReplayGate = (typeof REPLAY_GATES)[number];

export interface RecallResult {
  readonly memoryId: string;
  readonly intent: string;
  /** the closest memory of the site; null when there is none */
  readonly memory: SiteMemory | null;
  /** of its intent and this one, 0 to 1; 1 for the same words */
  readonly similarity: number;
  readonly replay: boolean;
  /** why not; null when it is replayed or there is nothing to replay */
  readonly refusedBy: ReplayGate | null;
}
