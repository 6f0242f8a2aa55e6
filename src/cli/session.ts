/** One call of the command line: settings, output and the parts that its command opens. */
import { ConfigError, type Config } from '../config.js';
import { RunIdSchema } from '../contracts/schemas/requests.js';
import {
  AnswerRefusedError,
  DomainError,
  KeyUnavailableError,
  RunEndedError,
  RunNotFoundError,
  TemporalUnavailableError,
} from '../contracts/errors.js';
import { createRedactor, type Redactor } from '../domain/redaction.js';
import type { Runs } from '../ports/runs.js';
import { createApiClient, type ApiClient } from './api-client.js';
import type { CliDeps } from './deps.js';
import { CliError, EXIT, NOTHING_RUNS } from './exit-codes.js';
import { findApi } from './find-api.js';
import { runningPage } from './running-page.js';
import { coloursFor, type Colours } from './terminal.js';

export interface Session {
  readonly config: Config;
  readonly out: Colours;
  readonly err: Colours;
  readonly redact: Redactor;
  print(text: string): void;
  printJson(value: unknown): void;
  /** progress and advice: standard error */
  note(text: string): void;
  api(explicit: string | undefined): ApiClient;
  /** speaks to Temporal itself, so that it works with the API down */
  withRuns<T>(work: (runs: Runs) => Promise<T>): Promise<T>;
}

/** @throws CliError when a setting is wrong */
export function openSession(deps: CliDeps): Session {
  const config = readConfig(deps);
  const redact = createRedactor(config.secrets);
  const note = (text: string) => void deps.err.write(`${text}\n`);
  return {
    config,
    out: coloursFor(deps.out, deps),
    err: coloursFor(deps.err, deps),
    redact,
    note,
    print: (text) => void deps.out.write(`${text}\n`),
    printJson: (value) => void deps.out.write(`${JSON.stringify(redact(value), null, 2)}\n`),
    api: (explicit) =>
      createApiClient({
        url: findApi({ explicit, config, running: runningPage(config.dataDir) }),
        apiKey: config.api.apiKey,
        signal: deps.interrupted,
        onConnection: (state) =>
          note(state === 'lost' ? 'The API is away; the run goes on. Waiting for it …' : 'The API is back.'),
      }),
    withRuns: (work) => withRuns(deps, config, work),
  };
}

function readConfig(deps: CliDeps): Config {
  try {
    return deps.loadConfig();
  } catch (error) {
    if (error instanceof ConfigError) throw new CliError(EXIT.usage, error.message, { cause: error });
    throw error;
  }
}

async function withRuns<T>(deps: CliDeps, config: Config, work: (runs: Runs) => Promise<T>): Promise<T> {
  const opened = await deps.openRuns(config);
  try {
    return await work(opened.runs);
  } catch (error) {
    throw error instanceof DomainError ? toCliError(error) : error;
  } finally {
    await opened.close();
  }
}

function toCliError(error: DomainError): CliError {
  const options = { cause: error };
  if (error instanceof RunNotFoundError)
    return new CliError(EXIT.notFound, `There is no run ${error.runId}. See: synthetic runs`, options);
  if (error instanceof RunEndedError)
    return new CliError(EXIT.refused, `Run ${error.runId} has ended already.`, options);
  if (error instanceof AnswerRefusedError) return new CliError(EXIT.refused, error.message, options);
  if (error instanceof KeyUnavailableError)
    return new CliError(
      EXIT.unreachable,
      'No browser worker made a key. See what is missing: synthetic doctor',
      options,
    );
  if (error instanceof TemporalUnavailableError)
    return new CliError(EXIT.unreachable, `Temporal cannot be reached. ${NOTHING_RUNS}`, options);
  return new CliError(EXIT.failed, error.message, options);
}

/** @throws CliError not found: no run can have this id */
export function checkRunId(id: string): string {
  if (RunIdSchema.safeParse(id).success) return id;
  throw new CliError(EXIT.notFound, `There is no run ${id}: ids look like run_0f4c6d6e… See: synthetic runs`);
}
