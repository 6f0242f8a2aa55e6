import type { Chunk } from '../../ports/chunk-index.js';
import type { SqlRow } from './database.js';

export interface ChunkRow extends SqlRow {
  readonly page_id: string;
  readonly position: number;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly text: string;
}

export const chunkOf = (row: ChunkRow): Chunk => ({
  pageId: row.page_id,
  index: row.position,
  start: row.start_offset,
  end: row.end_offset,
  text: row.text,
});
