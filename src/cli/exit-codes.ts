/** What the shell is told. Documented in the help; scripts rely on it. */
export const EXIT = {
  ok: 0,
  /** the run failed, was blocked or cancelled; the page was not read; doctor found something needed missing */
  failed: 1,
  /** the command line, a setting or a value is wrong */
  usage: 2,
  /** the API or Temporal cannot be reached */
  unreachable: 3,
  /** there is no such run */
  notFound: 4,
  /** the answer is partial */
  partial: 5,
  /** the API refused the call: key wrong or missing, too many calls, run already ended */
  refused: 6,
  /** Ctrl-C; the run goes on */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0  done            1  failed, blocked, cancelled, or not read      2  wrong usage or setting
  3  not reachable   4  no such run                                  5  partial answer
  6  refused (key, rate limit, run ended)                            130  interrupted: the run goes on`;

/** Ends a command with a sentence for people and a code for scripts. */
export class CliError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CliError';
  }
}

export const NOTHING_RUNS = 'Start it with: npm start';
