/** The negative control of the replay test: a `run` that searches before it classifies. */
import type { RunInput } from '../../src/contracts/run.js';
import { RunContext } from '../../src/workflows/run-context.js';

export async function run(input: RunInput): Promise<unknown> {
  const context = new RunContext(input);
  void context.keepTime().catch(() => undefined);
  const { question: query, domains } = input;
  return context.step('searchWeb', query, { query, language: 'en', limit: 5, domains });
}
