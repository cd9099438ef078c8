/**
 * A set of keys (space, key) that answers "absent" or "perhaps present" (Bloom: Space/Time Trade-offs in Hash Coding
 * with Allowable Errors, 1970). A key sets one bit in each of the eight integers of one block, so a look-up costs one
 * memory access (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007, section 3):
 *
 *   words   … │ 00100000… │ 10000000… │ 00000010… │ … 8 of 32 bits │ …
 *               └ block, by the hash ──────────────────────────────┘
 */
export interface BloomFilter {
  add(space: number, key: number): void;
  mayContain(key: FilterKey): boolean;
  bytes(): Uint8Array;
}

/** A key, hashed once for look-ups in many filters. */
export interface FilterKey {
  set(space: number, key: number): void;
  /** Hash that selects the block: 32 bits, unsigned. */
  readonly block: number;
  /** Masks with the bits of this key, one mask for each integer of the block. */
  readonly bits: Int32Array;
}

const wordsOfBlock = 8;

/**
 * @param keys expected number of keys, at least 1; with more keys, the rate of false positives rises
 * @param bitsOfKey bits per key: 12 for a false positive rate of about one in 100, 8 for one in 25
 */
export function createBloomFilter(keys: number, bitsOfKey: number): BloomFilter {
  const blocks = Math.ceil((keys * bitsOfKey) / (32 * wordsOfBlock));
  return createFilter(new Int32Array(blocks * wordsOfBlock));
}

/** Restores a filter. @param bytes what the filter's `bytes` method returned when it was stored */
export function readBloomFilter(bytes: Uint8Array): BloomFilter {
  const words = new Int32Array(bytes.length / 4);
  new Uint8Array(words.buffer).set(bytes);
  return createFilter(words);
}

function createFilter(words: Int32Array): BloomFilter {
  const blocks = words.length / wordsOfBlock;
  const added = createFilterKey();

  /** Returns the position of the block's first integer. */
  function chooseBlock({ block }: FilterKey): number {
    return Math.floor((block / 2 ** 32) * blocks) * wordsOfBlock;
  }

  return {
    add(space, key) {
      added.set(space, key);
      const from = chooseBlock(added);
      for (let word = 0; word < wordsOfBlock; word++) words[from + word]! |= added.bits[word]!;
    },
    mayContain(key) {
      const from = chooseBlock(key);
      const { bits } = key;
      // Combines four tests without branches, because the processor would mispredict about half of the branches.
      const first =
        isClear(words[from]! & bits[0]!) |
        isClear(words[from + 1]! & bits[1]!) |
        isClear(words[from + 2]! & bits[2]!) |
        isClear(words[from + 3]! & bits[3]!);
      if (first === 1) return false;
      for (let word = 4; word < wordsOfBlock; word++) {
        if ((words[from + word]! & bits[word]!) === 0) return false;
      }
      return true;
    },
    bytes: () => new Uint8Array(words.buffer),
  };
}

/** Returns 1 if a word has no bit set, else 0. */
function isClear(word: number): number {
  return ((word | -word) >>> 31) ^ 1;
}

export function createFilterKey(): FilterKey {
  const bits = new Int32Array(wordsOfBlock);
  let block = 0;
  return {
    set(space, key) {
      const hash = hashKey(space, key);
      block = hashBlock(hash, key) >>> 0;
      for (let word = 0; word < wordsOfBlock; word++) {
        bits[word] = 1 << (Math.imul(hash, salts[word]!) >>> 27);
      }
    },
    get block() {
      return block;
    },
    bits,
  };
}

/** Odd multipliers, one for each of eight hash functions (Apache Parquet: Split Block Bloom Filter). */
const salts = new Int32Array([
  0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31,
]);

function hashKey(space: number, key: number): number {
  // Bitwise operators use exactly the low 32 bits of a number, even of a negative one.
  const high = Math.floor(key / 2 ** 32);
  let hash = Math.imul(key ^ Math.imul(space, 0x27d4_eb2f), 0x85eb_ca6b);
  hash = Math.imul((hash ^ (hash >>> 16)) + high, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x9e37_79b1);
  return hash ^ (hash >>> 16);
}

/** Returns the hash that selects the block. Mixes in the key again, so that the block and the bits are independent. */
function hashBlock(hash: number, key: number): number {
  const mixed = Math.imul(hash ^ Math.imul(key, 0x1656_67b1), 0x2c1b_3c6d);
  return mixed ^ (mixed >>> 15);
}
