import type { CliDeps } from '../deps.js';
import { CliError, EXIT, type ExitCode } from '../exit-codes.js';
import { renderOutcome } from '../render.js';
import type { Session } from '../session.js';

export interface ReadOptions {
  readonly language: string;
  readonly json?: boolean;
}

function explain(error: unknown, target: string): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new CliError(EXIT.usage, `There is no file ${target}, and it is no http(s) address.`);
  if (code === 'EISDIR') return new CliError(EXIT.usage, `${target} is a folder.`);
  if (code === 'EACCES') return new CliError(EXIT.usage, `${target} may not be read.`);
  return error;
}

/** What the product sees of one page, and why. Nothing is stored. */
export async function read(deps: CliDeps, session: Session, target: string, options: ReadOptions): Promise<ExitCode> {
  const inspection = await deps.openInspection(session.config);
  try {
    const outcome = await inspection.read(target, { language: options.language, signal: deps.interrupted });
    if (options.json) session.printJson(outcome);
    else session.print(session.redact(renderOutcome(outcome, session.out)));
    return outcome.outcome === 'read' ? EXIT.ok : EXIT.failed;
  } catch (error) {
    throw explain(error, target);
  } finally {
    await inspection.close();
  }
}
