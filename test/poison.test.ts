import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOfflineWeb, type OfflineWeb } from './support/offline-web.js';
import { FACT, PAGES, QUESTION } from './support/pages.js';
import { startSystem, type System } from './support/system.js';

let web: OfflineWeb;
let system: System;

beforeAll(async () => {
  web = await startOfflineWeb(PAGES);
  system = await startSystem({
    OUTBOUND_PROXY: web.proxyUrl,
    TAVILY_BASE_URL: web.searchUrl,
    TAVILY_API_KEY: 'tvly-test-key',
  });
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await web?.close();
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A signal as a user interface or another SDK might send it. */
async function signal(runId: string, signalName: string, payload?: { encoding: string; data: string }): Promise<void> {
  const payloads = payload ? [{ metadata: { encoding: bytes(payload.encoding) }, data: bytes(payload.data) }] : [];
  await system.core.client.workflowService.signalWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId: runId },
    signalName,
    input: { payloads },
    identity: 'test',
    requestId: `${signalName}-${Math.random()}`,
  });
}

const POISONS = [
  ['json/protobuf', 'json/protobuf', '{"a":1}'],
  ['an unknown encoding', 'no/such-encoding', 'x'],
  ['bad JSON', 'json/plain', '{"a":'],
  ['empty JSON', 'json/plain', ''],
] as const;

describe('a signal that nobody can make sense of', () => {
  it('ends as a warning on a run that goes on, for every poison, unknown name and wrong shape', async () => {
    const runId = await system.ask(QUESTION);
    for (const [, encoding, data] of POISONS) await signal(runId, 'pauseRun', { encoding, data });
    await signal(runId, 'noSuchSignal', { encoding: 'json/plain', data: '{}' });
    await signal(runId, 'alsoUnknown', { encoding: 'json/protobuf', data: 'x' });
    await signal(runId, 'pauseRun', { encoding: 'json/plain', data: '[1,2]' });
    await signal(runId, 'resumeRun', { encoding: 'json/plain', data: '"now"' });
    await system.startWorker();
    const view = await system.viewWhen(runId);
    expect(view).toMatchObject({ overall_status: 'succeeded' });
    expect(view.answer).toContain(FACT);
    expect(view.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('noSuchSignal'),
        expect.stringContaining('alsoUnknown'),
        expect.stringContaining('pauseRun'),
        expect.stringContaining('resumeRun'),
      ]),
    );
  }, 120_000);

  it.each([['nothing'], ['null'], ['{}']])('is not one that pauses with %s', async (data) => {
    const runId = await system.ask(QUESTION);
    await signal(runId, 'pauseRun', data === 'nothing' ? undefined : { encoding: 'json/plain', data });
    const paused = await system.viewWhen(runId, ({ overall_status: status }) => status !== 'running');
    expect(paused.overall_status).toBe('paused');
    await signal(runId, 'resumeRun');
    expect((await system.viewWhen(runId)).overall_status).toBe('succeeded');
  });
});
