/**
 * `npm run demo`: the product on a little site of its own, with no network and no key. Starts the demo target, then the
 * supervisor with settings that make the demo target the whole web.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installedCliPath } from './adapters/temporal-server/cli.js';
import { nextFreePort } from './adapters/temporal-server/free-port.js';
import { childEnvironment, demoFolder, loadConfig } from './config.js';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

const start = (file: string, env: Readonly<Record<string, string>>, stdio: 'inherit' | 'pipe'): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: childEnvironment(env),
    stdio: ['inherit', stdio, 'inherit'],
  });

/** The address that the demo target prints once it listens. */
function addressOf(target: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    target.once('exit', (code) => fail(new Error(`the demo target ended with code ${code}`)));
    target.stdout?.on('data', (chunk) => {
      const [address] = ADDRESS.exec(String(chunk)) ?? [];
      if (address !== undefined) done(address);
    });
  });
}

/** Everything the product needs to take the demo target for the web. */
function demoSettings(address: string): Record<string, string> {
  const { dataDir } = loadConfig();
  const cli = installedCliPath(dataDir);
  return {
    DATA_DIR: demoFolder(dataDir),
    // One copy of Temporal's CLI serves both data folders.
    ...(existsSync(cli) ? { TEMPORAL_CLI_PATH: cli } : {}),
    SEARCH_ENGINES: 'tavily',
    TAVILY_BASE_URL: address,
    TAVILY_API_KEY: 'the-demo-asks-for-none',
    ALLOWED_PRIVATE_HOSTS: new URL(address).host,
    GATE_ORIGINS: address,
    HOST_INTERVAL_MS: '0',
    // The demo brings nothing from anywhere: its one small site is found by words.
    EMBEDDER: 'none',
    TEMPORAL_IGNORE_CONFIG_FILE: 'true',
  };
}

const EXAMPLES = [
  'How high is the harbour light of Skerrow?',
  'How long does the dough of salt bread rise?',
  'Who made the oldest tide clock of Skerrow?',
];
/** Answered only by pages that ask for something: the run waits until somebody gives it. */
const GATED = [
  'How many days did the ferries of Skerrow stand still? (asks for any email address)',
  'Who builds the new breakwater? (asks for a sign-in: demo@example.com, demo123)',
];

/** The same after a restart, where it is free: runs that wait know their pages by address. */
const TARGET_PORT = 4200;
const target = start('./fixtures/demo-target/server.js', { PORT: String(await nextFreePort(TARGET_PORT)) }, 'pipe');
const address = await addressOf(target);
console.log(
  `The demo's web is one small site, ${address}. Ask, for example:\n${[...EXAMPLES, ...GATED].map((q) => `  ${q}`).join('\n')}\nIn another shell: DATA_DIR=.data/demo npx synthetic ask "…", and answer <id> where a run waits.\n`,
);
const product = start('./start.js', demoSettings(address), 'inherit');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill(signal));
product.once('exit', (code) => {
  target.kill('SIGTERM');
  process.exitCode = code ?? 1;
});
