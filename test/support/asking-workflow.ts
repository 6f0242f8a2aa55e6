/** A `run` that only asks: one gate after the other, as its question lists them, and tells what came. */
import type { GateRequest } from '../../src/contracts/gates.js';
import type { RunInput, RunResult } from '../../src/contracts/run.js';
import { carryOut } from '../../src/workflows/carry-out.js';
import { RunContext } from '../../src/workflows/run-context.js';

export async function run(input: RunInput): Promise<RunResult> {
  return carryOut(new RunContext(input), async (context) => {
    const answers: unknown[] = [];
    for (const request of JSON.parse(input.question) as GateRequest[]) answers.push(await context.ask(request));
    const answer = JSON.stringify(answers);
    return { overall_status: 'succeeded', reason: null, answer, answer_text: answer };
  });
}
