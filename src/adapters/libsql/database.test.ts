import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '../../contracts/errors.js';
import { openDatabase, StoreTooNewError } from './database.js';

const run = promisify(execFile);
const ABORT_CASES = fileURLToPath(new URL('./testing/abort-cases.ts', import.meta.url));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  file = join(folder, 'nested', 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the wrapper around libsql', () => {
  it.each([
    'boolean',
    'undefined',
    'object',
    'array',
    'date',
    'nan',
    'nul',
    'too few',
    'too many',
    'lone blob',
    'lone object',
  ])('refuses %s where libsql would die of it or misread it, and goes on working', async (name) => {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', ABORT_CASES, file, name]);
    expect(stdout.trim().split('\n')).toEqual(['refused', 'still works']);
  });

  it('gives blobs back as Uint8Array, whole numbers as whole numbers and absence as null', () => {
    const database = openDatabase(file);
    database.run('CREATE TABLE t (a, b, c, d)');
    database.run('INSERT INTO t VALUES (?, ?, ?, ?)', [new Uint8Array([1, 2]), 3_000_000_000, null, 'ü𝄞']);
    expect(database.get('SELECT a, typeof(b) AS b, c, d FROM t')).toEqual({
      a: new Uint8Array([1, 2]),
      b: 'integer',
      c: null,
      d: 'ü𝄞',
    });
    expect(database.all('SELECT a FROM t')[0]?.a).toBeInstanceOf(Uint8Array);
    expect(database.get('SELECT a FROM t WHERE b = ?', [1])).toBeNull();
    database.close();
  });

  it('keeps nothing of a transaction that throws, and everything of one that does not', () => {
    const database = openDatabase(file);
    database.run('CREATE TABLE t (a)');
    expect(() =>
      database.transaction(() => {
        database.run('INSERT INTO t VALUES (?)', [1]);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(database.transaction(() => database.run('INSERT INTO t VALUES (?)', [2]))).toBe(1);
    expect(database.all('SELECT a FROM t')).toEqual([{ a: 2 }]);
    database.close();
  });

  it('writes ahead, syncs fully and is readable by its owner alone', () => {
    const database = openDatabase(file);
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(`${file}-wal`).mode & 0o077).toBe(0);
    database.close();
  });

  it('says that the store is not available when another process holds it', () => {
    const holder = openDatabase(file);
    const waiting = openDatabase(file);
    waiting.run('PRAGMA busy_timeout = 1');
    holder.transaction(() => {
      expect(() => waiting.transaction(() => 1)).toThrow(StoreUnavailableError);
    });
    expect(waiting.transaction(() => 1)).toBe(1);
    holder.close();
    waiting.close();
  });

  it('says that the store is not available when the disk is full, and recovers', () => {
    const database = openDatabase(file);
    database.run('CREATE TABLE t (a)');
    const { page_count: pages } = database.get<{ page_count: number }>('PRAGMA page_count')!;
    database.run(`PRAGMA max_page_count = ${pages + 2}`);
    const fill = () => database.transaction(() => database.run('INSERT INTO t VALUES (?)', ['x'.repeat(100_000)]));
    expect(fill).toThrow(StoreUnavailableError);
    database.run('PRAGMA max_page_count = 1000000');
    expect(fill()).toBe(1);
    database.close();
  });

  it('says that the store is not available when the file is not a database, a folder, or closed', () => {
    const other = join(folder, 'other.db');
    writeFileSync(other, 'not a database at all '.repeat(100));
    expect(() => openDatabase(other)).toThrow(StoreUnavailableError);
    expect(() => openDatabase(folder)).toThrow(StoreUnavailableError);
    const database = openDatabase(file);
    database.close();
    database.close();
    expect(() => database.get('SELECT 1')).toThrow(StoreUnavailableError);
    expect(() => database.transaction(() => 1)).toThrow(StoreUnavailableError);
  });

  it('refuses a file of a newer version and leaves a known one as it is', () => {
    const first = openDatabase(file);
    const versions = first.all('SELECT version FROM schema_version');
    first.close();
    const second = openDatabase(file);
    expect(second.all('SELECT version FROM schema_version')).toEqual(versions);
    second.run('INSERT INTO schema_version VALUES (?, ?)', [999, 'later']);
    second.close();
    expect(() => openDatabase(file)).toThrow(StoreTooNewError);
  });

  it('lets faults of our own SQL through as they are', () => {
    const database = openDatabase(file);
    expect(() => database.run('SELEC 1')).toThrow(/syntax error/);
    expect(() => database.run('SELEC 1')).not.toThrow(StoreUnavailableError);
    database.close();
  });
});
