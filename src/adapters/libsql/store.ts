import { randomBytes } from 'node:crypto';
import type { ChunkIndex } from '../../ports/chunk-index.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { PageStore } from '../../ports/page-store.js';
import type { StoreIdentity, WorkerBoard } from '../../ports/worker-board.js';
import { createChunkIndex } from './chunk-index.js';
import { openDatabase, type Database } from './database.js';
import { createMemoryStore } from './memory-store.js';
import { createPageStore } from './page-store.js';
import { createWorkerBoard } from './worker-board.js';

export interface EmbeddedStore {
  readonly pages: PageStore;
  readonly chunks: ChunkIndex;
  readonly memories: MemoryStore;
  readonly board: WorkerBoard;
  /** made by whoever opens the file first, then always the same */
  identity(): StoreIdentity;
  /** a read and an empty write: is the store there and can it be written? @throws StoreUnavailableError */
  check(): void;
  close(): void;
}

/**
 * Opens the embedded store, one file that worker, API and doctor share; it is made when it is not there.
 * @throws StoreUnavailableError locked, full, unreadable or not a database
 * @throws StoreTooNewError made by a newer version of the product
 */
export function openStore(file: string): EmbeddedStore {
  const database = openDatabase(file);
  return {
    pages: createPageStore(database),
    chunks: createChunkIndex(database),
    memories: createMemoryStore(database),
    board: createWorkerBoard(database),
    identity: () => identityOf(database),
    check: () => database.transaction(() => void database.get('SELECT 1 AS one')),
    close: () => database.close(),
  };
}

function identityOf(database: Database): StoreIdentity {
  const known = readIdentity(database);
  if (known) return known;
  return database.transaction(() => {
    const insert = 'INSERT OR IGNORE INTO facts (name, value) VALUES (?, ?)';
    database.run(insert, ['store_id', randomBytes(6).toString('hex')]);
    database.run(insert, ['installation_secret', randomBytes(32).toString('hex')]);
    return readIdentity(database)!;
  });
}

function readIdentity(database: Database): StoreIdentity | null {
  const rows = database.all<{ name: string; value: string }>(
    "SELECT name, value FROM facts WHERE name IN ('store_id', 'installation_secret')",
  );
  const facts = new Map(rows.map((row) => [row.name, row.value]));
  const storeId = facts.get('store_id');
  const installationSecret = facts.get('installation_secret');
  return storeId !== undefined && installationSecret !== undefined ? { storeId, installationSecret } : null;
}
