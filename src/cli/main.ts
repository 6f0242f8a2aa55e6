#!/usr/bin/env node
/** The command `synthetic`. */
import pc from 'picocolors';
import { demoFolder, loadConfig, type Config } from '../config.js';
import { VERSION } from '../version.js';
import { createInspection } from './inspection.js';
import { runCli } from './program.js';
import { createPrompts } from './prompts.js';
import { runningPage } from './running-page.js';

/** Loaded by the commands that need it only: it brings every adapter with it. */
const compose = async (config: Config) => (await import('../compose.js')).composeCli(config);

/** The demo keeps a folder of its own inside the data folder: while it alone runs, it is meant. */
function configOfWhatRuns(): Config {
  const config = loadConfig();
  const demo = demoFolder(config.dataDir);
  if (runningPage(config.dataDir) !== null || runningPage(demo) === null) return config;
  return loadConfig({ DATA_DIR: demo });
}

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
// `synthetic runs | head` closes the pipe: no error of ours.
process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCli(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  prompts: createPrompts({ input: process.stdin, output: process.stderr }),
  colours: pc.isColorSupported,
  version: VERSION,
  loadConfig: configOfWhatRuns,
  openRuns: async (config) => (await compose(config)).openRuns(),
  openMemories: async (config) => (await compose(config)).openMemories(),
  openInspection: async (config) => createInspection((await compose(config)).openReading()),
  openBackups: async (config) => (await compose(config)).openBackups(),
  reindex: async (config, onProgress) => (await compose(config)).reindex(onProgress),
  runDoctor: async (config) => (await import('../doctor.js')).runDoctor(config),
  interrupted: interrupted.signal,
});
