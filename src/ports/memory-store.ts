import type { SiteMemory, TaskOutcome } from '../contracts/memory.js';

/** Memories of tasks, by site and intent. Written by one writer per memory; anybody reads. */
export interface MemoryStore {
  get(memoryId: string): Promise<SiteMemory | null>;
  /** newest use first; all sites without one */
  list(site?: string): Promise<readonly SiteMemory[]>;
  /**
   * Counts an outcome, once for each run and way. A success with steps makes the memory, or replaces its steps; a failure only
   * counts, and is dropped where nothing is remembered.
   * @returns what is remembered now
   */
  record(outcome: TaskOutcome): Promise<SiteMemory | null>;
  /** @returns false when there was none */
  forget(memoryId: string): Promise<boolean>;
}

/** The way to the single writer of a memory. */
export interface MemoryWriter {
  /** Resolves once the outcome is durable; counted soon after. @throws TemporalUnavailableError */
  report(outcome: TaskOutcome): Promise<void>;
}
