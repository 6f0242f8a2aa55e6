import { END_STATUSES, type RunStatus, type RunView } from '../../contracts/run.js';
import type { ApiClient } from '../api-client.js';
import { CliError, EXIT, type ExitCode } from '../exit-codes.js';
import { createProgress } from '../progress.js';
import { checkRunId, type Session } from '../session.js';
import { printable } from '../terminal.js';

export interface AskOptions {
  readonly api?: string;
  readonly url?: string;
  readonly kind?: string;
  readonly maxPages?: number;
  readonly language?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** `name=value`, of an action */
  readonly input?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly wait: boolean;
}

function bodyOf(question: string, { url, kind, maxPages, language, include, exclude, input }: AskOptions): object {
  const domains = { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) };
  return {
    question,
    ...(url === undefined ? {} : { url }),
    ...(kind === undefined ? {} : { kind }),
    ...(maxPages === undefined ? {} : { max_pages: maxPages }),
    ...(language === undefined ? {} : { language }),
    ...(input === undefined ? {} : { inputs: inputsOf(input) }),
    ...(Object.keys(domains).length === 0 ? {} : { domains }),
  };
}

/** @throws CliError a pair without a name or a value */
function inputsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CliError(EXIT.usage, `--input takes name=value, not "${pair.slice(0, 40)}"`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

const EXIT_BY_STATUS: Readonly<Partial<Record<RunStatus, ExitCode>>> = {
  succeeded: EXIT.ok,
  partial: EXIT.partial,
};
export const exitCodeOf = (status: RunStatus): ExitCode => EXIT_BY_STATUS[status] ?? EXIT.failed;

const isEnded = (status: RunStatus | undefined) =>
  (END_STATUSES as readonly (RunStatus | undefined)[]).includes(status);

async function watch(session: Session, api: ApiClient, runId: string, quiet: boolean): Promise<RunView> {
  const progress = createProgress(session.err, runId);
  for await (const message of api.follow(runId)) {
    if (!quiet) for (const line of progress.lines(session.redact(message))) session.note(line);
    if (message.event === 'end' || isEnded(message.changed.overall_status)) break;
  }
  return api.view(runId);
}

function report(session: Session, view: RunView, json: boolean): void {
  if (json) {
    session.printJson(view);
    return;
  }
  const { overall_status: status, reason, answer } = view;
  session.print(printable(session.redact(answer ?? reason?.message ?? `The run ended as ${status}.`)));
  if (status !== 'succeeded') session.note(`\n${status}${reason === null ? '' : `: ${printable(reason.message)}`}`);
}

/** Follows a run that was started before, by whoever. */
export async function watchRun(
  session: Session,
  id: string,
  options: Pick<AskOptions, 'api' | 'json' | 'quiet'>,
): Promise<ExitCode> {
  const view = await watch(session, session.api(options.api), checkRunId(id), options.quiet === true);
  report(session, view, options.json === true);
  return exitCodeOf(view.overall_status);
}

/** Starts a run, shows what happens, prints the answer with its sources. The exit code tells how it ended. */
export async function ask(session: Session, question: string, options: AskOptions): Promise<ExitCode> {
  const api = session.api(options.api);
  const started = await api.trigger(bodyOf(question, options));
  if (!options.wait) {
    if (options.json) session.printJson(started);
    else session.print(started.run_id);
    return EXIT.ok;
  }
  if (options.quiet !== true) session.note(session.err.dim(started.run_id));
  try {
    const view = await watch(session, api, started.run_id, options.quiet === true);
    report(session, view, options.json === true);
    return exitCodeOf(view.overall_status);
  } catch (error) {
    if (options.quiet !== true) session.note(`See it later with: synthetic show ${started.run_id}`);
    throw error;
  }
}
