import { describe, expect, it } from '@jest/globals';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRuntime } from '../src/adapters/temporal/runtime.js';
import { silent } from './support/system.js';

const folder = join(import.meta.dirname, 'histories');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
installRuntime(silent);
const codePath = process.env['TEST_WORKFLOW_BUNDLE'] ?? '';

const history = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

describe('histories of earlier runs', () => {
  it('are kept for every way in which a run goes', () => {
    const questions = ['succeeded', 'partial', 'failed', 'cancelled', 'paused', 'mid-run', 'rendered'];
    for (const kind of [...questions, 'action', 'waiting', 'email-gate', 'login-gate', 'gate-expired'])
      expect(files.filter((name) => name.startsWith(`${kind}.`))).not.toEqual([]);
  });

  it('hold a page that was read in a browser', () => {
    const [file = ''] = files.filter((name) => name.startsWith('rendered.'));
    expect(readFileSync(join(folder, file), 'utf8')).toContain('"renderPage"');
  });

  it('hold no password: what was sealed is all there is of it', () => {
    const [file = ''] = files.filter((name) => name.startsWith('login-gate.'));
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain('"signIn"');
    const decoded = text.replace(/"data": "([^"]+)"/g, (_all, data: string) => Buffer.from(data, 'base64').toString());
    expect(decoded).toContain('"sealed":"v1.');
    expect(decoded).not.toMatch(/demo123|a-wrong-one|246810/);
  });

  it.each(files)('%s replays with the workflows of today', async (file) => {
    await Worker.runReplayHistory({ workflowBundle: { codePath } }, history(file), `run_${'0'.repeat(32)}`);
  });

  it('do not replay with a workflow that does its work in another order', async () => {
    const broken = await bundleWorkflowCode({
      workflowsPath: join(import.meta.dirname, 'support', 'broken-workflow.ts'),
      payloadConverterPath: join(import.meta.dirname, '..', 'src', 'workflows', 'payload-converter.ts'),
      logger: new DefaultLogger('ERROR'),
    });
    const file = files.find((name) => name.startsWith('succeeded.')) ?? '';
    await expect(Worker.runReplayHistory({ workflowBundle: broken }, history(file))).rejects.toThrow(
      /TMPRL1100|[Nn]ondeterminism/,
    );
  });
});
