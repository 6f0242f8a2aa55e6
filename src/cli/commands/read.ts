import type { CliDeps } from '../deps.js';
import { CliError, EXIT, type ExitCode } from '../exit-codes.js';
import { renderInspected } from '../render-inspected.js';
import type { Session } from '../session.js';

export interface ReadOptions {
  readonly language: string;
  readonly json?: boolean;
  /** list what was kept and left out, and why */
  readonly blocks?: boolean;
  /** may a browser be tried? */
  readonly browser: boolean;
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
    const { language, blocks = false, browser, json } = options;
    const inspected = await inspection.read(target, { language, browser, explain: true, signal: deps.interrupted });
    const { outcome, beforeBrowser } = inspected;
    if (json) session.printJson({ ...outcome, ...(beforeBrowser && { before_browser: beforeBrowser }) });
    else session.print(session.redact(renderInspected(inspected, { blocks }, session.out)));
    return outcome.outcome === 'read' ? EXIT.ok : EXIT.failed;
  } catch (error) {
    throw explain(error, target);
  } finally {
    await inspection.close();
  }
}
