/**
 * `npm run bench:gates [-- --texts FILE] [--json]`: texts as a reader would see them, one a line, with the gate each is
 * (email, login, paywall, none). Prints how many are told right, by kind, and each that is not.
 * FILE: text, tab, kind, tab, note; by default the shared table.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gateInText } from '../src/domain/gates.js';

const root = join(import.meta.dirname, '..');
const shared = resolve(root, process.env['SHARED_DIR'] ?? '../shared');
const { values } = parseArgs({ options: { texts: { type: 'string' }, json: { type: 'boolean', default: false } } });
const file = values.texts ?? join(shared, 'tables', 'gate-phrases.tsv');
if (!existsSync(file)) {
  console.error(`${file} is not there: name a table with --texts FILE, or set SHARED_DIR.`);
  process.exit(1);
}

const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [text = '', wanted = '', note = ''] = line.split('\t');
    return { text, wanted, note, got: gateInText(text) };
  });
const misses = rows.filter(({ wanted, got }) => wanted !== got);
const kinds = [...new Set(rows.map(({ wanted }) => wanted))].map((kind) => {
  const ofKind = rows.filter(({ wanted }) => wanted === kind);
  return { kind, rows: ofKind.length, right: ofKind.filter(({ got }) => got === kind).length };
});

if (values.json)
  console.log(JSON.stringify({ file, rows: rows.length, right: rows.length - misses.length, kinds, misses }));
else {
  for (const { kind, rows: all, right } of kinds) console.log(`${kind.padEnd(8)} ${right} of ${all}`);
  for (const { text, wanted, got, note } of misses) console.log(`${got} instead of ${wanted}: ${text} (${note})`);
  console.log(`${rows.length - misses.length} of ${rows.length} right`);
}
process.exitCode = misses.length === 0 ? 0 : 1;
