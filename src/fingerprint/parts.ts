import { shingleHashes } from './minhash.js';
import { readHashes, type WordRecords } from './word-records.js';

/**
 * Parts: a sample of the shingles of each stored text is indexed, and a page asks with all of its own.
 * So a page is found that has a stored text inside, or that stands inside one. The sample is
 * FracMinHash: all hashes below a limit (Irber et al.: Lightweight Compositional Analysis of
 * Metagenomes with FracMinHash and Minimum Metagenome Covers, 2022). The limit of a short text is
 * higher, so that its sample has `least` hashes (bottom-k; Broder: On the Resemblance and Containment
 * of Documents, 1997), or all there are:
 *
 *   0       2^40 / oneIn                                     2^40
 *   │• •• • • │                                                │   long text: all below 2^40 / oneIn
 *   │   •     │ •   •     •                                    │   short text: its `least` smallest
 *   │      •  │          •          •                 •        │   shorter text: all
 *   │◦•◦◦◦◦•◦◦│◦◦•◦◦◦◦◦•◦◦◦•◦◦◦◦◦◦◦◦◦◦◦◦•◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦•◦◦│   what a page asks for
 *
 * Up to `least × oneIn` shingles a text takes `least` rows of the index, whatever its length. Whether
 * it is found inside a page does not depend on how long the page is.
 *
 * Hashes have 40 bits, which leave room for others in a double. With 10 million texts of 20 hashes one
 * page in five of 1,000 shingles meets one by chance; with 32 bits each would meet fifty.
 *
 * Rejected: samples of both sides, which found less with more rows; winnowing (Schleimer, Wilkerson,
 * Aiken, 2003), which needs ten times as many.
 */

/** All hashes are integers from 0 to this, exclusive. */
export const partLimit = 2 ** 40;

/** Which shingles of a text the index of parts holds: its sample. */
export interface PartsLayout {
  /** How many words make a shingle. */
  readonly words: number;
  /** Of long texts, one in so many distinct shingles is in the sample. */
  readonly oneIn: number;
  /** So many are at least, or all that a text has. */
  readonly least: number;
}

/** The layout where nothing else is named. */
export const defaultParts: PartsLayout = { words: 3, oneIn: 64, least: 20 };

/** What the index holds of a text. */
export interface PartSample {
  /** Ascending: a view of the hashes of the text. */
  readonly hashes: Float64Array;
  /** The sample holds all hashes of the text below this; `partLimit` if it holds all there are. */
  readonly limit: number;
  /** How many distinct hashes the text has. */
  readonly total: number;
}

/**
 * The distinct hashes of the shingles of a text, ascending. As for sketches, shingles are made of all
 * words, stop words included, and a text of fewer words is one shingle.
 * @param records with the hashes of all these words
 * @param words the numbers of the words of the text, in order; at least one
 * @param shingleWords how many words make a shingle
 */
export function partHashes(
  records: WordRecords,
  words: Int32Array,
  shingleWords: number,
): Float64Array {
  const { high, low } = readHashes(records, words);
  const first = shingleHashes(low, shingleWords);
  const last = shingleHashes(high, shingleWords);
  const hashes = new Float64Array(first.length);
  for (let index = 0; index < hashes.length; index++) {
    hashes[index] = (first[index]! >>> 0) * 256 + (last[index]! >>> 24);
  }
  return distinct(hashes.sort());
}

/** The sample of a text. @param hashes as of `partHashes` */
export function sampleOf(
  hashes: Float64Array,
  { oneIn, least }: Pick<PartsLayout, 'oneIn' | 'least'>,
): PartSample {
  const limit = Math.floor(partLimit / oneIn);
  const total = hashes.length;
  const below = countBelow(hashes, limit);
  const count = Math.max(below, Math.min(least, total));
  const sample = hashes.subarray(0, count);
  if (count === total) return { hashes: sample, limit: partLimit, total };
  return { hashes: sample, limit: count === below ? limit : sample.at(-1)! + 1, total };
}

/** How many of some ascending hashes are below a limit. */
export function countBelow(hashes: Float64Array, limit: number): number {
  let from = 0;
  let to = hashes.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (hashes[middle]! < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Moves the distinct ones to the front. @returns a copy of these */
function distinct(sorted: Float64Array): Float64Array {
  let count = 1;
  for (let index = 1; index < sorted.length; index++) {
    const hash = sorted[index]!;
    sorted[count] = hash;
    count += Number(hash !== sorted[count - 1]);
  }
  return sorted.slice(0, count);
}
