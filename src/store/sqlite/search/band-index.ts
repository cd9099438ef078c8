import { type BandLayout, bandKeys } from '../../../fingerprint/minhash.js';
import type { ContentIndex } from '../write-buffer/buffered-runs.js';

/** The index of sketches: finds the contents that share a band with a sketch. */
export interface BandIndex {
  /** @param content not in the index yet */
  insert(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /** Called on opening: inserts a content whose rows are not on disk. */
  restore(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  remove(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /**
   * Numbers of contents, each once, in no particular order. Uses 8 bytes of memory for each content
   * of the fullest band and about 40 for each content that it finds. Does not read the contents
   * themselves.
   */
  search(collection: number, sketch: Uint8Array, layout: BandLayout): Set<number>;
  /**
   * Like `search`; undefined if there are more than `limit`, or more rows than `limit` contents
   * have.
   */
  searchFew(
    collection: number,
    sketch: Uint8Array,
    layout: BandLayout,
    limit: number,
  ): Set<number> | undefined;
  /**
   * The same numbers, some at a time and perhaps several times, in the state at the time of
   * reading.
   */
  pages(
    collection: number,
    sketch: Uint8Array,
    layout: BandLayout,
  ): Generator<readonly number[], void>;
}

export function createBandIndex(table: ContentIndex): BandIndex {
  const forEachBand =
    (change: 'insert' | 'remove') =>
    (collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void => {
      for (const key of bandKeys(sketch, layout)) table[change](collection, key, content);
    };

  return {
    insert: forEachBand('insert'),
    restore(collection, content, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) table.restore(collection, key, content);
    },
    remove: forEachBand('remove'),
    search: (collection, sketch, layout) =>
      new Set(table.search(collection, bandKeys(sketch, layout))),
    searchFew(collection, sketch, layout, limit) {
      const rowsMax = limit * layout.count;
      const rows = table.search(collection, bandKeys(sketch, layout), rowsMax);
      if (rows.length > rowsMax) return undefined;
      const found = new Set(rows);
      if (found.size > limit) return undefined;
      return found;
    },
    *pages(collection, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) yield* table.pages(collection, key);
    },
  };
}
