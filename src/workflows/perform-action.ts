import type { ActionPlan } from '../contracts/acting.js';
import type { Classification } from '../contracts/activities.js';
import type { RunResult } from '../contracts/run.js';
import { composeActionEnd } from '../domain/acting/action-answer.js';
import { ActionLoop } from './action-loop.js';
import { NoTimeLeft, type RunContext } from './run-context.js';

/** Where it is done is known, or asked; then it is done step by step in a browser. */
export async function performAction(context: RunContext, classification: Classification): Promise<RunResult> {
  const { question: task, url } = context.input;
  const plan = await context.step('planAction', 'what the task says', { task, url });
  if (plan.url !== null) return carryOut(context, plan, classification.language);
  // What was never done cannot be done without a model, and what was done before has an address.
  if (!plan.model) return end('model_required', MODEL_REQUIRED);
  const chosen = await chooseTarget(context, classification);
  if (chosen === null) return end('no_target', 'No site was found for this task: name its address with `url`.');
  const planned = await context.step('planAction', 'the chosen site', { task, url: chosen });
  return carryOut(context, planned, classification.language);
}

/** Speech can be misheard, and bystanders speak: before anything is opened, somebody approves where speech does not reach. */
async function isApproved(context: RunContext, url: string, site: string): Promise<boolean> {
  const { question: task } = context.input;
  const prompt = `This was heard in speech: “${task}”. Shall it be done on ${site}?`;
  return (await context.ask({ kind: 'approval', prompt, url, effect: { task, site } })).approve;
}

const MODEL_REQUIRED =
  'Doing something for the first time needs a model that decides each step: set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a local one.';

async function carryOut(context: RunContext, plan: ActionPlan, language: string): Promise<RunResult> {
  const { url, site } = plan;
  if (url === null || site === null)
    return end('bad_target', 'The address of the task is not one of the web (http or https).');
  if (context.input.source === 'omi' && !(await isApproved(context, url, site)))
    return composeActionEnd(
      {
        status: 'blocked',
        reason: { code: 'approval_denied', message: 'You did not approve it, so it was not done.' },
      },
      { site, done: [], wrote: false },
    );
  const inputs = { ...plan.inputs, ...context.input.inputs };
  const recall = await context.step('recallTask', site, { site, task: context.input.question, inputs, language });
  if (!plan.model && !recall.replay) return end('model_required', MODEL_REQUIRED);
  try {
    return await new ActionLoop(context, { plan, url, site, language, recall }).run();
  } catch (error) {
    if (!(error instanceof NoTimeLeft)) throw error;
    return end('time_spent', 'The time of the run was over before the task was done: RUN_MAX_MINUTES allows for more.');
  }
}

const end = (code: string, message: string): RunResult =>
  composeActionEnd({ status: 'failed', reason: { code, message } }, { site: null, done: [], wrote: false });

const NONE = 'None of these';
const MOST_OFFERED = 5;

/** A site that came from a search is confirmed by the person before anything is opened there. */
async function chooseTarget(context: RunContext, { queries, language }: Classification): Promise<string | null> {
  const [query] = queries;
  if (query === undefined) return null;
  const { domains } = context.input;
  const { hits } = await context.step('searchWeb', query, { query, language, limit: 10, domains });
  const options = [...new Map(hits.map(({ url }) => [hostOf(url), url])).values()].slice(0, MOST_OFFERED);
  const [first] = options;
  if (first === undefined) return null;
  const prompt = 'Where shall it be done? These sites came from a web search, not from you.';
  const { choice } = await context.ask({ kind: 'choice', prompt, url: first, options: [...options, NONE] });
  return options.includes(choice) ? choice : null;
}

const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/iu.exec(url)?.[1] ?? url;
