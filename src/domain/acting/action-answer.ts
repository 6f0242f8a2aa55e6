/** The answer of an action, composed by code from what code saw. */
import type { EndStatus, RunReason, RunResult } from '../../contracts/run.js';

export interface ActionEnd {
  readonly status: EndStatus;
  /** null only for success */
  readonly reason: RunReason | null;
  /** words that the page showed at the end */
  readonly evidence?: string | null;
}

export interface ActionFacts {
  readonly site: string | null;
  /** one line each, oldest first */
  readonly done: readonly string[];
  /** something may have been changed on the site */
  readonly wrote: boolean;
}

/** What is said of a run that ended with an action. */
export function composeActionEnd(
  { status, reason, evidence }: ActionEnd,
  { site, done, wrote }: ActionFacts,
): RunResult {
  const where = site === null ? '' : ` on ${site}`;
  const text =
    status === 'succeeded'
      ? `Done${where}. The page says: "${evidence ?? ''}"`
      : [
          reason?.message ?? 'It was not done.',
          wrote
            ? 'Something may have been changed on the site: look at the steps.'
            : 'Nothing was changed on the site.',
        ].join(' ');
  const steps = done.length === 0 ? '' : `\n\nSteps:\n${done.map((line, index) => `${index + 1}. ${line}`).join('\n')}`;
  return { overall_status: status, reason, answer: `${text}${steps}`, answer_text: text };
}
