import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|tsx)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)';?/gm;
const DYNAMIC = /import\(\s*'([^']+)'/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const target = (to: string): string => (to.startsWith('.') ? relative(src, resolve(dirname(file), to)) : to);
  const from = relative(src, file);
  const fixed = [...text.matchAll(IMPORT)].map(([, type, to]) => ({
    from,
    to: target(to ?? ''),
    typeOnly: type !== undefined,
  }));
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, to]) => ({ from, to: target(to ?? ''), typeOnly: false }));
  return [...fixed, ...dynamic];
}

const all = sources(src).flatMap(importsOf);
const under = (folder: string) => all.filter(({ from }) => from.startsWith(`${folder}/`));
const outside = (imports: Import[], allowed: RegExp): string[] =>
  imports.filter(({ to }) => !allowed.test(to)).map(({ from, to }) => `${from} imports ${to}`);

describe('the directions of imports', () => {
  it('finds the imports it judges', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(under('workflows').length).toBeGreaterThan(5);
  });

  it('contracts import contracts only, and zod only in their schemas', () => {
    const plain = under('contracts').filter(({ from }) => !from.startsWith('contracts/schemas/'));
    expect(outside(plain, /^contracts\/(?!schemas)/)).toEqual([]);
    expect(
      outside(under('contracts/schemas'), /^(contracts\/|domain\/|zod$|@asteasolutions\/zod-to-openapi$)/),
    ).toEqual([]);
  });

  it('domain rules do no I/O and know no adapter, port implementation or Temporal', () => {
    expect(
      outside(
        under('domain'),
        /^(contracts\/(?!schemas)|domain\/|ports\/|tinyld|tldts|ipaddr\.js|snowball-stemmers|jsonrepair|unhomoglyph)/,
      ),
    ).toEqual([]);
    expect(under('domain').filter(({ to, typeOnly }) => to.startsWith('ports/') && !typeOnly)).toEqual([]);
  });

  it('workflows order work and import nothing but contracts, domain rules and the workflow SDK', () => {
    const allowed = /^(contracts\/(?!schemas)|domain\/|workflows\/|@temporalio\/(workflow|common)$)/;
    expect(outside(under('workflows'), allowed)).toEqual([]);
  });

  it('ports are types over contracts', () => {
    expect(outside(under('ports'), /^(contracts\/(?!schemas)|ports\/)/)).toEqual([]);
  });

  it('activities take ports: they import no adapter', () => {
    expect(
      under('activities')
        .filter(({ to }) => to.startsWith('adapters/'))
        .map(({ from }) => from),
    ).toEqual([]);
  });

  it('the API knows no adapter and no activity', () => {
    expect(
      under('api')
        .filter(({ to }) => /^(adapters|activities|workflows)\//.test(to))
        .map(({ from }) => from),
    ).toEqual([]);
  });

  it('only adapters and the programs that start processes or report on them name an adapter', () => {
    const namers = all.filter(({ from, to }) => to.startsWith('adapters/') && !from.startsWith('adapters/'));
    const allowed = /^(compose|worker|worker-reporter|start|doctor|demo|supervisor\/.*)\.ts$/;
    expect([...new Set(namers.map(({ from }) => from))].filter((from) => !allowed.test(from))).toEqual([]);
  });

  it('only config.ts reads the environment', () => {
    const readers = sources(src)
      .filter((file) => /\bprocess\.env\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(src, file));
    expect(readers).toEqual(['config.ts']);
  });

  it('only the wrapper imports libsql', () => {
    expect(all.filter(({ to }) => to === 'libsql').map(({ from }) => from)).toEqual(['adapters/libsql/database.ts']);
  });
});

describe('installed packages', () => {
  it('hold one copy of what must not be doubled', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; resolved?: string }>;
    };
    const versions = (name: string) => [
      ...new Set(
        Object.entries(lock.packages).flatMap(([path, { version }]) =>
          path.endsWith(`node_modules/${name}`) ? [version] : [],
        ),
      ),
    ];
    const temporal = Object.entries(lock.packages).filter(([path]) =>
      /^node_modules\/@temporalio\/[a-z-]+$/.test(path),
    );
    expect(new Set(temporal.map(([, { version }]) => version).filter((v) => !v?.startsWith('0.')))).toEqual(
      new Set(['1.24.0']),
    );
    expect(versions('axios')).toHaveLength(1);
    const shared = Object.keys(lock.packages).filter((path) =>
      /@temporalio\/[a-z-]+\/node_modules\/protobufjs$/.test(path),
    );
    expect(shared).toEqual([]);
  });

  it('the lock file holds no download addresses', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });
});
