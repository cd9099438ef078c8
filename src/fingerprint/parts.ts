import { shingleHashes } from './minhash.js';

/**
 * Parts: a sample of the shingles of each stored text is indexed, and a page looks up all of its own.
 * This finds pages that contain a stored text or are contained in one. The sample is
 * FracMinHash: all hashes below a limit (Irber et al.: Lightweight Compositional Analysis of
 * Metagenomes with FracMinHash and Minimum Metagenome Covers, 2022). The limit of a short text is
 * higher, so that its sample has `least` hashes (bottom-k; Broder: On the Resemblance and Containment
 * of Documents, 1997), or all there are:
 *
 *   0       2^32 / oneIn                                     2^32
 *   │• •• • • │                                                │   long text: all below 2^32 / oneIn
 *   │   •     │ •   •     •                                    │   short text: its `least` smallest
 *   │      •  │          •          •                 •        │   shorter text: all
 *   │◦•◦◦◦◦•◦◦│◦◦•◦◦◦◦◦•◦◦◦•◦◦◦◦◦◦◦◦◦◦◦•◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦◦•◦◦│   what a page asks for
 *
 * Up to `least × oneIn` shingles a text takes `least` rows of the index, whatever its length. Whether
 * it is found inside a page does not depend on how long the page is.
 *
 * Hashes have 32 bits, because each is stored twice, in the index and with its content. With 10 million
 * texts of 16 hashes one hash of 27 meets a text by chance, and two of one page hardly ever the same text.
 *
 * Rejected: samples of both sides, which found less with more rows; winnowing (Schleimer, Wilkerson,
 * Aiken, 2003), which needs ten times as many.
 */

/** All hashes are integers from 0 to this, exclusive. */
export const partLimit = 2 ** 32;

/** Defines the sample of a text: the shingles that the index of parts holds. */
export interface PartsLayout {
  /** Number of words of a shingle. */
  readonly words: number;
  /** The sample of a long text has one in this number of its distinct shingles. */
  readonly oneIn: number;
  /** Least number of shingles in the sample, or all if the text has fewer. */
  readonly least: number;
}

/** The layout of parts for a recipe that names no other. */
export const defaultParts: PartsLayout = { words: 3, oneIn: 64, least: 16 };

/**
 * Number of texts indexed by a shingle from which on it is common: no further text is indexed or found by
 * it.
 */
export const commonFrom = 256;

/** The shingles of a text that are known. */
export interface TextParts {
  /** Distinct hashes, ascending: all of the text, or those of its sample, the only ones that are stored. */
  readonly hashes: Uint32Array;
  /** Number of distinct hashes of the text. */
  readonly total: number;
}

/** The part of a text that the index holds. */
export interface PartSample extends TextParts {
  /** The sample holds all hashes of the text below this; `partLimit` if it holds all there are. */
  readonly limit: number;
}

/**
 * The distinct hashes of the shingles of a text. As for sketches, shingles are made of all words, stop
 * words included, and a text of fewer words is one shingle.
 * @param lows bits 31 to 0 of the hashes of its words, in order; at least one
 */
export function partsOf(lows: Int32Array, { words }: Pick<PartsLayout, 'words'>): TextParts {
  const hashes = distinct(new Uint32Array(shingleHashes(lows, words).buffer).sort());
  return { hashes, total: hashes.length };
}

/** The sample of a text. @param parts all of them, or the sample itself */
export function sampleOf(
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
 * The share of the sample of a text that is common. Of a text so long that its sample has all hashes below
 * the limit of long texts it estimates the share of the whole text; of others it is too small, because long
 * texts are not indexed by all of their shingles.
 */
export function commonShareOf(
  parts: TextParts,
  layout: PartsLayout,
  isCommon: (hash: number) => boolean,
): number {
  const { hashes } = sampleOf(parts, layout);
  return hashes.filter((hash) => isCommon(hash)).length / hashes.length;
}

/** Below which limit all hashes of the text are known. */
export function knownBelow(parts: TextParts, layout: PartsLayout): number {
  return parts.hashes.length === parts.total ? partLimit : sampleOf(parts, layout).limit;
}

/** Number of ascending hashes below a limit. */
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

/** Number of hashes that are among other, ascending ones, by a binary search for each. */
export function countAmong(few: Uint32Array, many: Uint32Array): number {
  let count = 0;
  for (const hash of few) count += Number(many[countBelow(many, hash)] === hash);
  return count;
}

/** Number of parts that two texts have in common. @param a, b all of their parts */
export function countShared({ hashes: a }: TextParts, { hashes: b }: TextParts): number {
  return a.length < b.length ? countAmong(a, b) : countAmong(b, a);
}

/** Moves the distinct ones to the front. @returns a copy of these */
function distinct(sorted: Uint32Array): Uint32Array {
  let count = 1;
  for (let index = 1; index < sorted.length; index++) {
    const hash = sorted[index]!;
    sorted[count] = hash;
    count += Number(hash !== sorted[count - 1]);
  }
  return sorted.slice(0, count);
}
