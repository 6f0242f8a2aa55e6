import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The page's address while `npm start` runs on this data folder, from the `run.json` that it keeps there; null when it
 * does not run. Read here and not through `compose.ts`, which takes a second to load.
 */
export function runningPage(dataDir: string): string | null {
  try {
    const { page, pid } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
      page?: unknown;
      pid?: unknown;
    };
    return typeof page === 'string' && URL.canParse(page) && typeof pid === 'number' && isAlive(pid) ? page : null;
  } catch {
    return null;
  }
}
