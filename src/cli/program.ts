/** The command `synthetic`: its commands, options and help. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { buildOpenApiDocument } from '../api/openapi.js';
import { answer, sealAnswer, type AnswerOptions, type SealOptions } from './commands/answer.js';
import { ask, watchRun, type AskOptions } from './commands/ask.js';
import { backUpData, restoreData } from './commands/backup.js';
import { completion, SHELLS } from './commands/completion.js';
import { doctor } from './commands/doctor.js';
import { forgetMemory, listMemories, showMemory } from './commands/memory.js';
import { reindex } from './commands/reindex.js';
import { read, type ReadOptions } from './commands/read.js';
import { commandRun, listRuns, showRun, type RunsOptions } from './commands/runs.js';
import type { CliDeps } from './deps.js';
import { CliError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { openSession, type Session } from './session.js';
import { coloursFor } from './terminal.js';

const API_OPTION = [
  '--api <url>',
  'address of the API [SYNTHETIC_API_URL, else what npm start says, else HOST:PORT]',
] as const;
const JSON_OPTION = ['--json', 'print JSON'] as const;

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

const gather = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ synthetic ${line}`).join('\n')}`;
}

const EXAMPLE_ID = 'run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c';

type Run = (work: (session: Session) => Promise<ExitCode>) => Promise<void>;

function addAsk(program: Command, run: Run): void {
  program
    .command('ask <question>')
    .description('ask a question; wait for the answer and print it with its sources')
    .option('--url <url>', 'answer from this page')
    .option('--kind <kind>', 'auto, question or action')
    .option('--max-pages <n>', 'pages to read, 1 to 20', wholeNumber)
    .option('--language <tag>', 'language of question and sources, e.g. en')
    .option('--include <domain>', 'search in this site only; may be given several times', gather)
    .option('--exclude <domain>', 'leave this site out; may be given several times', gather)
    .option('--no-wait', 'print the id of the run and return')
    .option('--quiet', 'no progress')
    .option(...JSON_OPTION)
    .option(...API_OPTION)
    .addHelpText(
      'after',
      examples(
        'ask "When was the Eiffel Tower completed?"',
        'ask "What changed in the last release?" --url https://example.org/changelog',
        'ask "Wer erfand den Webstuhl?" --language de --max-pages 3 --json',
        'ask "A long one" --no-wait',
      ),
    )
    .action((question: string, options: AskOptions) => run((session) => ask(session, question, options)));
}

function addAct(program: Command, run: Run): void {
  program
    .command('act <task>')
    .description('have something done on a site, step by step, in a browser; waits for its end')
    .option('--url <url>', 'where; else the address in the task, else a search, which you are asked to confirm')
    .option('--input <name=value>', 'a value for its forms; once for each. Passwords and cards are never taken', gather)
    .option('--language <tag>', 'language of the task, e.g. en')
    .option('--no-wait', 'print the id of the run and return')
    .option('--quiet', 'no progress')
    .option(...JSON_OPTION)
    .option(...API_OPTION)
    .addHelpText(
      'after',
      `\nIt never pays or orders. Other steps that cannot be taken back wait for your approval: synthetic answer <id> --approve.\n${examples(
        'act "Sign me up for the newsletter" --url https://example.org --input email=you@example.com',
        'act "Subscribe me to the Friday letter on example.org" --input email=you@example.com --no-wait',
      )}`,
    )
    .action((task: string, options: AskOptions) =>
      run((session) => ask(session, task, { ...options, kind: 'action' })),
    );
}

function addRuns(program: Command, run: Run): void {
  program
    .command('runs')
    .description('list runs, newest first')
    .option('--status <list>', 'running, paused, awaiting_human_input, succeeded, partial, blocked, failed, cancelled')
    .option('--kind <kind>', 'question or action')
    .option('--source <source>', 'http, page, cli, omi or demo')
    .option('--limit <n>', '1 to 100 [20]', wholeNumber)
    .option(...JSON_OPTION)
    .option(...API_OPTION)
    .addHelpText('after', examples('runs', 'runs --status running,paused', 'runs --source cli --limit 5 --json'))
    .action((options: RunsOptions) => run((session) => listRuns(session, options)));
  program
    .command('watch <id>')
    .description('follow a run to its end; prints the answer, as ask does')
    .option('--quiet', 'no progress')
    .option(...JSON_OPTION)
    .option(...API_OPTION)
    .addHelpText('after', examples(`watch ${EXAMPLE_ID}`))
    .action((id: string, options: Pick<AskOptions, 'api' | 'json' | 'quiet'>) =>
      run((session) => watchRun(session, id, options)),
    );
  program
    .command('show <id>')
    .description('everything known of a run; needs Temporal only, neither API nor worker')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('show run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c'))
    .action((id: string, options: { json?: boolean }) => run((session) => showRun(session, id, options)));
}

function addCommands(program: Command, run: Run): void {
  const commands = [
    ['pause', 'pause a run between two steps; it waits as long as it takes'],
    ['continue', 'let a paused run go on'],
    ['cancel', 'cancel a run'],
  ] as const;
  for (const [name, description] of commands)
    program
      .command(`${name} <id>`)
      .description(`${description}; works with the API down`)
      .addHelpText('after', examples(`${name} run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c`))
      .action((id: string) => run((session) => commandRun(session, name, id)));
}

function addAnswers(program: Command, deps: CliDeps, run: Run): void {
  const secretOptions = (command: Command): Command =>
    command
      .option('--email <address>', 'for an email gate, and with a password')
      .option('--password-stdin', 'read password or code from the first line of standard input; else it is asked for')
      .option('--gate <gate_id>', 'the gate that is meant [the one that is open]')
      .option('--answer-id <id>', 'your own id: the same answer sent twice counts once');
  secretOptions(program.command('answer <id>'))
    .description('answer what a run waits for; works with the API down')
    .option('--approve', 'approve what is shown')
    .option('--deny', 'refuse it')
    .option('--choice <option>', 'one of the options')
    .option('--value <name=value>', 'a value that is asked for; once for each', gather)
    .option('--private', 'seal the email too, so that no history holds it')
    .addHelpText(
      'after',
      `\nA password or code is never an argument: it is asked for without echo, or read from standard input.\n${examples(
        `answer ${EXAMPLE_ID} --email you@example.com`,
        `answer ${EXAMPLE_ID} --email you@example.com --password-stdin < password.txt`,
        `answer ${EXAMPLE_ID} --approve`,
        `answer ${EXAMPLE_ID} --value name=Ada --value city=London`,
      )}`,
    )
    .action((id: string, options: AnswerOptions) => run((session) => answer(session, deps.prompts, id, options)));
  secretOptions(program.command('seal <id>'))
    .description("print a sealed answer as JSON, to be pasted into Temporal's own signal form")
    .addHelpText('after', examples(`seal ${EXAMPLE_ID} --email you@example.com`))
    .action((id: string, options: SealOptions) => run((session) => sealAnswer(session, deps.prompts, id, options)));
}

function addMemory(program: Command, deps: CliDeps, run: Run): void {
  const memory = program
    .command('memory')
    .description('what is remembered of tasks that were done on sites; done again without a model once trusted')
    .addHelpText('after', examples('memory list --site example.org', `memory show ${EXAMPLE_MEMORY}`));
  memory
    .command('list', { isDefault: true })
    .description('list remembered tasks, last used first')
    .option('--site <site>', 'of one site only: its registrable domain')
    .option(...JSON_OPTION)
    .action((options: { site?: string; json?: boolean }) => run((session) => listMemories(deps, session, options)));
  memory
    .command('show <id>')
    .description('its steps, and how they fared')
    .option(...JSON_OPTION)
    .action((id: string, options: { json?: boolean }) => run((session) => showMemory(deps, session, id, options)));
  memory
    .command('forget <id>')
    .description('forget it; the task is then worked out anew')
    .action((id: string) => run((session) => forgetMemory(deps, session, id)));
}
const EXAMPLE_MEMORY = '9f2c51e07d0b4a3f8c6d1e2f3a4b5c6d';

function addTools(program: Command, deps: CliDeps, run: Run): void {
  program
    .command('doctor')
    .description('what was found and what is missing; exit code 1 when something needed is missing')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action((options: { json?: boolean }) => run((session) => doctor(deps, session, options)));
  program
    .command('reindex')
    .description(
      'embed the stored passages anew, after EMBEDDER or its model has changed; best while no run is working',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', examples('reindex', 'EMBEDDER=openai EMBEDDINGS_MODEL=bge-m3 synthetic reindex'))
    .action((options: { json?: boolean }) => run((session) => reindex(deps, session, options)));
  program
    .command('read <target>')
    .description('what the product sees of one page (an address or a file), and why; stores nothing')
    .option('--language <tag>', 'preferred language', 'en')
    .option('--blocks', 'instead of the text, each block of the page: kept or left out, and why')
    .option('--no-browser', 'plain HTTP only, also where a run would try a browser')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('read https://example.org', 'read page.html --blocks', 'read paper.pdf --json'))
    .action((target: string, options: ReadOptions) => run((session) => read(deps, session, target, options)));
  program
    .command('backup <folder>')
    .description('copy all that is kept (runs, pages, memories) into a new folder, while the product runs')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('backup ~/backups/synthetic-monday'))
    .action((folder: string, options: { json?: boolean }) =>
      run((session) => backUpData(deps, session, folder, options)),
    );
  program
    .command('restore <folder>')
    .description('put a backup in the place of the data folder, which is moved aside; the product must not run')
    .addHelpText('after', examples('restore ~/backups/synthetic-monday'))
    .action((folder: string) => run((session) => restoreData(deps, session, folder)));
  program
    .command('completion <shell>')
    .description(`print a completion script: ${SHELLS.join(', ')}`)
    .addHelpText(
      'after',
      '\nExamples:\n  $ eval "$(synthetic completion bash)"\n  $ synthetic completion fish | source',
    )
    .action((shell: string) => void deps.out.write(completion(shell, program)));
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the HTTP API')
    .addHelpText('after', examples('openapi > openapi.json'))
    .action(() => {
      deps.out.write(`${JSON.stringify(buildOpenApiDocument(deps.version), null, 2)}\n`);
    });
}

function createProgram(deps: CliDeps, run: Run): Command {
  const program = new Command('synthetic')
    .description('Ask the open web from the shell. Every run is durable: it goes on when the shell does not.')
    .version(deps.version, '-V, --version')
    .configureOutput({
      writeOut: (text) => void deps.out.write(text),
      writeErr: (text) => void deps.err.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(synthetic help shows every command)')
    .showSuggestionAfterError()
    .addHelpText('after', EXIT_CODES_HELP)
    .exitOverride();
  addAsk(program, run);
  addAct(program, run);
  addRuns(program, run);
  addAnswers(program, deps, run);
  addCommands(program, run);
  addMemory(program, deps, run);
  addTools(program, deps, run);
  return program;
}

function exitCodeOfError(deps: CliDeps, error: unknown): ExitCode {
  if (deps.interrupted.aborted) {
    deps.err.write('Interrupted; what was started goes on.\n');
    return EXIT.interrupted;
  }
  // commander has said what was wrong; asking for help or the version is no error
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const message = error instanceof Error ? error.message : String(error);
  deps.err.write(`${coloursFor(deps.err, deps).red(message)}\n`);
  return error instanceof CliError ? error.exitCode : EXIT.failed;
}

/**
 * Runs one command line.
 * @param args without `node` and the script's name
 * @returns the exit code
 */
export async function runCli(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram(deps, async (work) => {
    exitCode = await work(openSession(deps));
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOfError(deps, error);
  }
}
