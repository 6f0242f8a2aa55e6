import type { CliDeps } from '../deps.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { renderDoctor } from '../render.js';
import type { Session } from '../session.js';

/** What was found, and what is missing. */
export async function doctor(deps: CliDeps, session: Session, { json }: { json?: boolean }): Promise<ExitCode> {
  const report = await deps.runDoctor(session.config);
  if (json) session.printJson(report);
  else session.print(session.redact(renderDoctor(report, session.out)));
  return report.ok ? EXIT.ok : EXIT.failed;
}
