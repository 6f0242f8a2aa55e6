import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One hash over all that a build reads: tells a fresh dist/ from a stale one. */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const add = (path) => hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  const walk = (dir) => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (!entry.name.endsWith('.test.ts')) add(path);
    }
  };
  walk(join(root, 'src'));
  walk(join(root, 'fixtures'));
  const scripts = ['build.mjs', 'tsconfig.build.json', 'tsconfig.fixtures.json'].map((file) => join('scripts', file));
  for (const file of ['package-lock.json', 'tsconfig.json', ...scripts]) add(join(root, file));
  return hash.digest('hex');
}
