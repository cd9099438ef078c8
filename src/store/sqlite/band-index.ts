import type { Database } from 'better-sqlite3';
import { type BandLayout, bandKeys } from '../../fingerprint/minhash.js';

/**
 * The index of sketches: finds the contents that have a band in common with a sketch.
 *
 * One row a band and content, with one statement each: neither one statement for all bands of a
 * sketch nor one with all keys of a query is faster (docs/decisions/0060).
 */
export interface BandIndex {
  /** @param content is not in the index yet */
  insert(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  remove(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /**
   * Numbers of contents, each once, in no particular order. Holds 8 bytes for each content of the
   * fullest band and about 40 for each that it finds, and reads nothing else of them.
   */
  search(collection: number, sketch: Uint8Array, layout: BandLayout): Set<number>;
}

export function createBandIndex(db: Database): BandIndex {
  const insertInto = db.prepare<Row>(
    'INSERT INTO bands (collection, key, content) VALUES (?, ?, ?)',
  );
  const deleteFrom = db.prepare<Row>(
    'DELETE FROM bands WHERE collection = ? AND key = ? AND content = ?',
  );
  const selectFrom = db
    .prepare<[number, number], number>('SELECT content FROM bands WHERE collection = ? AND key = ?')
    .pluck();

  return {
    insert(collection, content, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) insertInto.run(collection, key, content);
    },
    remove(collection, content, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) deleteFrom.run(collection, key, content);
    },
    search(collection, sketch, layout) {
      const found = new Set<number>();
      for (const key of bandKeys(sketch, layout)) {
        for (const content of selectFrom.all(collection, key)) found.add(content);
      }
      return found;
    },
  };
}

type Row = [collection: number, key: number, content: number];
