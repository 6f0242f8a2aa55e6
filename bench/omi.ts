/**
 * How quickly deliveries of Omi are answered: `npm run bench:omi [-- --json]`. Paced at 100 a second from 20 wearers, then a
 * burst of 500 at once from one; a real Temporal server, worker and API, and a count of what arrived.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startApi } from '../src/server.js';
import { bundleWorkflows } from '../src/adapters/temporal/workflow-bundle.js';
import { startWorker } from '../src/worker.js';
import { silent, startSystem } from '../test/support/system.js';

const PER_SECOND = 100;
const SECONDS = 10;
const WEARERS = 20;
const BURST = 500;

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const system = await startSystem({ PORT: '0', SEARCH_ENGINES: 'wikipedia' });
const worker = await startWorker(system.core, silent, { code: await bundleWorkflows() });
const api = await startApi(system.core, silent);
const origin = `http://127.0.0.1:${api.port}`;

async function deliver(uid: string, n: number): Promise<{ ms: number; ok: boolean }> {
  const segment = { id: `s${n}`, text: `word ${n}`, is_user: true, start: n / 10, end: n / 10 + 1 };
  const before = performance.now();
  const reply = await fetch(`${origin}/webhook/omi?uid=${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: uid, segments: [segment] }),
  });
  await reply.arrayBuffer();
  return { ms: performance.now() - before, ok: reply.status === 200 };
}

/** Distinct segments in the signals of all histories. */
async function arrived(): Promise<number> {
  const ids = new Set<string>();
  for await (const { workflowId, runId } of system.core.client.workflow.list({ query: 'WorkflowType="omi"' })) {
    const { events } = await system.core.client.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const event of events ?? []) {
      const payload = event.workflowExecutionSignaledEventAttributes?.input?.payloads?.[0]?.data;
      if (!payload) continue;
      const { segments } = JSON.parse(Buffer.from(payload).toString('utf8')) as { segments: { id: string }[] };
      for (const { id } of segments) ids.add(`${workflowId} ${id}`);
    }
  }
  return ids.size;
}

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.floor((sorted.length - 1) * q)] ?? 0;

await deliver('warm', 0);
const paced: Promise<{ ms: number; ok: boolean }>[] = [];
const start = performance.now();
for (let n = 0; n < PER_SECOND * SECONDS; n++) {
  await wait(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()));
  paced.push(deliver(`w${n % WEARERS}`, n));
}
const answers = await Promise.all(paced);
const burstStart = performance.now();
const burst = await Promise.all(Array.from({ length: BURST }, (_, n) => deliver('burst', n)));
const burstMs = performance.now() - burstStart;
const ms = answers.map((answer) => answer.ms).sort((a, b) => a - b);
// Signals that come during a workflow task stand in the history once that task has ended.
const sent = ms.length + BURST + 1;
for (let n = 0; n < 20 && (await arrived()) < sent; n++) await wait(500);
const result = {
  paced: { deliveries: ms.length, median_ms: quantile(ms, 0.5), p95_ms: quantile(ms, 0.95) },
  burst: { deliveries: BURST, seconds: burstMs / 1000 },
  refused: [...answers, ...burst].filter(({ ok }) => !ok).length,
  lost: sent - (await arrived()),
};
await api.stop();
await worker.stop();
await system.stop();
if (values.json) console.log(JSON.stringify(result));
else {
  console.log(
    `paced at ${PER_SECOND} a second: median ${result.paced.median_ms.toFixed(1)} ms, p95 ${result.paced.p95_ms.toFixed(1)} ms`,
  );
  console.log(`burst of ${BURST}: accepted in ${result.burst.seconds.toFixed(2)} s`);
  console.log(`refused ${result.refused}, lost ${result.lost}`);
}
process.exit(result.refused + result.lost === 0 ? 0 : 1);
