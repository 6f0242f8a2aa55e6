// Builds when dist/ is missing or older than the sources; otherwise takes a few milliseconds.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './source-hash.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = join(root, 'dist', '.source-hash');

export function ensureBuilt() {
  // An image that ships dist/ alone has nothing to compare it with.
  if (!existsSync(join(root, 'src'))) return;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sourceHash(root)) return;
  console.error('Building (once; about half a minute) …');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
}

ensureBuilt();
