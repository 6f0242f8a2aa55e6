import { EXIT, type ExitCode } from '../exit-codes.js';
import { renderList, renderRun } from '../render.js';
import { checkRunId, type Session } from '../session.js';

export interface RunsOptions {
  readonly api?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly source?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

export async function listRuns(session: Session, options: RunsOptions): Promise<ExitCode> {
  const query = new URLSearchParams();
  for (const name of ['status', 'kind', 'source', 'limit'] as const) {
    const value = options[name];
    if (value !== undefined) query.set(name, String(value));
  }
  const list = await session.api(options.api).list(query);
  if (options.json) session.printJson(list);
  else session.print(session.redact(renderList(list.runs, session.out, Date.now())));
  return EXIT.ok;
}

export async function showRun(session: Session, id: string, { json }: { json?: boolean }): Promise<ExitCode> {
  const runId = checkRunId(id);
  const view = await session.withRuns((runs) => runs.view(runId));
  if (json) session.printJson(view);
  else session.print(renderRun(session.redact(view), session.out, Date.now()));
  return EXIT.ok;
}

const DONE = {
  pause: 'will pause before its next step; let it go on with: synthetic continue',
  continue: 'goes on; watch it with: synthetic watch',
  cancel: 'will end as cancelled; see it with: synthetic show',
} as const;

/** By signal to Temporal itself: works with the API down. */
export async function commandRun(session: Session, command: keyof typeof DONE, id: string): Promise<ExitCode> {
  const runId = checkRunId(id);
  await session.withRuns((runs) => runs[command](runId));
  session.print(`${runId} ${DONE[command]} ${runId}`);
  return EXIT.ok;
}
