/**
 * MinHash with one hash per shingle: one-permutation hashing (Li, Owen, Zhang: One Permutation Hashing, 2012), with
 * empty bins filled by further rounds (Ertl: SuperMinHash, 2017), keeping one byte of each value (Li, König: b-Bit
 * Minwise Hashing, 2010).
 *
 *   shingles   我们 在    │ 在 北京     │ 北京 见面
 *   hash       bin 2, 70  │ bin 0, 13   │ bin 2, 41
 *
 *   bin          0     1     2     3
 *   round 0      13    –     41    –       each bin keeps its smallest hash
 *   round 1      13    41    41    –       every shingle moves to another bin, by its own
 *   round 2      13    41    41    13      stride; full bins do not change
 *   minimum      value and round of each bin, mixed with the bin number: 32 bits
 *   sketch       one byte of each minimum, then the tails of the bands
 *
 * A band is a run of bins, by default three. Their bytes form its key, but three bytes have only 2^24 values: with 10
 * million texts, a key collides with 0.6 others on average. So each band has a tail, a hash of the full minima of its
 * bins, which extends every key to five bytes. Tails follow the values, band by band:
 *
 *   │ 128 values │ tail of band 0: 2 bytes │ tail of band 1 │ …
 *
 * Searches use values and tails; comparisons use the values alone.
 *
 * Consider the shingles of two texts together. Each of them is equally likely to be the first to reach a given bin
 * (ordered by round, then by hash). So the probability that both texts agree in the bin is their Jaccard similarity J.
 * Unrelated bytes agree in one of 256 bins, and the estimate corrects for this. A page fills most bins in round 0; a
 * headline of ten words needs about thirty rounds.
 *
 * Each minimum is mixed with its bin number for the sake of short texts, where one shingle fills many bins. Without the
 * mixing, two different one-word texts would agree in all bins (one pair in 256) or in none.
 *
 * Rejected:
 *
 * - 128 hashes per shingle, which cost more and have a larger error. With one hash, the bins that a shingle wins are
 *   not independent draws, so the variance stays below J(1 − J)/128, and is half of that for 5 to 100 shingles.
 * - Copying a full bin into an empty one (Shrivastava: Optimal Densification, 2017), which has up to 1.9 times that
 *   variance for fewer than 30 shingles, because two shingles that share a bin in round 0 share it permanently.
 */

/** Number of bins, and therefore of values, in a sketch. A power of two. */
export const sketchLength = 128;
const binMask = sketchLength - 1;
/**
 * Number of low bits of a hash that form its value; the 7 high bits are its bin in round 0. In a rank (see
 * `packMinimum`), the round takes the place of the bin.
 */
const valueBits = 25;
const valueMask = 2 ** valueBits - 1;

/** Maximum number of values per band: 5 bytes and the band number form a key that fits into a double. */
export const bandRowsMax = 5;

/** Number of shingles that are hashed at a time. */
const blockLength = 2 ** 12;
const shingles = new Int32Array(blockLength);
/**
 * For each bin, the smallest hash of the current round; `noValue` if no hash has reached the bin, and −1 (below all
 * hashes) if an earlier round filled it.
 */
const values = new Int32Array(sketchLength);
/** Value of an empty bin. It is larger than all hash values, and the only one in which bit `valueBits` is set. */
const noValue = 2 ** (valueBits + 1) - 1;
/** Bins that have no shingle yet. */
const emptyBins = new Uint8Array(sketchLength + 1);
/**
 * Minimum of each bin; the sketch stores one byte of each. Two texts have equal minima in a bin if the same shingle
 * filled the bin in the same round.
 */
const minima = new Int32Array(sketchLength);

/**
 * Returns the sketch of a text.
 * @param hashes hashes of the words of the text, in order, 32 bits each; at least one
 * @param shingleWords number of words in a shingle; a shorter text is one shingle
 * @param bands bands that get tails in the sketch
 */
export function computeSketch(
  hashes: Int32Array,
  shingleWords: number,
  bands: BandLayout = noBands,
): Uint8Array {
  const count = shingleCount(hashes.length, shingleWords);
  values.fill(noValue);
  for (let from = 0; from < count; from += blockLength) {
    takeLeast(hashBlock(hashes, shingleWords, from), 0);
  }
  let missing = keepRoundZero();
  if (missing > 0 && count > blockLength) {
    fillFromDistinct(new Set(shingleHashes(hashes, shingleWords)), missing);
  } else {
    for (let round = 1; missing > 0 && round < sketchLength; round++) {
      takeLeast(count, round);
      missing = keepRound(round, missing);
    }
  }
  const sketch = new Uint8Array(sketchLength + bands.count * tailBytes(bands));
  for (let bin = 0; bin < sketchLength; bin++) sketch[bin] = minima[bin]! >>> 24;
  writeTails(sketch, bands);
  return sketch;
}

/** Writes the tail of each band: the first bytes of a hash of all minima in the band. */
function writeTails(sketch: Uint8Array, { count, rows }: BandLayout): void {
  const tail = bandRowsMax - rows;
  let at = sketchLength;
  for (let band = 0; band < count; band++) {
    let hash = rows;
    for (let row = 0; row < rows; row++) hash = joined(hash, minima[band * rows + row]!);
    hash = mixed(hash);
    for (let byte = 0; byte < tail; byte++) sketch[at++] = hash >>> (24 - 8 * byte);
  }
}

/**
 * Runs the rounds after the first one for a long text that left bins empty. Such a text has few distinct shingles, so
 * only these are hashed again.
 */
function fillFromDistinct(distinct: ReadonlySet<number>, empty: number): void {
  const hashes = Int32Array.from(distinct);
  let missing = empty;
  for (let round = 1; missing > 0 && round < sketchLength; round++) {
    for (let from = 0; from < hashes.length; from += blockLength) {
      const some = hashes.subarray(from, from + blockLength);
      shingles.set(some);
      takeLeast(some.length, round);
    }
    missing = keepRound(round, missing);
  }
}

/**
 * Stores in `values` the smallest hash of each bin that is not full. A branch on "smallest so far" is avoided, because
 * processors would often mispredict it. Instead, the sign of the difference, spread over 32 bits, selects one of the
 * two values.
 */
function takeLeast(count: number, round: number): void {
  for (let index = 0; index < count; index++) {
    const hash = shingles[index]!;
    // With an odd stride, 128 rounds visit every bin once.
    const bin = ((hash >>> valueBits) + Math.imul(round, (hash & binMask) | 1)) & binMask;
    const least = values[bin]!;
    const difference = (hash & valueMask) - least;
    values[bin] = least + (difference & (difference >> 31));
  }
}

/** Fills `minima` and `emptyBins`. @returns number of bins that have no minimum yet */
function keepRoundZero(): number {
  let missing = 0;
  for (let bin = 0; bin < sketchLength; bin++) {
    const value = values[bin]!;
    const isEmpty = value >>> valueBits;
    minima[bin] = packMinimum(value, bin);
    values[bin] = (isEmpty << (valueBits + 1)) - 1;
    emptyBins[missing] = bin;
    missing += isEmpty;
  }
  return missing;
}

/** Moves the results of a later round into `minima`. @returns number of bins still empty */
function keepRound(round: number, missing: number): number {
  let left = 0;
  for (let index = 0; index < missing; index++) {
    const bin = emptyBins[index]!;
    const value = values[bin]!;
    minima[bin] = packMinimum((round << valueBits) | value, bin);
    const isFull = (value - noValue) >> 31;
    values[bin] = value | isFull;
    emptyBins[left] = bin;
    left += 1 + isFull;
  }
  return left;
}

/**
 * Returns the minimum of a bin. Different ranks have different minima.
 * @param rank the round in the high bits, then the value of the bin
 */
function packMinimum(rank: number, bin: number): number {
  return mixed(rank + Math.imul(bin, golden));
}

/** Number of shingles, including repeated ones, in a text of `words` words. */
export function shingleCount(words: number, shingleWords: number): number {
  return Math.max(Math.min(words, 1), words - shingleWords + 1);
}

/**
 * Number of distinct shingles of a text, counted by their 32-bit hashes. Among a million shingles, about a hundred
 * collide.
 * @param hashes hashes of the words, as for `computeSketch`
 */
export function distinctShingles(hashes: Int32Array, shingleWords: number): number {
  const count = shingleCount(hashes.length, shingleWords);
  // The table is sparse, so the processor usually predicts correctly that a slot is free.
  const places = 2 ** Math.ceil(Math.log2(8 * count + 1));
  if (met.length < places) met = new Int32Array(places);
  const table = met.subarray(0, places).fill(0);
  // 0 marks an empty slot, so the hash 0 is counted separately.
  let hasZero = 0;
  let distinct = 0;
  for (let from = 0; from < count; from += blockLength) {
    const length = hashBlock(hashes, shingleWords, from);
    for (let index = 0; index < length; index++) {
      const hash = shingles[index]!;
      let place = hash & (places - 1);
      while (table[place] !== 0 && table[place] !== hash) place = (place + 1) & (places - 1);
      distinct += Number(table[place] !== hash);
      table[place] = hash;
      hasZero |= Number(hash === 0);
    }
  }
  if (met.length > metMax) met = new Int32Array(metMax);
  return distinct + hasZero;
}

/** Hash table of `distinctShingles`, mostly zeros. It is reused up to a maximum size. */
let met = new Int32Array(2 ** 12);
const metMax = 2 ** 16;

/** Jaccard similarity estimated from two sketches, 0 to 1. */
export function sketchSimilarity(a: Uint8Array, b: Uint8Array): number {
  let equal = 0;
  for (let bin = 0; bin < sketchLength; bin++) if (a[bin] === b[bin]) equal++;
  return estimateSimilarity(equal);
}

/** Jaccard similarity estimated from a number of equal bytes. */
export function estimateSimilarity(equal: number): number {
  return Math.max(0, (equal / sketchLength - chanceAgreement) / (1 - chanceAgreement));
}

/** Probability that two unrelated values have the same byte. */
export const chanceAgreement = 1 / 256;

/**
 * Number of bands, and of values (rows) per band. `count × rows` is at most `sketchLength`, and `rows` at most
 * `bandRowsMax`.
 */
export interface BandLayout {
  readonly count: number;
  readonly rows: number;
}

const noBands: BandLayout = { count: 0, rows: 0 };

/** Number of bytes in the tail of a band. With its tail, every key has `bandRowsMax` bytes. */
export function tailBytes({ rows }: BandLayout): number {
  return bandRowsMax - rows;
}

/**
 * Returns the keys of a sketch's bands (Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, section 3.4). The key
 * of band b consists of b, the `rows` bytes from offset b × `rows`, and the tail of the band. It begins with the band
 * number so that keys of different bands never collide.
 */
export function bandKeys(sketch: Uint8Array, layout: BandLayout): number[] {
  const { count, rows } = layout;
  const tail = tailBytes(layout);
  return Array.from({ length: count }, (_, band) => {
    let key = band;
    for (let row = 0; row < rows; row++) key = key * 256 + sketch[band * rows + row]!;
    const from = sketchLength + band * tail;
    for (let byte = 0; byte < tail; byte++) key = key * 256 + sketch[from + byte]!;
    return key;
  });
}

/**
 * Returns the first band that two sketches share; `count` if they share none.
 * @param fromA offset of the first sketch in `a`; `fromB` is the offset of the second sketch in `b`
 */
export function firstSharedBand(
  a: Uint8Array,
  b: Uint8Array,
  { count, rows }: BandLayout,
  fromA = 0,
  fromB = 0,
): number {
  const tail = bandRowsMax - rows;
  for (let band = 0; band < count; band++) {
    if (
      sameBytes(a, b, fromA + band * rows, fromB + band * rows, rows) &&
      sameBytes(a, b, fromA + sketchLength + band * tail, fromB + sketchLength + band * tail, tail)
    ) {
      return band;
    }
  }
  return count;
}

function sameBytes(
  a: Uint8Array,
  b: Uint8Array,
  fromA: number,
  fromB: number,
  count: number,
): boolean {
  let index = 0;
  while (index < count && a[fromA + index] === b[fromB + index]) index++;
  return index === count;
}

/**
 * Returns the 32-bit hash of each shingle, in text order, including repeated shingles.
 * @param hashes hashes of the words, as for `computeSketch`
 */
export function shingleHashes(hashes: Int32Array, shingleWords: number): Int32Array {
  const all = new Int32Array(shingleCount(hashes.length, shingleWords));
  for (let from = 0; from < all.length; from += blockLength) {
    all.set(shingles.subarray(0, hashBlock(hashes, shingleWords, from)), from);
  }
  return all;
}

/** Fills `shingles`, beginning with shingle `from`. @returns number of shingles */
function hashBlock(hashes: Int32Array, shingleWords: number, from: number): number {
  const count = Math.min(blockLength, shingleCount(hashes.length, shingleWords) - from);
  const size = Math.min(shingleWords, hashes.length);
  if (size === 2) {
    hashPairs(hashes, from, count);
    return count;
  }
  for (let index = 0; index < count; index++) {
    let hash = size;
    const start = from + index;
    for (let word = start; word < start + size; word++) hash = joined(hash, hashes[word]!);
    shingles[index] = mixed(hash);
  }
  return count;
}

/** Hashes shingles of the default length, two words, without an inner loop. */
function hashPairs(hashes: Int32Array, from: number, count: number): void {
  let first = hashes[from]!;
  for (let index = 0; index < count; index++) {
    const second = hashes[from + index + 1]!;
    shingles[index] = mixed(joined(joined(2, first), second));
    first = second;
  }
}

function joined(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, golden);
  return (product << 13) | (product >>> 19);
}

/** 2^32 divided by the golden ratio, made odd. */
const golden = 0x9e37_79b1;

/** Mixes bits so that every output bit depends on every input bit (MurmurHash3, fmix32). */
function mixed(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
