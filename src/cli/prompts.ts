/** Asks at the terminal. What is secret is not shown while it is typed, and is never an argument of a command. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { CliError, EXIT } from './exit-codes.js';

export interface Prompts {
  /** is there somebody at the terminal who can be asked? */
  readonly interactive: boolean;
  /** one line, shown while it is typed */
  ask(prompt: string): Promise<string>;
  /** one line, not shown while it is typed */
  askSecretly(prompt: string): Promise<string>;
  /** the first line of standard input */
  readLine(): Promise<string>;
}

export interface PromptStreams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
}

const MOST_BYTES = 64 * 1024;

export function createPrompts({ input, output }: PromptStreams): Prompts {
  const question = async (prompt: string, shown: boolean): Promise<string> => {
    output.write(prompt);
    const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output: shown ? output : hidden, terminal: input.isTTY === true });
    try {
      return await lines.question('');
    } finally {
      lines.close();
      if (!shown) output.write('\n');
    }
  };
  return {
    interactive: input.isTTY === true,
    ask: (prompt) => question(prompt, true),
    askSecretly: (prompt) => question(prompt, false),
    readLine: () => firstLine(input),
  };
}

/** @throws CliError when there is none */
async function firstLine(input: Readable): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MOST_BYTES) break;
  }
  const line = text.split(/\r?\n/)[0] ?? '';
  if (line === '') throw new CliError(EXIT.usage, 'Standard input is empty: its first line is what was to be read.');
  return line;
}
