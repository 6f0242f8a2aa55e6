/** Writes the workflow bundle to the file that is named: `node --import tsx test/support/bundle-workflows.ts FILE`. */
import { writeFileSync } from 'node:fs';
import { bundleWorkflows } from '../../src/adapters/temporal/workflow-bundle.js';

const [, , file] = process.argv;
if (file === undefined) throw new Error('name the file to write');
writeFileSync(file, await bundleWorkflows());
