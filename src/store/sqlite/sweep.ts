import type { Database } from 'better-sqlite3';
import { blockTables } from './block-index.js';

/** Rows that one step removes at most: a few milliseconds. */
const sweepRowsMax = 256;

/**
 * Removes the rows of collections that were deleted, in small steps. A step is one transaction's
 * work at most, finds by itself where the last one stopped, and answers whether rows are left.
 */
export function createSweep(db: Database): () => boolean {
  const selectDeleted = db
    .prepare<[], number>('SELECT generation FROM collections WHERE name IS NULL LIMIT 1')
    .pluck();
  const steps = [
    ...['documents', 'contents'].map((table) =>
      db.prepare<[number, number]>(
        `DELETE FROM ${table}
         WHERE number IN (SELECT number FROM ${table} WHERE collection = ? LIMIT ?)`,
      ),
    ),
    ...blockTables.map((table) =>
      db.prepare<[number, number]>(
        `DELETE FROM ${table} WHERE (collection, block, rest) IN
           (SELECT collection, block, rest FROM ${table} WHERE collection = ? LIMIT ?)`,
      ),
    ),
  ];
  const deleteCollection = db.prepare<[number]>('DELETE FROM collections WHERE generation = ?');

  return function sweep(): boolean {
    const generation = selectDeleted.get();
    if (generation === undefined) return false;
    for (const step of steps) {
      if (step.run(generation, sweepRowsMax).changes > 0) return true;
    }
    deleteCollection.run(generation);
    return true;
  };
}
