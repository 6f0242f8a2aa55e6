import { Context } from '@temporalio/activity';
import type { Activities } from '../contracts/activities.js';
import { appearedLines } from '../domain/acting/snapshot.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { BrowserSessions } from '../ports/browser-sessions.js';
import type { SnapshotLine } from '../ports/page-snapshot.js';

const MOST_APPEARED = 10;

interface Deps {
  readonly sessions: BrowserSessions;
  readonly artifacts: ArtifactStore;
}

/** Names of what an observation leaves in the artefact store. */
export const snapshotName = (n: number): string => `${n}.snapshot.json`;
export const screenshotName = (n: number): string => `${n}.jpg`;

/** What was seen then; null when it is no longer kept. */
export async function loadLines(artifacts: ArtifactStore, runId: string, n: number): Promise<SnapshotLine[] | null> {
  const bytes = await artifacts.load(runId, snapshotName(n));
  return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as SnapshotLine[]);
}

/** Looks at the session; what was seen lies in the artefact store, its summary in the history. */
export const createObserve = ({ sessions, artifacts }: Deps): Activities['observe'] =>
  async function observe({ runId, sessionId, n, since }) {
    const seen = await sessions.observe(sessionId, Context.current().cancellationSignal);
    const before = since === null ? null : await loadLines(artifacts, runId, since);
    const appeared = before === null ? [] : appearedLines(before, seen.lines, MOST_APPEARED);
    await artifacts.save(runId, snapshotName(n), JSON.stringify(seen.lines));
    if (seen.screenshot !== null) await artifacts.save(runId, screenshotName(n), seen.screenshot);
    return { ...seen.observation, n, appeared, screenshot: seen.screenshot !== null };
  };
