/**
 * `npm run bench:guard [-- --labels FILE] [--json]`: labels of buttons, one a line, and whether the payment guard must block
 * them; each is put on a button that stands alone, so that nothing but its label (and its address, if any) can tell.
 * FILE: label, tab, block or allow, tab, note: the language, then core (commits money or an order), conservative (opens a
 * checkout or may charge later), evasion (known words in disguise) or hard negative. By default the shared table.
 * Ends with 1 when a core label is missed, a harmless one blocked, or fewer than nine in ten of the disguised are caught.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceOf } from '../src/domain/acting/evidence.js';
import { checkPayment } from '../src/domain/acting/payment-guard.js';

const WANTED_EVASIONS = 0.9;

const root = join(import.meta.dirname, '..');
const shared = resolve(root, process.env['SHARED_DIR'] ?? '../shared');
const { values } = parseArgs({ options: { labels: { type: 'string' }, json: { type: 'boolean', default: false } } });
const file = values.labels ?? join(shared, 'tables', 'payment-labels.tsv');
if (!existsSync(file)) {
  console.error(`${file} is not there: name a table with --labels FILE, or set SHARED_DIR.`);
  process.exit(1);
}

const KINDS = ['core', 'conservative', 'evasion', 'hard negative'] as const;
type Kind = (typeof KINDS)[number];

const kindOf = (note: string, wanted: string): Kind =>
  KINDS.find((kind) => note.includes(kind)) ?? (wanted === 'block' ? 'core' : 'hard negative');

const started = performance.now();
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [label = '', wanted = '', note = ''] = line.replace(/\r$/u, '').split('\t');
    const element = { tag: 'button', role: 'button', label, text: label };
    const { allowed, layer, strength } = checkPayment(evidenceOf({ element }));
    return { label, kind: kindOf(note, wanted), note, blocked: !allowed, layer, strength };
  });
const msPerLabel = (performance.now() - started) / Math.max(1, rows.length);

const of = (kind: Kind) => rows.filter((row) => row.kind === kind);
const share = (kind: Kind): number | null => {
  const all = of(kind);
  return all.length === 0 ? null : all.filter(({ blocked }) => blocked).length / all.length;
};
const missed = rows.filter(({ kind, blocked }) => blocked === (kind === 'hard negative'));
const figures = {
  file,
  rows: rows.length,
  core: of('core').length,
  core_missed: of('core').filter(({ blocked }) => !blocked).length,
  hard_negatives: of('hard negative').length,
  hard_negatives_blocked: of('hard negative').filter(({ blocked }) => blocked).length,
  evasions: of('evasion').length,
  evasions_blocked_share: share('evasion'),
  conservative: of('conservative').length,
  conservative_blocked_share: share('conservative'),
  ms_per_label: Number(msPerLabel.toFixed(2)),
  wrong: missed.map(({ label, kind, note, layer }) => ({ label, kind, note, layer })),
};

if (values.json) console.log(JSON.stringify(figures));
else {
  for (const { label, kind, note, layer } of missed)
    console.log(`${kind}, ${layer ?? 'not blocked'}: ${label} (${note})`);
  const { wrong, ...counts } = figures;
  for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(28)} ${value}`);
  console.log(`${rows.length - wrong.length} of ${rows.length} right`);
}
const passed =
  figures.core_missed === 0 &&
  figures.hard_negatives_blocked === 0 &&
  (figures.evasions_blocked_share ?? 1) >= WANTED_EVASIONS;
process.exitCode = passed ? 0 : 1;
