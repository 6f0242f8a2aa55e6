/** `answer`, `seal` and `cancel` speak to Temporal itself: in these tests there is no API at all, and nothing to find one by. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../src/cli/program.js';
import type { Prompts } from '../src/cli/prompts.js';
import { composeCli } from '../src/compose.js';
import type { GateRequest } from '../src/contracts/gates.js';
import { SUPPLY_INPUT_SIGNAL } from '../src/contracts/messages.js';
import { startWorker, type RunningWorker } from '../src/worker.js';
import { gateOf } from './support/demo-system.js';
import { bundleAskingWorkflow } from './support/gated-system.js';
import { silent, startSystem, type System } from './support/system.js';

const url = 'https://members.example/';
const PASSWORD = 'hunter2-canary';
let system: System;
let worker: RunningWorker;

beforeAll(async () => {
  const [started, bundle] = await Promise.all([startSystem({ SEARCH_ENGINES: 'wikipedia' }), bundleAskingWorkflow()]);
  system = started;
  worker = await startWorker(system.core, silent, bundle);
}, 120_000);
afterAll(async () => {
  await worker?.stop();
  await system?.stop();
});

async function synthetic(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const typed = async (): Promise<string> => PASSWORD;
  const prompts: Prompts = { interactive: true, ask: typed, askSecretly: typed, readLine: typed };
  const { openRuns } = composeCli(system.config);
  const code = await runCli(args, {
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
    prompts,
    colours: false,
    version: '1.2.3',
    loadConfig: () => system.config,
    openRuns: async () => openRuns(),
    openMemories: () => Promise.reject(new Error('not expected')),
    reindex: () => Promise.reject(new Error('not expected')),
    openBackups: () => Promise.reject(new Error('not expected')),
    openInspection: () => Promise.reject(new Error('not expected')),
    runDoctor: () => Promise.reject(new Error('not expected')),
    interrupted: new AbortController().signal,
  });
  return { code, out, err };
}

async function asked(...requests: GateRequest[]) {
  const runId = await system.ask(JSON.stringify(requests));
  return { runId, gate: await gateOf(system, runId) };
}
const answersOf = async (runId: string): Promise<unknown> => JSON.parse((await system.viewWhen(runId)).answer ?? '');

describe('the shell, with the API down', () => {
  it('answers, gate after gate', async () => {
    const { runId, gate } = await asked(
      { kind: 'email', prompt: 'An address?', url },
      { kind: 'approval', prompt: 'May this be done?', url },
      { kind: 'choice', prompt: 'Which?', url, options: ['red', 'blue'] },
      { kind: 'values', prompt: 'Who?', url, fields: ['name'] },
    );
    let last = gate.gate_id;
    for (const options of [
      ['--email', 'a@example.com'],
      ['--approve'],
      ['--choice', 'blue'],
      ['--value', 'name=Ada'],
    ]) {
      expect(await synthetic('answer', runId, ...options)).toMatchObject({ code: 0 });
      const { pending_input } = await system.viewWhen(runId, (view) => view.pending_input?.gate_id !== last);
      last = pending_input?.gate_id ?? '';
    }
    expect(await answersOf(runId)).toEqual([
      { email: 'a@example.com', sealed: null },
      { approve: true },
      { choice: 'blue' },
      { values: { name: 'Ada' } },
    ]);
  });

  it('seals a password for the signal of Temporal’s own tools', async () => {
    const { runId } = await asked({ kind: 'login', prompt: 'Sign in.', url });
    const { code, out } = await synthetic('seal', runId, '--email', 'a@example.com');
    expect(code).toBe(0);
    expect(out).not.toContain(PASSWORD);
    await system.core.client.workflow.getHandle(runId).signal(SUPPLY_INPUT_SIGNAL, JSON.parse(out));
    expect(await answersOf(runId)).toEqual([
      { sealed: expect.objectContaining({ sealed: expect.any(String) as unknown }) as unknown },
    ]);
  });

  it('cancels, and says of an ended run that it has ended', async () => {
    const { runId } = await asked({ kind: 'approval', prompt: 'May this be done?', url });
    expect(await synthetic('cancel', runId)).toMatchObject({ code: 0 });
    expect((await system.viewWhen(runId)).overall_status).toBe('cancelled');
    expect(await synthetic('answer', runId, '--approve')).toMatchObject({ code: 6 });
  });
});
