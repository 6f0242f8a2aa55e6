// Builds dist/: the program (tsc), the workflow bundle, the page, and the files that go beside them. It is put together
// beside the old one and takes its place at the end: a build that fails leaves what was there, and a product that runs
// from dist/ is never without its files for longer than a rename.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

const dist = join(root, 'dist');
const made = join(root, `dist-${process.pid}`);
const tool = (path, args) => run(process.execPath, [join(root, 'node_modules', path), ...args]);

async function build() {
  for (const [project, folder] of [
    ['tsconfig.build.json', made],
    ['tsconfig.fixtures.json', join(made, 'fixtures')],
  ])
    tool('typescript/bin/tsc', ['-p', `scripts/${project}`, '--outDir', folder]);
  for (const file of assets(join(root, 'src'))) {
    const target = join(made, relative(join(root, 'src'), file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  const { bundleWorkflows } = await import(pathToFileURL(join(made, 'adapters/temporal/workflow-bundle.js')).href);
  writeFileSync(join(made, 'workflow-bundle.js'), await bundleWorkflows());
  const page = ['--config', 'src/page/vite.config.ts', '--outDir', join(made, 'page'), '--logLevel', 'warn'];
  tool('vite/bin/vite.js', ['build', ...page]);
  writeFileSync(join(made, '.source-hash'), sourceHash(root));
}

function takePlace() {
  const old = `${made}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(made, dist);
  rmSync(old, { recursive: true, force: true });
}

try {
  await build();
  takePlace();
} finally {
  rmSync(made, { recursive: true, force: true });
}
