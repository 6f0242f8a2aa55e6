// Runs before `npm test`: makes sure that Temporal's CLI, a Chromium and the embedder's weights are there, and says what it does.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { register } from 'tsx/esm/api';

register();
const { loadConfig } = await import('../src/config.ts');
const { ensureTemporalCli } = await import('../src/adapters/temporal-server/cli.ts');

/** of a failed installer's output: its reason stands at the end */
const LAST_LINES = 5;

const say = (line) => console.log(`test tools: ${line}`);
const config = loadConfig();

async function ensureCli() {
  const { cliPath } = config.temporal;
  const cli = await ensureTemporalCli({ dataDir: config.dataDir, cliPath, log: say });
  say(`Temporal's CLI ${cli.version} (${cli.source}): ${cli.path}`);
}

function attempt(program, args, env = {}) {
  say(`${program} ${args.join(' ')}`);
  try {
    execFileSync(program, args, { stdio: 'pipe', env: { ...process.env, ...env } });
    return true;
  } catch (error) {
    const said = [error.stdout, error.stderr].map((output) => String(output ?? '').trim()).filter(Boolean);
    say(`${program} did not succeed: ${said.join('\n').split('\n').slice(-LAST_LINES).join('\n')}`);
    return false;
  }
}

function installFromSystem() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false;
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  return attempt('apt-get', ['update', '-q'], quiet) && attempt('apt-get', ['install', '-y', '-q', 'chromium'], quiet);
}

async function ensureChromium() {
  const { findChromium } = await import('../src/adapters/playwright/find-chromium.ts');
  const find = () => findChromium(config.chromiumPath);
  if (find() === null) attempt('npx', ['playwright', 'install', 'chromium']);
  if (find() === null) installFromSystem();
  const found = find();
  if (found !== null) say(`Chromium: ${found}`);
  else
    say(
      'no Chromium was found or could be installed: tests that need one will say so. ' +
        'Install it with `npx playwright install chromium` or your system, or set CHROMIUM_PATH.',
    );
}

async function ensureWeights() {
  const { fetchWeights, hasRuntime, weightsFolder } = await import('../src/adapters/embedders/weights.ts');
  const folder = weightsFolder(config.dataDir);
  const faults = hasRuntime() ? await fetchWeights({ folder, log: say }) : ['no build of onnxruntime-node'];
  if (faults === null) say(`the local embedder's weights: ${folder}`);
  else say(`no local embedder: tests that need its weights will say so. ${faults.join('; ')}`);
}

try {
  await ensureCli();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await ensureChromium();
await ensureWeights();
