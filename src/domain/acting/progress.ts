/** Does a run get anywhere? Told by fingerprints of the page, never by what the model believes. */

export interface ActOutcome {
  readonly kind: string;
  /** page fingerprints before and after */
  readonly before: string;
  readonly after: string;
  /** the target was found by searching the whole page (layer 3) */
  readonly searched?: boolean;
  /** the decision had been told that the last estimate had no effect (layer 4) */
  readonly hinted?: boolean;
}

/** Acts that need not change a page: they neither make a stall nor end one. */
const IDLE = new Set(['wait', 'scroll', 'hover']);
/** A stall: this many acts in a row without a change. */
const STALLED_ACTS = 2;
/** Decisions that knew of it and changed nothing either. */
const HINTED_ACTS = 2;

/** The acts since the page last changed, idle ones left out. */
function unchangedSince(acts: readonly ActOutcome[]): readonly ActOutcome[] {
  const counting = acts.filter(({ kind }) => !IDLE.has(kind));
  const last = counting.findLastIndex(({ before, after }) => before !== after);
  return counting.slice(last + 1);
}

/** Two consecutive acts, other than waiting, scrolling and hovering, that left the page as it was. */
export const isStalled = (acts: readonly ActOutcome[]): boolean => unchangedSince(acts).length >= STALLED_ACTS;

export type Help = 'none' | 'search_page' | 'hint' | 'no_progress';

/**
 * What the next step needs: nothing; that the whole page be searched for its target (then `hint` if nothing is found); that
 * the decision be told; or the end of the run, by that name.
 */
export function helpAfter(acts: readonly ActOutcome[]): Help {
  const unchanged = unchangedSince(acts);
  if (unchanged.filter(({ hinted }) => hinted === true).length >= HINTED_ACTS) return 'no_progress';
  if (unchanged.length < STALLED_ACTS) return 'none';
  return unchanged.some(({ searched, hinted }) => searched === true || hinted === true) ? 'hint' : 'search_page';
}

/** Layer 4: what the next decision is told. */
export function hintText(last: {
  readonly kind: string;
  readonly target: string;
  readonly point: { readonly x: number; readonly y: number } | null;
  /** labels of the likeliest elements, best first */
  readonly candidates: readonly string[];
}): string {
  const where = last.point === null ? '' : ` at (${Math.round(last.point.x)}, ${Math.round(last.point.y)})`;
  const named = last.candidates.filter((label) => label !== '').map((label) => `"${label.slice(0, 60)}"`);
  const instead = named.length > 0 ? ` On the page there are: ${named.join(', ')}.` : '';
  return (
    `Your last estimate had no effect: ${last.kind}${where} for "${last.target.slice(0, 80)}" left the page as it was.${instead} ` +
    'Name the target by its ref, or by the label that is written on it, word for word; or choose another way.'
  );
}
