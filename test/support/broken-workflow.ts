/** The negative control of the replay test: a `run` that drafts before it classifies. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../src/contracts/activities.js';

const { draftAnswer } = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });

export async function run(): Promise<unknown> {
  return draftAnswer({ runId: '', question: '', language: 'en', today: '', attempts: [], searched: [] });
}
