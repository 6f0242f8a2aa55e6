import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '../src/adapters/libsql/database.js';
import { createQdrantMemoryStore } from '../src/adapters/qdrant/memory-store.js';
import { createQdrantRest } from '../src/adapters/qdrant/qdrant-rest.js';
import { startQdrantStandIn } from '../src/adapters/qdrant/testing/qdrant-stand-in.js';
import { createMemoryWriter } from '../src/adapters/temporal/memory-writer.js';
import { outcomeOf } from '../src/adapters/testing/memory-outcome.js';
import { RECORD_OUTCOME_SIGNAL, siteMemoryWorkflowId } from '../src/contracts/memory.js';
import { startSystem, type System } from './support/system.js';

const ROOT = join(import.meta.dirname, '..');
const PROCESSES = ['one', 'two'];
const OUTCOMES_EACH = 10;

let system: System;
beforeAll(async () => {
  system = await startSystem({ EMBEDDER: 'none' });
}, 120_000);
afterAll(() => system?.stop());

interface Child {
  readonly process: ChildProcess;
  says(word: string): Promise<void>;
  goOn(): void;
}

function start(env: Record<string, string>, ...args: string[]): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'test/support/outcome-worker.ts'), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: system.dataDir,
      TEMPORAL_ADDRESS: system.temporal.address,
      TEMPORAL_IGNORE_CONFIG_FILE: 'true',
      EMBEDDER: 'none',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  return {
    process: child,
    async says(word) {
      while (!said.includes(word)) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before it said ${word}: ${said}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    goOn: () => void child.stdin.write('go\n'),
  };
}

/** Both begin at the same moment. */
async function together(env: Record<string, string>, mode: string, ...args: string[]): Promise<Child[]> {
  const children = PROCESSES.map((name) => start(env, mode, name, ...args));
  await Promise.all(children.map((child) => child.says('ready')));
  for (const child of children) child.goOn();
  await Promise.all(children.map((child) => child.says('reported')));
  return children;
}

async function eventually(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((done) => setTimeout(done, 50));
}

describe('the single writer of a memory', () => {
  it.each(['libsql', 'Qdrant (a stand-in)'])(
    'counts all of 20 outcomes that two worker processes report at once: %s',
    async (name) => {
      const standIn = name === 'libsql' ? null : await startQdrantStandIn();
      const rest = standIn && createQdrantRest({ url: standIn.origin, apiKey: undefined });
      const memories = rest ? createQdrantMemoryStore(rest) : system.core.store.memories;
      const children = await together(standIn ? { QDRANT_URL: standIn.origin } : {}, 'worker', String(OUTCOMES_EACH));
      const { memoryId } = outcomeOf();
      const counted = async () => (await memories.get(memoryId))?.successes ?? 0;
      await eventually(async () => (await counted()) >= PROCESSES.length * OUTCOMES_EACH);
      expect(await counted()).toBe(PROCESSES.length * OUTCOMES_EACH);
      const workflowId = siteMemoryWorkflowId(memoryId, system.core.identity.storeId);
      const { status } = await system.core.client.workflow.getHandle(workflowId).describe();
      expect(status.name).toBe('RUNNING');
      for (const child of children) child.goOn();
      for (const { process: child } of children) if (child.exitCode === null) await once(child, 'exit');
      await standIn?.close();
    },
    120_000,
  );

  it('is what keeps them: documents that two processes write by themselves lose some', async () => {
    const file = join(system.dataDir, 'control.db');
    await together({}, 'control', String(OUTCOMES_EACH), file);
    const database = openDatabase(file);
    const kept = database.get<{ value: string }>("SELECT value FROM facts WHERE name = 'outcomes'")?.value ?? '[]';
    database.close();
    const count = (JSON.parse(kept) as string[]).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(PROCESSES.length * OUTCOMES_EACH);
  }, 60_000);

  it('counts an outcome that is told twice once, leaves nonsense alone, and ends after a minute of silence', async () => {
    await system.startWorker();
    const outcome = outcomeOf({ memoryId: 'a'.repeat(32) });
    const { client, identity, store } = system.core;
    const writer = createMemoryWriter(client, identity.storeId);
    const handle = client.workflow.getHandle(siteMemoryWorkflowId(outcome.memoryId, identity.storeId));
    for (const told of [outcome, outcome, { ...outcome, runId: 'run_b', success: false, steps: null }])
      await writer.report(told);
    await handle.signal(RECORD_OUTCOME_SIGNAL, { nonsense: true });
    await handle.signal(RECORD_OUTCOME_SIGNAL, { ...outcome, memoryId: 'b'.repeat(32) });
    await handle.result();
    expect(await store.memories.get(outcome.memoryId)).toMatchObject({ successes: 1, failures: 1 });
    expect(await store.memories.get('b'.repeat(32))).toBeNull();
  }, 120_000);
});
