/** What happens in a run, a line per step and page, as it happens. */
import type { PageAttempt, RunEventMessage, RunStep, RunView } from '../contracts/run.js';
import { isOver, isShownAsPage, renderAttempt, renderGate, renderStep } from './render.js';
import { oneLine, type Colours } from './terminal.js';

export interface Progress {
  /** the lines that this message adds */
  lines(message: RunEventMessage): string[];
}

export function createProgress(c: Colours, runId: string): Progress {
  let stepsShown = new Set<number>();
  let attemptsShown: readonly PageAttempt[] = [];
  let status: RunView['overall_status'] = 'running';
  const warned = new Set<string>();

  const stepLines = (steps: readonly RunStep[]) =>
    steps.flatMap((step, i) => {
      if (stepsShown.has(i) || !isOver(step.status) || isShownAsPage(step)) return [];
      stepsShown = new Set(stepsShown).add(i);
      return [renderStep(step, c)];
    });
  const attemptLines = (attempts: readonly PageAttempt[]) => {
    const known = new Set(attemptsShown.map(({ url, outcome }) => `${outcome} ${url}`));
    attemptsShown = attempts;
    return attempts.filter(({ url, outcome }) => !known.has(`${outcome} ${url}`)).map((one) => renderAttempt(one, c));
  };
  const warningLines = (warnings: readonly string[]) =>
    warnings.flatMap((warning) => {
      if (warned.has(warning)) return [];
      warned.add(warning);
      return [`${c.yellow('!')} ${oneLine(warning, 400)}`];
    });
  const statusLines = (next: RunView['overall_status']) => {
    const before = status;
    status = next;
    if (next === before) return [];
    if (next === 'paused') return [c.yellow(`paused; let it go on with: synthetic continue ${runId}`)];
    if (next === 'awaiting_human_input') return [];
    return next === 'running' ? ['goes on'] : [];
  };

  return {
    lines: ({ changed }) => [
      ...stepLines(changed.steps ?? []),
      ...attemptLines(changed.attempts ?? attemptsShown),
      ...warningLines(changed.warnings ?? []),
      ...statusLines(changed.overall_status ?? status),
      ...(changed.pending_input
        ? [...renderGate(changed.pending_input, c), `  answer it with: synthetic answer ${runId}`]
        : []),
    ],
  };
}
