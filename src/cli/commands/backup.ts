import { resolve } from 'node:path';
import type { Backups, CliDeps } from '../deps.js';
import { CliError, EXIT, type ExitCode } from '../exit-codes.js';
import type { Session } from '../session.js';

type Deps = Pick<CliDeps, 'openBackups'>;

async function attempt<T>(deps: Deps, session: Session, work: (backups: Backups) => T): Promise<T> {
  const backups = await deps.openBackups(session.config);
  try {
    return work(backups);
  } catch (error) {
    throw new CliError(EXIT.failed, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export async function backUpData(
  deps: Deps,
  session: Session,
  folder: string,
  { json }: { json?: boolean },
): Promise<ExitCode> {
  const target = resolve(folder);
  const made = await attempt(deps, session, (backups) => backups.backUp(target));
  if (json) session.printJson({ folder: target, ...made });
  else session.print(`${target}: ${made.files.join(', ')}; ${(made.bytes / 1_048_576).toFixed(1)} MiB.`);
  if (!made.has_runs)
    session.note('The runs are kept by a Temporal server of your own: they are backed up with that server, not here.');
  return EXIT.ok;
}

export async function restoreData(deps: Deps, session: Session, folder: string): Promise<ExitCode> {
  const { created_at, movedTo } = await attempt(deps, session, (backups) => backups.restore(resolve(folder)));
  session.print(`${session.config.dataDir} is as it was at ${created_at}. Start with: npm start`);
  if (movedTo !== null) session.note(`What was there before lies in ${movedTo}; remove it when all is well.`);
  return EXIT.ok;
}
