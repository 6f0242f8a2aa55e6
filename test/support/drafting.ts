/** The drafting of the product, as the worker composes it, without Temporal's server: pages go in, an activity runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { pageContent } from '../../src/adapters/libsql/testing/page-content.js';
import { composeCore, composeWorker } from '../../src/compose.js';
import { parseConfig } from '../../src/config.js';
import type { Classification, ClassifyInput, DraftAnswerInput } from '../../src/contracts/activities.js';
import type { DraftedAnswer, PageAttempt, Usage } from '../../src/contracts/run.js';
import type { ReadPageContent } from '../../src/ports/page-reader.js';
import type { StoredPage } from '../../src/ports/page-store.js';

export interface DraftCall {
  readonly input?: Partial<DraftAnswerInput>;
  /** of Temporal; the third is the last */
  readonly attempt?: number;
  /** what one attempt may take, milliseconds */
  readonly attemptMs?: number;
  /** what is left to all attempts, milliseconds */
  readonly allMs?: number;
  readonly heartbeatDetails?: unknown;
  /** aborts the activity after so many milliseconds */
  readonly cancelAfterMs?: number;
}

export interface Drafting {
  /** stores, indexes and links a page to the run, as the activities do */
  addPage(page: Partial<ReadPageContent> & { readonly url: string; readonly text: string }): Promise<StoredPage>;
  readonly pages: readonly StoredPage[];
  draft(call?: DraftCall): Promise<DraftedAnswer>;
  classify(input: Partial<ClassifyInput> & { readonly question: string }): Promise<Classification>;
  /** what was noted in heartbeats for a further attempt */
  readonly noted: readonly Usage[];
  close(): Promise<void>;
}

/** Failures are what is tested: they need not be printed. */
const quiet = { logger: new DefaultLogger('ERROR') };
const RUN_ID = 'run_00000000000000000000000000000001';

export function startDrafting(settings: Record<string, string>): Drafting {
  const dataDir = mkdtempSync(join(tmpdir(), 'synthetic-drafting-'));
  const core = composeCore(
    parseConfig({
      DATA_DIR: dataDir,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      TEMPORAL_IGNORE_CONFIG_FILE: 'true',
      ...settings,
    }),
  );
  const worker = composeWorker(core);
  const { activities } = worker;
  const pages: StoredPage[] = [];
  const attempts: PageAttempt[] = [];
  const noted: Usage[] = [];

  const environment = ({ attempt = 1, attemptMs = 120_000, allMs = 420_000, heartbeatDetails }: DraftCall) => {
    const env = new MockActivityEnvironment(
      {
        attempt,
        startToCloseTimeoutMs: attemptMs,
        scheduleToCloseTimeoutMs: allMs,
        scheduledTimestampMs: Date.now(),
        heartbeatDetails,
      },
      quiet,
    );
    env.on('heartbeat', (details: Usage | undefined) => details !== undefined && noted.push(details));
    return env;
  };

  return {
    pages,
    noted,
    async addPage(page) {
      const stored = await core.store.pages.save(pageContent(page), {
        runId: RUN_ID,
        retrievedAt: '2026-11-30T10:00:00.000Z',
      });
      pages.push(stored);
      const { pageId, title, text } = stored;
      attempts.push({
        url: page.url,
        outcome: 'read',
        how: 'http',
        status: 200,
        reason: null,
        duration_ms: 1,
        page_id: pageId,
        title,
        words: text.split(' ').length,
      });
      await new MockActivityEnvironment().run(() => activities.indexPage({ runId: RUN_ID, pageId }));
      return stored;
    },
    draft(call = {}) {
      const input: DraftAnswerInput = {
        runId: RUN_ID,
        question: 'How high is the lighthouse of Skerrow?',
        language: 'en',
        today: '2026-11-30',
        attempts,
        searched: [],
        ...call.input,
      };
      const env = environment(call);
      if (call.cancelAfterMs !== undefined) setTimeout(() => env.cancel(), call.cancelAfterMs);
      return env.run(() => activities.draftAnswer(input));
    },
    classify: (input) =>
      new MockActivityEnvironment({}, quiet).run(() =>
        activities.classify({ kind: 'auto', url: null, language: null, ...input }),
      ),
    async close() {
      await worker.close();
      await core.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
