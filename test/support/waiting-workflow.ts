/** `run` as it is, but for questions that are a list of gates: those only ask, as `asking-workflow` does. */
import type { RunInput, RunResult } from '../../src/contracts/run.js';
import { run as real } from '../../src/workflows/run.js';
import { run as asking } from './asking-workflow.js';

export const run = (input: RunInput): Promise<RunResult> =>
  input.question.startsWith('[') ? asking(input) : real(input);
export { upkeep } from '../../src/workflows/upkeep.js';
