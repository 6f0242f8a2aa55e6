import { isCancellation } from '@temporalio/workflow';
import type { Classification } from '../contracts/activities.js';
import type { RunInput, RunResult } from '../contracts/run.js';
import { answerQuestion } from './answer-question.js';
import { carryOut } from './carry-out.js';
import { performAction } from './perform-action.js';
import { RunContext } from './run-context.js';

/** One run, from the question or task to its end. Its workflow id is the run id; its history tells everything. */
export async function run(input: RunInput): Promise<RunResult> {
  return carryOut(new RunContext(input), work);
}

async function work(context: RunContext): Promise<RunResult> {
  const classification = await classify(context);
  context.classified(classification.kind, classification.language);
  return classification.kind === 'action'
    ? performAction(context, classification)
    : answerQuestion(context, classification);
}

/** Never fails the run: without an answer, a run is a question in the words it came in. */
async function classify(context: RunContext): Promise<Classification> {
  const { question, kind, url, language } = context.input;
  try {
    return await context.step('classify', 'what is asked', { question, kind, url, language });
  } catch (error) {
    if (isCancellation(error)) throw error;
    context.warn('the question could not be classified; it was searched for in its own words');
    return {
      kind: kind === 'action' ? 'action' : 'question',
      language: language ?? 'en',
      queries: [question.slice(0, 400)],
    };
  }
}
