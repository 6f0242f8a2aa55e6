/**
 * `npm run bench:waiting [-- --runs 10000] [--json]`: starts runs that wait for a person, through the queue for bulk, and
 * prints the worker's memory as they pile up, how soon a person's run begins meanwhile, and how soon any one of the waiting
 * goes on once it is answered. One worker, Temporal's own server on a file.
 */
import { parseArgs } from 'node:util';
import { measureWaiting } from '../test/support/waiting.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, json: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 10) {
  console.error('--runs must be a whole number of 10 or more.');
  process.exit(2);
}

const result = await measureWaiting(runs, (line) => {
  if (!values.json) console.log(line);
});
if (values.json) console.log(JSON.stringify(result, null, 2));
