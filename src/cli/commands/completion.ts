import type { Command } from 'commander';
import { CliError, EXIT } from '../exit-codes.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

interface Words {
  readonly name: string;
  readonly description: string;
  readonly options: readonly string[];
}

const wordsOf = (program: Command): Words[] =>
  program.commands.map((command) => ({
    name: command.name(),
    description: command.description().split(/[;:(]/u)[0]?.trim() ?? '',
    options: [...command.options.map(({ long }) => long ?? ''), '--help'].filter((long) => long !== ''),
  }));

/** bash's own completion, which zsh reads with bashcompinit. */
function forBash(commands: readonly Words[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(' ')}" ;;`);
  return `_synthetic() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} help"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _synthetic synthetic
`;
}

function forFish(commands: readonly Words[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c synthetic -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...options.map((long) => `complete -c synthetic -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/**
 * A script that completes commands and options.
 * @throws CliError for a shell that is not known
 */
export function completion(shell: string, program: Command): string {
  const commands = wordsOf(program);
  if (shell === 'bash') return forBash(commands);
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${forBash(commands)}`;
  if (shell === 'fish') return forFish(commands);
  throw new CliError(EXIT.usage, `There is no completion for ${shell}. Known: ${SHELLS.join(', ')}`);
}
