import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from '../../scripts/source-hash.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles the workflows once for all tests; the same sources are not bundled twice. */
export default function globalSetup() {
  const folder = join(root, '.data', 'test');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `workflow-bundle-${sourceHash(root).slice(0, 12)}.js`);
  if (!existsSync(file))
    execFileSync(process.execPath, ['--import', 'tsx', join(root, 'test', 'support', 'bundle-workflows.ts'), file], {
      cwd: root,
      stdio: 'inherit',
    });
  process.env['TEST_WORKFLOW_BUNDLE'] = file;
}
