import type { BandLayout } from '../../../fingerprint/minhash.js';
import { familyKeys } from '../../../matching/family.js';
import type { ContentIndex } from '../write-buffer/buffered-runs.js';

/** The index of sketches: finds contents by their bands and landmarks. */
export interface BandIndex {
  /** @param content not in the index yet */
  insert(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /** Called on opening: inserts a content whose rows are not on disk. */
  restore(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  remove(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /** Returns the oldest contents that have a key, at most `atMost`. */
  oldest(collection: number, key: number, atMost: number): number[];
}

export function createBandIndex(table: ContentIndex): BandIndex {
  const forEachKey =
    (change: 'insert' | 'remove' | 'restore') =>
    (collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void => {
      for (const key of familyKeys(sketch, layout)) table[change](collection, key, content);
    };

  return {
    insert: forEachKey('insert'),
    restore: forEachKey('restore'),
    remove: forEachKey('remove'),
    oldest: table.search,
  };
}
