import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../config.js';
import { logFilePath } from '../adapters/temporal-server/log-file.js';
import { keepLog, readableLine } from './log-lines.js';
import type { Instance } from './kept-part.js';

// The programs end by themselves within 15 s of a SIGTERM.
const STOP_WITHIN_MS = 20_000;

export interface ProgramOptions {
  /** as it is called on the screen and in `logs/` */
  readonly name: string;
  /** beside `start`, without its ending: `worker`, `server` */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly show: (line: string) => void;
  readonly onMessage?: (message: unknown) => void;
}

/** The file of a program: built, or a source where we run from the sources ourselves. */
export function programPath(entry: string): string {
  const ending = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
  return fileURLToPath(new URL(`../${entry}${ending}`, import.meta.url));
}

/** Whatever the program left in its process group: worker pools, browsers. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing is left
  }
}

/**
 * Starts one of our programs in a process group of its own, so that Ctrl-C reaches it through us, in order. It ends by
 * itself when our end of its channel closes, however we end.
 */
export function startProgram(options: ProgramOptions): Instance {
  const { name, entry, env, dataDir, show, onMessage } = options;
  const child = spawn(process.execPath, [...process.execArgv, programPath(entry)], {
    detached: true,
    env: childEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (onMessage !== undefined) child.on('message', onMessage);
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const logged = keepLog(logFilePath(dataDir, name), streams, (line) => show(readableLine(name, line)));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      killGroup(child);
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => killGroup(child), STOP_WITHIN_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
    await logged;
  };
  return { ended, stop, kill: () => killGroup(child) };
}
