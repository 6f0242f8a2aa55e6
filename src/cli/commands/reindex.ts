import type { CliDeps } from '../deps.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Session } from '../session.js';

/** Embeds the stored passages anew, after EMBEDDER or its model has changed. */
export async function reindex(deps: CliDeps, session: Session, { json }: { json?: boolean }): Promise<ExitCode> {
  const onProgress = (done: number, all: number): void =>
    void (json ? undefined : deps.err.write(`${done} of ${all} passages embedded\n`));
  const { passages, space } = await deps.reindex(session.config, onProgress);
  if (json) session.printJson({ passages, space });
  else session.print(`${passages} passages are embedded by ${space}.`);
  return EXIT.ok;
}
