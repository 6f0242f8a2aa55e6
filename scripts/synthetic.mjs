#!/usr/bin/env node
// The command `synthetic`: builds when needed, then hands over. Arguments, signals and exit code pass through.
import './ensure-built.mjs';

await import('../dist/cli/main.js');
