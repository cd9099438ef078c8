import { commonFrom, type TextParts } from '../../../fingerprint/parts.js';
import { writeParts } from '../tables/stored-parts.js';
import type { ContentIndex } from '../write-buffer/buffered-runs.js';
import { type Liveness, oldestLiving } from './liveness.js';

/** Index of parts, which are sampled shingles: finds the contents that share shingles with a text. */
export interface PartIndex {
  /**
   * Prepares the sample of a content for the index. A hash is called common, and is left out, if at least
   * `commonFrom` live contents are already indexed under it.
   */
  prepare(collection: number, sample: TextParts, isLive: Liveness): PreparedParts;
  /**
   * Indexes a content.
   * @param content number of a content that is not in the index yet
   */
  insert(collection: number, content: number, prepared: PreparedParts): void;
  /** Inserts the rows of a content that are not on disk yet, when the database is opened. */
  restore(collection: number, content: number, indexed: Uint32Array): void;
  remove(collection: number, content: number, indexed: Uint32Array): void;
  /**
   * Looks up some hashes and counts, for each content, how many of them it has. Ignores common hashes. Contents
   * without a live document may be counted.
   * @returns number of common hashes
   */
  count(
    collection: number,
    hashes: Uint32Array,
    isLive: Liveness,
    counts: Map<number, number>,
  ): number;
  /** Returns true if at least `commonFrom` live contents are indexed under a hash. Look-ups ignore such a hash. */
  isCommon(collection: number, hash: number, isLive: Liveness): boolean;
}

export interface PreparedParts {
  readonly indexed: readonly number[];
  /** Sample in the form stored with its content. */
  readonly stored: Uint8Array;
}

export function createPartIndex(table: ContentIndex): PartIndex {
  const isCommon = (collection: number, hash: number, isLive: Liveness): boolean =>
    oldestLiving((atMost) => table.search(collection, hash, atMost), commonFrom, isLive).contents
      .length >= commonFrom;

  return {
    isCommon,
    prepare(collection, { hashes, total }, isLive) {
      const indexed: number[] = [];
      const others: number[] = [];
      const present = table.present(collection, hashes);
      for (const [i, hash] of hashes.entries()) {
        if (present[i] === 1 && isCommon(collection, hash, isLive)) others.push(hash);
        else indexed.push(hash);
      }
      return { indexed, stored: writeParts(total, indexed, others) };
    },
    insert(collection, content, { indexed }) {
      for (const hash of indexed) table.insert(collection, hash, content);
    },
    restore(collection, content, indexed) {
      for (const hash of indexed) table.restore(collection, hash, content);
    },
    remove(collection, content, indexed) {
      for (const hash of indexed) table.remove(collection, hash, content);
    },
    count(collection, hashes, isLive, counts) {
      let common = 0;
      const present = table.present(collection, hashes);
      // A plain loop, because an iterator over `hashes.entries()` took a fifth of the time of a check.
      for (let i = 0; i < hashes.length; i++) {
        if (present[i] === 0) continue;
        const found = table.search(collection, hashes[i]!, commonFrom);
        // Few rows are few live contents, so that hardly any content has to be tested.
        const living =
          found.length < commonFrom || isLive === undefined
            ? found
            : oldestLiving(
                (atMost) => table.search(collection, hashes[i]!, atMost),
                commonFrom,
                isLive,
              ).contents;
        if (living.length >= commonFrom) {
          common += 1;
          continue;
        }
        for (const content of living) counts.set(content, (counts.get(content) ?? 0) + 1);
      }
      return common;
    },
  };
}
