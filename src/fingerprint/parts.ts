import { shingleHashes } from './minhash.js';

/**
 * Parts are shingles by which a text is found inside another. A sample of the shingles of each stored text is indexed,
 * and all shingles of a page are looked up. This finds stored texts that the page contains, and those that contain it.
 * The sample is FracMinHash: all hashes below a limit (Irber et al.: Lightweight Compositional Analysis of Metagenomes
 * with FracMinHash and Minimum Metagenome Covers, 2022). The limit of a short text is higher, so that its sample has
 * `least` hashes (bottom-k; Broder: On the Resemblance and Containment of Documents, 1997), or all of them:
 *
 *   0       2^32 / oneIn                                     2^32
 *   │• •• • • │                                                │   long text: all below 2^32 / oneIn
 *   │   •     │ •   •     •                                    │   short text: its `least` smallest
 *   │      •  │          •          •                 •        │   shorter text: all
 *   │◦•◦◦◦◦•◦◦│◦◦•◦◦◦◦◦•◦◦◦•◦◦◦◦◦◦◦◦◦◦◦•◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦•◦◦│   hashes that a page looks up
 *
 * A text of up to `least × oneIn` shingles takes `least` rows of the index. The length of a page does not affect
 * whether a text is found inside it.
 *
 * Hashes have only 32 bits, because each is stored twice: in the index and with its content. With 10 million texts of
 * 16 hashes, one hash in 27 collides with a text by chance, and two hashes of one page almost never collide with the
 * same text.
 *
 * Rejected: sampling the page as well, which found less with more rows; winnowing (Schleimer, Wilkerson, Aiken, 2003),
 * which needs ten times as many rows.
 */

/** Exclusive upper bound of all hashes. Hashes are integers from 0. */
export const partLimit = 2 ** 32;

/** Parameters for sampling a text's shingles; the sample is stored in the index of parts. */
export interface PartsLayout {
  /** Number of words of a shingle. */
  readonly words: number;
  /** Sampling rate of a long text: one in this number of its distinct shingles. */
  readonly oneIn: number;
  /** Minimum number of shingles in the sample. If a text has fewer, the sample contains all of them. */
  readonly least: number;
}

/** Layout of parts if the recipe does not specify one. */
export const defaultParts: PartsLayout = { words: 3, oneIn: 64, least: 16 };

/**
 * Number of texts at which a shingle counts as common. Once the index has this many texts for a shingle, the shingle is
 * no longer indexed or looked up.
 */
export const commonFrom = 256;

/** Known shingles of a text. */
export interface TextParts {
  /**
   * Distinct hashes, ascending. For a new text, all hashes; for a stored one, only the hashes of its sample, because
   * only the sample is stored.
   */
  readonly hashes: Uint32Array;
  /** Number of distinct hashes of the text. */
  readonly total: number;
}

/** The sample of a text, as stored in the index. */
export interface PartSample extends TextParts {
  /** Limit below which all hashes of the text are in the sample; `partLimit` if the sample is complete. */
  readonly limit: number;
}

/**
 * Returns the distinct hashes of the shingles of a text. As for sketches, shingles consist of all words, including stop
 * words. A text shorter than a shingle is one shingle.
 * @param lows bits 31 to 0 of the hashes of the words of the text, in order; at least one
 */
export function hashParts(lows: Int32Array, { words }: Pick<PartsLayout, 'words'>): TextParts {
  const hashes = distinct(new Uint32Array(shingleHashes(lows, words).buffer).sort());
  return { hashes, total: hashes.length };
}

/** Returns the sample of a text from all hashes of its shingles, or from the sample itself. */
export function sampleParts(
  { hashes, total }: TextParts,
  { oneIn, least }: Pick<PartsLayout, 'oneIn' | 'least'>,
): PartSample {
  const limit = Math.floor(partLimit / oneIn);
  const below = countBelow(hashes, limit);
  const count = Math.max(below, Math.min(least, total));
  const sample = hashes.subarray(0, count);
  if (count === total) return { hashes: sample, limit: partLimit, total };
  return { hashes: sample, limit: count === below ? limit : sample.at(-1)! + 1, total };
}

/**
 * Returns the share of common shingles in the sample of a text. The sample of a long text has all hashes below 2^32 /
 * `oneIn`, so the result estimates the share in the whole text. For a shorter text, the result is too low: the sample
 * also has hashes above this limit, and fewer of these count as common, because no long text is indexed by them.
 */
export function measureCommonShare(
  parts: TextParts,
  layout: PartsLayout,
  isCommon: (hash: number) => boolean,
): number {
  const { hashes } = sampleParts(parts, layout);
  return hashes.filter((hash) => isCommon(hash)).length / hashes.length;
}

/** Returns the limit below which all hashes of the text are known. */
export function knownBelow(parts: TextParts, layout: PartsLayout): number {
  return parts.hashes.length === parts.total ? partLimit : sampleParts(parts, layout).limit;
}

/** Counts the hashes below a limit in an ascending array. */
export function countBelow(hashes: Uint32Array, limit: number): number {
  let from = 0;
  let to = hashes.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (hashes[middle]! < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Counts the hashes that a larger ascending array also contains, by binary search for each. */
export function countAmong(few: Uint32Array, many: Uint32Array): number {
  let count = 0;
  for (const hash of few) count += Number(many[countBelow(many, hash)] === hash);
  return count;
}

/** Moves the distinct values to the front of the array. @returns a copy of the distinct values */
function distinct(sorted: Uint32Array): Uint32Array {
  let count = 1;
  for (let index = 1; index < sorted.length; index++) {
    const hash = sorted[index]!;
    sorted[count] = hash;
    count += Number(hash !== sorted[count - 1]);
  }
  return sorted.slice(0, count);
}
