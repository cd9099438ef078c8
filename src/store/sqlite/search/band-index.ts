import { type BandLayout, bandKeys } from '../../../fingerprint/minhash.js';
import type { BufferedTable } from '../write-buffer/buffered-table.js';

/** The index of sketches: finds the contents that have a band in common with a sketch. */
export interface BandIndex {
  /** @param content is not in the index yet */
  insert(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /** On opening: inserts a content that may be on disk, wholly or in part. */
  restore(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  remove(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /**
   * Numbers of contents, each once, in no particular order. Holds 8 bytes for each content of the
   * fullest band and about 40 for each that it finds, and reads nothing else of them.
   */
  search(collection: number, sketch: Uint8Array, layout: BandLayout): Set<number>;
  /** The same, or undefined if they are more than `limit` or lie in more rows than so many have. */
  searchFew(
    collection: number,
    sketch: Uint8Array,
    layout: BandLayout,
    limit: number,
  ): Set<number> | undefined;
  /** The same numbers, some at a time and perhaps several times, as they are while they are read. */
  pages(
    collection: number,
    sketch: Uint8Array,
    layout: BandLayout,
  ): Generator<readonly number[], void>;
}

export function createBandIndex(table: BufferedTable): BandIndex {
  const forEachBand =
    (change: 'insert' | 'remove') =>
    (collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void => {
      for (const key of bandKeys(sketch, layout)) table[change](collection, key, content);
    };

  return {
    insert: forEachBand('insert'),
    restore(collection, content, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) table.restore(collection, key, content, content);
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
