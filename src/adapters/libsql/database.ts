/**
 * The one wrapper around `libsql`; nothing else imports it. Version 0.5 ends the whole process, uncatchably, when it is
 * given a boolean, a lone Uint8Array or an object for a positional `?`; it cuts text at a NUL, binds numbers as REAL, and
 * says nothing when values are missing. So values are checked here before it sees them.
 */
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import { DomainError, StoreUnavailableError } from '../../contracts/errors.js';
import { MIGRATIONS } from './migrations.js';

export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlCell = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlCell>>;

/** The file was made by a newer version of the product; an older one never writes to it. */
export class StoreTooNewError extends DomainError {
  readonly type = 'StoreTooNew';
  readonly retryable = false;
  constructor(
    readonly file: string,
    readonly found: number,
    readonly known: number,
  ) {
    super(`${file} has schema ${found}, this version knows ${known}: start the newer version or use another DATA_DIR`);
  }
}

/** A value that libsql would misread or die of: a fault of our own code. */
export class SqlBindError extends TypeError {
  constructor(what: string, sql: string) {
    super(`${what} cannot be bound in: ${sql.trim().slice(0, 120)}`);
    this.name = 'SqlBindError';
  }
}

export interface Database {
  /** all rows; blobs come as Uint8Array */
  all<Row extends SqlRow>(sql: string, values?: readonly SqlValue[]): Row[];
  /** the first row, or null */
  get<Row extends SqlRow>(sql: string, values?: readonly SqlValue[]): Row | null;
  /** how many rows changed */
  run(sql: string, values?: readonly SqlValue[]): number;
  /** `BEGIN IMMEDIATE` … `COMMIT`; rolled back when `work` throws. Synchronous, so nothing comes between */
  transaction<T>(work: () => T): T;
  /** another one after every write, of this or any other connection */
  version(): string;
  close(): void;
}

// How long a writer waits for another process's transaction, ms. Two writers and a reader never met it in the measurements.
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens (and makes, readable by its owner alone) the file, and brings its schema up to date.
 * @throws StoreUnavailableError locked, full, unreadable or not a database
 * @throws StoreTooNewError made by a newer version
 */
export function openDatabase(file: string): Database {
  return translated(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', 0o600));
    const handle = new Libsql(file);
    try {
      handle.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      handle.exec('PRAGMA journal_mode = WAL');
      handle.exec('PRAGMA synchronous = FULL');
      handle.exec('PRAGMA foreign_keys = ON');
      const database = wrap(handle, file);
      migrate(database, file);
      return database;
    } catch (error) {
      handle.close();
      throw error;
    }
  });
}

function wrap(handle: Libsql.Database, file: string): Database {
  const prepared = new Map<string, Libsql.Statement>();
  let open = true;
  let writes = 0;
  const statement = (sql: string): Libsql.Statement => {
    if (!open) throw new StoreUnavailableError(`the store ${file} is closed`);
    const known = prepared.get(sql);
    if (known) return known;
    const made = handle.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  const all = <Row extends SqlRow>(sql: string, values: readonly SqlValue[] = []): Row[] =>
    // `all` alone steps a statement to its end: `get` would leave a read transaction open that holds up checkpoints.
    translated(file, () => (statement(sql).all(bindable(sql, values)) as Record<string, unknown>[]).map(readable<Row>));
  return {
    all,
    get: <Row extends SqlRow>(sql: string, values: readonly SqlValue[] = []) => all<Row>(sql, values)[0] ?? null,
    run: (sql, values = []) =>
      translated(file, () => {
        writes += 1;
        return statement(sql).run(bindable(sql, values)).changes;
      }),
    // SQLite counts what other connections write, not what this one does.
    version: () => `${all<{ data_version: number }>('PRAGMA data_version')[0]?.data_version}:${writes}`,
    transaction: (work) =>
      translated(file, () => {
        if (!open) throw new StoreUnavailableError(`the store ${file} is closed`);
        handle.exec('BEGIN IMMEDIATE');
        try {
          const result = work();
          handle.exec('COMMIT');
          return result;
        } catch (error) {
          // A full disk has rolled back already.
          if (handle.inTransaction) handle.exec('ROLLBACK');
          throw error;
        }
      }),
    close: () => {
      if (!open) return;
      open = false;
      prepared.clear();
      handle.close();
    },
  };
}

function bindable(sql: string, values: readonly SqlValue[]): (string | number | bigint | Uint8Array | null)[] {
  const places = sql.split('?').length - 1;
  if (!Array.isArray(values)) throw new SqlBindError('anything but an array', sql);
  if (places !== values.length) throw new SqlBindError(`${values.length} values for ${places} places`, sql);
  return (values as readonly unknown[]).map((value) => bindableValue(sql, value));
}

function bindableValue(sql: string, value: unknown): string | number | bigint | Uint8Array | null {
  if (value === null || value instanceof Uint8Array || typeof value === 'bigint') return value;
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new SqlBindError('text with a NUL', sql);
    return value;
  }
  if (typeof value !== 'number') throw new SqlBindError(`a value of type ${typeof value}`, sql);
  if (!Number.isFinite(value)) throw new SqlBindError(String(value), sql);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

function readable<Row extends SqlRow>(row: Record<string, unknown>): Row {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
  return row as Row;
}

/** Codes after which the same call may work again: https://www.sqlite.org/rescode.html */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM|PERM|AUTH)/;

function translated<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    if (!UNAVAILABLE.test(code) && !/^E[A-Z]{3,}$/.test(code)) throw error;
    throw new StoreUnavailableError(`the store ${file} is not available: ${message}`, {
      cause: error,
    });
  }
}

function migrate(database: Database, file: string): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  database.transaction(() => {
    database.run(
      'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
    );
    const found = versionOf(database);
    if (found > MIGRATIONS.length) throw new StoreTooNewError(file, found, MIGRATIONS.length);
    for (const [offset, statements] of MIGRATIONS.slice(found).entries()) {
      for (const sql of statements) database.run(sql);
      database.run('INSERT INTO schema_version (version, applied_at) VALUES (?, ?)', [
        found + offset + 1,
        new Date().toISOString(),
      ]);
    }
  });
}

function versionOf(database: Database): number {
  const table = database.get("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'");
  if (!table) return 0;
  return database.get<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM schema_version')!.version;
}

/**
 * Writes a consistent copy of a database to `target`: the file and its write-ahead log, while no other writer may write.
 * `VACUUM INTO` would read the schema, and libsql refuses that of Temporal's server for its double quotes.
 * @throws StoreUnavailableError
 */
export function snapshotDatabase(file: string, target: string): void {
  translated(file, () => {
    const handle = new Libsql(file);
    try {
      handle.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      handle.exec('BEGIN IMMEDIATE');
      for (const part of ['', '-wal'])
        if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, `${target}${part}`);
      handle.exec('ROLLBACK');
    } finally {
      handle.close();
    }
  });
}

/**
 * Takes a file for this process alone, until it is let go or the process ends, however it ends: the lock is the
 * system's, so a kill or a power cut leaves nothing to clean up.
 * @returns lets it go; null when another process holds it
 * @throws StoreUnavailableError the file cannot be made or is not a database
 */
export function holdExclusively(file: string): (() => void) | null {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
  const handle = new Libsql(file);
  try {
    handle.exec('BEGIN EXCLUSIVE');
    return () => handle.close();
  } catch (error) {
    handle.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    return translated(file, () => {
      throw error;
    });
  }
}
