import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composeCore } from '../src/compose.js';
import type { GateRequest, SupplyInput } from '../src/contracts/gates.js';
import { GET_RUN_QUERY, SUPPLY_INPUT_SIGNAL } from '../src/contracts/messages.js';
import type { RunEventMessage, RunInput, RunView } from '../src/contracts/run.js';
import { startWorker, type RunningWorker } from '../src/worker.js';
import { bundleAskingWorkflow } from './support/gated-system.js';
import { startCuttingRelay } from './support/cutting-relay.js';
import { silent, startSystem, type System } from './support/system.js';

const url = 'https://example.com/';
const EMAIL: GateRequest = { kind: 'email', prompt: 'Leave an address to read on.', url };
const VALUES: GateRequest = { kind: 'values', prompt: 'Who is it for?', url, fields: ['name', 'city'] };
const APPROVAL: GateRequest = {
  kind: 'approval',
  prompt: 'May this be sent?',
  url,
  effect: { page: url, element: 'button "Sign up"', values: 'email: a@example.com' },
};
const CHOICE: GateRequest = { kind: 'choice', prompt: 'Which of them?', url, options: ['red', 'blue'] };

let system: System;
let bundle: { code: string };
let worker: RunningWorker;

beforeAll(async () => {
  [system, bundle] = await Promise.all([startSystem({ SEARCH_ENGINES: 'wikipedia' }), bundleAskingWorkflow()]);
  worker = await startWorker(system.core, silent, bundle);
}, 120_000);

afterAll(async () => {
  await worker?.stop();
  await system?.stop();
});

const waits = ({ pending_input, finished_at }: RunView): boolean => pending_input !== null || finished_at !== null;

async function asked(requests: readonly GateRequest[], input: Partial<RunInput> = {}) {
  const runId = await system.ask(JSON.stringify(requests), input);
  const { pending_input: gate } = await system.viewWhen(runId, waits);
  if (gate === null) throw new Error('the run does not wait');
  return { runId, gate };
}

const signal = (runId: string, input: unknown): Promise<void> =>
  system.core.client.workflow.getHandle(runId).signal(SUPPLY_INPUT_SIGNAL, input);
const answer = (runId: string, input: SupplyInput) =>
  system.core.runs.answer(runId, { answer_id: `a-${Math.random()}`, ...input });
const refused = (code: string) => expect.objectContaining({ type: 'AnswerRefused', code });
const answersOf = async (runId: string): Promise<unknown> => JSON.parse((await system.viewWhen(runId)).answer ?? '');

describe('a run that waits for a person', () => {
  it('says what it needs, where, and until when, and is listed by it', async () => {
    const { runId, gate } = await asked([APPROVAL]);
    const view = await system.core.runs.view(runId);
    expect(view.overall_status).toBe('awaiting_human_input');
    expect(gate).toMatchObject({
      kind: 'approval',
      prompt: APPROVAL.prompt,
      url,
      effect: APPROVAL.effect,
      options: [],
    });
    expect(Date.parse(gate.expires_at) - Date.parse(view.created_at)).toBeGreaterThan(71 * 3_600_000);
    const query = `GateKind="approval" AND RunStatus="awaiting_human_input"`;
    let found = 0;
    while (found === 0) ({ count: found } = await system.core.client.workflow.count(query));
    const queried = await system.core.client.workflow.getHandle(runId).query<RunView>(GET_RUN_QUERY);
    expect(queried.pending_input).toEqual(gate);
    expect(queried.overall_status).toBe(view.overall_status);
    await answer(runId, { gate_id: gate.gate_id, approve: false });
    expect(await answersOf(runId)).toEqual([{ approve: false }]);
    while (found !== 0) ({ count: found } = await system.core.client.workflow.count('GateKind="approval"'));
  });

  it("tells in Temporal's own page what to send, as input that can be pasted", async () => {
    const { runId, gate } = await asked([VALUES]);
    const handle = system.core.client.workflow.getHandle(runId);
    const metadata = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toContain(gate.prompt);
    const pasted: unknown = JSON.parse(/```json\n([^`]+)```/.exec(metadata.currentDetails)?.[1] ?? '');
    await signal(runId, pasted);
    expect(await answersOf(runId)).toEqual([{ values: { name: '…', city: '…' } }]);
  });

  it('streams the gate as an event when it opens and when it closes', async () => {
    const { runId, gate } = await asked([EMAIL]);
    await answer(runId, { email: 'a@example.com' });
    await system.viewWhen(runId);
    const gates: RunEventMessage[] = [];
    const { signal: never } = new AbortController();
    for await (const message of system.core.runs.events(runId, { after: 0, signal: never }))
      if (message.event === 'gate') gates.push(message);
    expect(gates.map(({ changed }) => changed.pending_input)).toEqual([gate, null]);
    expect(gates.map(({ changed }) => changed.overall_status)).toEqual(['awaiting_human_input', 'running']);
  });

  it('is paused and continued like any other, and still waits', async () => {
    const { runId, gate } = await asked([CHOICE]);
    await system.core.runs.pause(runId);
    const paused = await system.viewWhen(runId, ({ overall_status }) => overall_status === 'paused');
    expect(paused.pending_input).toEqual(gate);
    await system.core.runs.continue(runId);
    await system.viewWhen(runId, ({ overall_status }) => overall_status === 'awaiting_human_input');
    await answer(runId, { gate_id: gate.gate_id, choice: 'blue' });
    expect(await answersOf(runId)).toEqual([{ choice: 'blue' }]);
  });

  it('ends as partial, with the reason, when nobody answers in time', async () => {
    const runId = await system.ask(JSON.stringify([EMAIL]), { gateTimeoutMs: 300 });
    const view = await system.viewWhen(runId);
    expect(view).toMatchObject({ overall_status: 'partial', reason: { code: 'gate_expired' }, pending_input: null });
    expect(view.answer).toContain(EMAIL.prompt);
    await expect(answer(runId, { email: 'a@example.com' })).rejects.toThrow(/ended/);
  });

  it('is nothing that upkeep would remove, however old', async () => {
    const { runId } = await asked([EMAIL]);
    const ended = await system.ask('[]');
    await system.viewWhen(ended);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    let found: readonly string[] = [];
    while (!found.includes(ended)) found = await system.core.runs.closedBefore(tomorrow, 100);
    expect(found).not.toContain(runId);
    await system.core.runs.cancel(runId);
  });

  it('ends as cancelled when it is cancelled', async () => {
    const { runId } = await asked([EMAIL]);
    await system.core.runs.cancel(runId);
    expect(await system.viewWhen(runId)).toMatchObject({ overall_status: 'cancelled', pending_input: null });
  });
});

describe('by a signal alone', () => {
  it.each<[GateRequest['kind'], GateRequest, SupplyInput, unknown]>([
    ['email', EMAIL, { email: 'a@example.com' }, { email: 'a@example.com', sealed: null }],
    ['values', VALUES, { values: { name: 'A', city: 'B' } }, { values: { name: 'A', city: 'B' } }],
    ['approval', APPROVAL, { approve: true }, { approve: true }],
    ['choice', CHOICE, { choice: 'red' }, { choice: 'red' }],
  ])('a gate of kind %s is answered', async (_kind, request, input, expected) => {
    const { runId, gate } = await asked([request]);
    await signal(runId, { gate_id: gate.gate_id, ...input });
    expect(await answersOf(runId)).toEqual([expected]);
  });
});

describe('an answer that does not fit', () => {
  it.each<[string, GateRequest, SupplyInput, string]>([
    ['of another kind', EMAIL, { approve: true }, 'answer_invalid'],
    ['with two fields', EMAIL, { email: 'a@example.com', approve: true }, 'answer_invalid'],
    ['with nothing', EMAIL, {}, 'answer_invalid'],
    ['that is no option', CHOICE, { choice: 'green' }, 'answer_invalid'],
    ['without a value that is asked for', VALUES, { values: { name: 'A' } }, 'answer_invalid'],
    ['with a value that is not asked for', VALUES, { values: { name: 'A', city: 'B', age: '3' } }, 'answer_invalid'],
    ['that holds a card', VALUES, { values: { name: 'A', city: '4111 1111 1111 1111' } }, 'answer_invalid'],
    ['that is private and not sealed', EMAIL, { email: 'a@example.com', private: true }, 'answer_unsealed'],
    ['sealed to a key of no gate', EMAIL, { sealed: 'v1.k.e.c' }, 'key_gone'],
    ['that is garbage', EMAIL, { email: 7 } as unknown as SupplyInput, 'answer_invalid'],
    ['with a password in clear', EMAIL, { password: 'hunter2' } as SupplyInput, 'answer_unsealed'],
  ])(
    '%s is refused at once by update, told by signal, and the gate stays open',
    async (_name, request, input, code) => {
      const { runId, gate } = await asked([request]);
      const named = { gate_id: gate.gate_id, ...input };
      await expect(answer(runId, named)).rejects.toEqual(refused(code));
      expect((await system.core.runs.view(runId)).warnings).toEqual([]);
      await signal(runId, named);
      const view = await system.viewWhen(runId, ({ warnings }) => warnings.length > 0);
      expect(view).toMatchObject({ overall_status: 'awaiting_human_input', pending_input: gate });
      expect(JSON.stringify(view)).not.toContain('hunter2');
      await system.core.runs.cancel(runId);
    },
  );

  it('is refused for another run, a gate of the past, and a run that does not wait', async () => {
    const first = await asked([EMAIL, APPROVAL]);
    const second = await asked([APPROVAL]);
    await expect(answer(second.runId, { gate_id: first.gate.gate_id, email: 'a@example.com' })).rejects.toEqual(
      refused('gate_unknown'),
    );
    await answer(first.runId, { gate_id: first.gate.gate_id, email: 'a@example.com' });
    await system.viewWhen(first.runId, ({ pending_input: gate }) => gate?.kind === 'approval');
    await expect(answer(first.runId, { gate_id: first.gate.gate_id, approve: true })).rejects.toEqual(
      refused('gate_answered'),
    );
    await expect(answer(first.runId, { approve: true })).rejects.toEqual(refused('answer_invalid'));
    await expect(answer(`run_${'0'.repeat(32)}`, { approve: true })).rejects.toThrow(/no run/);
    await system.core.runs.cancel(first.runId);
    await system.core.runs.cancel(second.runId);
  });
});

describe('an answer that is sent more than once', () => {
  it('counts once by its answer_id, over update and signal, and never opens the next gate', async () => {
    const { runId, gate } = await asked([APPROVAL, APPROVAL]);
    const input = { gate_id: gate.gate_id, answer_id: 'mine', approve: true };
    expect(await system.core.runs.answer(runId, input)).toEqual({ answer_id: 'mine', outcome: 'accepted' });
    const next = await system.viewWhen(runId, ({ pending_input }) => pending_input?.gate_id !== gate.gate_id);
    expect(next.pending_input).toMatchObject({ kind: 'approval' });
    expect(await system.core.runs.answer(runId, input)).toMatchObject({ answer_id: 'mine' });
    await signal(runId, input);
    await signal(runId, { ...input, answer_id: 'another' });
    const view = await system.viewWhen(runId, ({ warnings }) => warnings.length > 0);
    expect(view.pending_input).toEqual(next.pending_input);
    expect(view.warnings).toEqual([expect.stringContaining('answered already')]);
    await system.core.runs.cancel(runId);
  });

  it('by two people at once is taken from one of them, and the other is told', async () => {
    const { runId, gate } = await asked([CHOICE]);
    const both = await Promise.allSettled(
      ['red', 'blue'].map((choice) => answer(runId, { gate_id: gate.gate_id, choice })),
    );
    const taken = both.findIndex(({ status }) => status === 'fulfilled');
    const other = both[1 - taken];
    expect(other?.status).toBe('rejected');
    expect(await answersOf(runId)).toEqual([{ choice: ['red', 'blue'][taken] }]);
  });
});

describe('with no worker', () => {
  it('an answer is kept, said to be unconfirmed, and taken once when a worker comes', async () => {
    const { runId, gate } = await asked([CHOICE]);
    await worker.stop();
    const input = { gate_id: gate.gate_id, answer_id: 'offline', choice: 'red' };
    expect(await system.core.runs.answer(runId, input)).toEqual({ answer_id: 'offline', outcome: 'unconfirmed' });
    expect((await system.core.runs.view(runId)).pending_input).toEqual(gate);
    worker = await startWorker(system.core, silent, bundle);
    expect(await answersOf(runId)).toEqual([{ choice: 'red' }]);
    expect((await system.core.runs.view(runId)).warnings).toEqual([]);
  }, 60_000);
});

describe("a call that Temporal's server cuts off", () => {
  it('is an answer that is not confirmed and counts once, and otherwise a server that did not answer', async () => {
    const relay = await startCuttingRelay(system.temporal.address);
    const environment = { ...system.config.temporal.environment, TEMPORAL_ADDRESS: relay.address };
    const core = composeCore({ ...system.config, temporal: { ...system.config.temporal, environment } });
    try {
      const { runId, gate } = await asked([CHOICE]);
      relay.cuts.add('UpdateWorkflowExecution');
      const given = { gate_id: gate.gate_id, choice: 'red', answer_id: 'cut-off-1' };
      expect(await core.runs.answer(runId, given)).toEqual({ answer_id: 'cut-off-1', outcome: 'unconfirmed' });
      expect(relay.cut()).toBeGreaterThan(0);
      expect(await answersOf(runId)).toEqual([{ choice: 'red' }]);
      relay.cuts.add('DescribeWorkflowExecution');
      await expect(core.runs.view(runId)).rejects.toMatchObject({ type: 'TemporalUnavailable' });
    } finally {
      await core.close();
      await relay.close();
    }
  });
});
