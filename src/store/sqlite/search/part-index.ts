import { commonFrom, countAmong, type TextParts } from '../../../fingerprint/parts.js';
import { writeParts } from '../tables/stored-parts.js';
import type { ContentIndex } from '../write-buffer/buffered-runs.js';

/** Index of parts, which are sampled shingles: finds the contents that share shingles with a text. */
export interface PartIndex {
  /**
   * Prepares the sample of a content for the index. A hash is called common, and is left out, if at least
   * `commonFrom` contents are already indexed under it.
   */
  prepare(collection: number, sample: TextParts): PreparedParts;
  /**
   * Indexes a content.
   * @param content number of a content that is not in the index yet
   */
  insert(collection: number, content: number, prepared: PreparedParts): void;
  /** Inserts the rows of a content that are not on disk yet, when the database is opened. */
  restore(collection: number, content: number, indexed: Uint32Array): void;
  remove(collection: number, content: number, indexed: Uint32Array): void;
  /**
   * Looks up some hashes and counts, for each content, how many of them it has. Ignores common hashes. At most
   * `countedMax` contents are counted, because each takes 40 bytes.
   * @returns number of rows read
   */
  count(collection: number, hashes: Uint32Array, counts: Map<number, number>): number;
  /** Returns true if at least `commonFrom` contents are already indexed under a hash. Look-ups ignore such a hash. */
  isCommon(collection: number, hash: number): boolean;
  /**
   * Returns true if `count`, given `hashes`, would count at least `least` of them for a content indexed by `indexed`.
   */
  shares(collection: number, indexed: Uint32Array, hashes: Uint32Array, least: number): boolean;
}

export interface PreparedParts {
  readonly indexed: readonly number[];
  /** Sample in the form stored with its content. */
  readonly stored: Uint8Array;
}

/**
 * Maximum number of contents whose hits are counted. Only a page of about a megabyte that shares shingles with more
 * contents than this reaches the limit.
 */
const countedMax = 2 ** 20;

export function createPartIndex(table: ContentIndex): PartIndex {
  const isCommon = (collection: number, hash: number): boolean =>
    table.search(collection, hash, commonFrom).length >= commonFrom;

  return {
    isCommon,
    prepare(collection, { hashes, total }) {
      const indexed: number[] = [];
      const others: number[] = [];
      const present = table.present(collection, hashes);
      for (const [i, hash] of hashes.entries()) {
        if (present[i] === 1 && isCommon(collection, hash)) others.push(hash);
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
    count(collection, hashes, counts) {
      let read = 0;
      const present = table.present(collection, hashes);
      // A plain loop, because an iterator over `hashes.entries()` took a fifth of the time of a check.
      for (let i = 0; i < hashes.length; i++) {
        if (present[i] === 0) continue;
        const found = table.search(collection, hashes[i]!, commonFrom);
        read += found.length;
        if (found.length >= commonFrom) continue;
        for (const content of found) {
          const count = counts.get(content) ?? 0;
          if (count > 0 || counts.size < countedMax) counts.set(content, count + 1);
        }
      }
      return read;
    },
    shares(collection, indexed, hashes, least) {
      if (countAmong(indexed, hashes) < least) return false;
      const counted = indexed.filter(
        (hash) => countAmong(Uint32Array.of(hash), hashes) === 1 && !isCommon(collection, hash),
      );
      return counted.length >= least;
    },
  };
}
