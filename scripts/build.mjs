// Builds dist/: the program (tsc), the workflow bundle, the page, and the files that go beside them.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './source-hash.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

function assets(dir) {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return entry.name === 'page' && dir.endsWith('src') ? [] : assets(path);
    return /\.(json|mjs|bin|sql|html|css)$/.test(entry.name) && !entry.name.startsWith('tsconfig') ? [path] : [];
  });
}

if (!existsSync(bin('tsc'))) {
  console.error('The build tools are missing: run "npm ci" (without --omit=dev) first.');
  process.exit(1);
}
rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const project of ['tsconfig.build.json', 'tsconfig.fixtures.json'])
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', `scripts/${project}`]);
for (const file of assets(join(root, 'src'))) {
  const target = join(root, 'dist', relative(join(root, 'src'), file));
  mkdirSync(dirname(target), { recursive: true });
  cpSync(file, target);
}
const { bundleWorkflows } = await import(new URL('../dist/adapters/temporal/workflow-bundle.js', import.meta.url));
writeFileSync(join(root, 'dist', 'workflow-bundle.js'), await bundleWorkflows());
run(process.execPath, [
  join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
  'build',
  '--config',
  'src/page/vite.config.ts',
  '--logLevel',
  'warn',
]);
writeFileSync(join(root, 'dist', '.source-hash'), sourceHash(root));
