#!/usr/bin/env node
/** The command `synthetic`. */
import pc from 'picocolors';
import { loadConfig, type Config } from '../config.js';
import { VERSION } from '../version.js';
import { createInspection } from './inspection.js';
import { runCli } from './program.js';
import { createPrompts } from './prompts.js';

/** Loaded by the commands that need it only: it brings every adapter with it. */
const compose = async (config: Config) => (await import('../compose.js')).composeCli(config);

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
  loadConfig,
  openRuns: async (config) => (await compose(config)).openRuns(),
  openMemories: async (config) => (await compose(config)).openMemories(),
  openInspection: async (config) => createInspection((await compose(config)).openReading()),
  openBackups: async (config) => (await compose(config)).openBackups(),
  reindex: async (config, onProgress) => (await compose(config)).reindex(onProgress),
  runDoctor: async (config) => (await import('../doctor.js')).runDoctor(config),
  interrupted: interrupted.signal,
});
