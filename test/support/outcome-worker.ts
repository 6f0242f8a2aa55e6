/**
 * Run as a process of its own. `worker`: a worker of the product that also reports outcomes of one memory, all at once.
 * `control`: the same outcomes, written as a store that keeps one document per memory would without a single writer.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/adapters/libsql/database.js';
import { createMemoryWriter } from '../../src/adapters/temporal/memory-writer.js';
import { outcomeOf } from '../../src/adapters/testing/memory-outcome.js';
import { composeCore } from '../../src/compose.js';
import { loadConfig } from '../../src/config.js';
import { startWorker } from '../../src/worker.js';
import { createLog } from '../../src/log.js';

const [, , mode = '', name = '', count = '0', file = ''] = process.argv;
const outcomes = Array.from({ length: Number(count) }, (_, n) => outcomeOf({ runId: `run_${name}_${n}` }));

async function work(): Promise<void> {
  const config = loadConfig();
  const core = composeCore(config);
  const worker = await startWorker(core, createLog(config, 'worker'), {
    codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '',
  });
  console.log('ready');
  await new Promise((go) => process.stdin.once('data', go));
  const writer = createMemoryWriter(core.client, core.identity.storeId);
  await Promise.all(outcomes.map((outcome) => writer.report(outcome)));
  console.log('reported');
  await new Promise((go) => process.stdin.once('data', go));
  await worker.stop();
  await core.close();
}

async function control(): Promise<void> {
  const database = openDatabase(file);
  console.log('ready');
  await new Promise((go) => process.stdin.once('data', go));
  for (const { runId } of outcomes) {
    const document = database.get<{ value: string }>("SELECT value FROM facts WHERE name = 'outcomes'")?.value ?? '[]';
    await wait(5);
    const written = JSON.stringify([...(JSON.parse(document) as string[]), runId]);
    database.run(
      "INSERT INTO facts (name, value) VALUES ('outcomes', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [written],
    );
  }
  database.close();
  console.log('reported');
}

await (mode === 'control' ? control() : work());
process.exit(0);
