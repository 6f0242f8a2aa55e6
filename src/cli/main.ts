#!/usr/bin/env node
/** The command `synthetic`. */
import pc from 'picocolors';
import { composeCli } from '../compose.js';
import { loadConfig } from '../config.js';
import { VERSION } from '../version.js';
import { createInspection } from './inspection.js';
import { runCli } from './program.js';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
// `synthetic runs | head` closes the pipe: no error of ours.
process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCli(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  colours: pc.isColorSupported,
  version: VERSION,
  loadConfig,
  runningPage: (config) => composeCli(config).runningPage(),
  openRuns: async (config) => composeCli(config).openRuns(),
  openInspection: async (config) => createInspection(composeCli(config).openReading()),
  // Loaded by its own command only: it brings much with it.
  runDoctor: async (config) => (await import('../doctor.js')).runDoctor(config),
  interrupted: interrupted.signal,
});
