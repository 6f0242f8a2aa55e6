/** An outcome of a task, as runs report it. For tests. */
import type { RememberedStep, TaskOutcome } from '../../contracts/memory.js';

export const STEP: RememberedStep = {
  act: 'click',
  locators: [{ by: 'role', role: 'button', name: 'Sign up' }],
  frames: [],
  value: null,
  key: null,
  label: 'Sign up',
  writes: true,
  post: { path: '/newsletter', appears: ['Thank you'], gone: [] },
};

export const outcomeOf = (changed: Partial<TaskOutcome> = {}): TaskOutcome => ({
  memoryId: '0'.repeat(32),
  site: 'a.example',
  intent: 'sign up newsletter',
  runId: 'run_a',
  way: 'live',
  success: true,
  at: '2026-11-01T10:00:00.000Z',
  startPath: '/',
  steps: [STEP],
  parameters: ['email'],
  ...changed,
});
