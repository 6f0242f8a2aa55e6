#!/usr/bin/env node
// The command `synthetic`: builds when needed, quietly, then hands over. Signals and exit code pass through.
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';

ensureBuilt();
const main = new URL('../dist/cli/main.js', import.meta.url);
process.argv[1] = fileURLToPath(main);
await import(main.href);
