import type { RunResult } from '../contracts/run.js';
import type { RunContext } from './run-context.js';

/** Acting on pages is not part of the product yet: the run says so, and nothing is done. */
export async function performAction(_context: RunContext): Promise<RunResult> {
  const message = 'Acting on web pages is not available yet; nothing was done. Ask a question instead.';
  return {
    overall_status: 'failed',
    reason: { code: 'not_available', message },
    answer: message,
    answer_text: message,
  };
}
