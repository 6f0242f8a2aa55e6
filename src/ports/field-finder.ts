import type { Usage } from '../contracts/run.js';

export type WantedField = 'email' | 'password' | 'code';

/** Tells which field of a page takes what, where the markup does not. Sees the fields' own words, never a value. */
export interface FieldFinder {
  /**
   * @param candidates what each field says of itself, in the order of the page
   * @returns its place among them, or null; and what was paid for the word
   * @throws only the signal's reason when it aborts
   */
  find(
    wanted: WantedField,
    candidates: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly place: number | null; readonly usage: Usage }>;
}
