/**
 * A set of (collection, key) without false negatives and with a few false positives (Bloom:
 * Space/Time Trade-offs in Hash Coding with Allowable Errors, 1970). The bits of a key lie in one
 * block of eight integers, one bit in each, so a look-up costs one access to memory (Putze,
 * Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007, section 3):
 *
 *   words   … │ 00100000… │ 10000000… │ 00000010… │ … 8 of 32 bits │ …
 *               └ block, by the hash ──────────────────────────────┘
 */
export interface BloomFilter {
  /** How many keys it was made for; with this many, a key has between 12 and 24 bits. */
  readonly capacity: number;
  add(collection: number, key: number): void;
  mayHold(collection: number, key: number): boolean;
}

const wordsOfBlock = 8;
const bitsOfKey = 12;

/** @param keys at least 1; more keys may be added, which raises the rate of false positives */
export function createBloomFilter(keys: number): BloomFilter {
  const blocks = 2 ** Math.ceil(Math.log2(Math.max(1, (keys * bitsOfKey) / (32 * wordsOfBlock))));
  const words = new Int32Array(blocks * wordsOfBlock);
  const mask = blocks - 1;

  function add(collection: number, key: number): void {
    const hash = hashOf(collection, key);
    const block = (blockHashOf(hash, key) & mask) * wordsOfBlock;
    for (let word = 0; word < wordsOfBlock; word++) {
      words[block + word]! |= 1 << bitOf(hash, word);
    }
  }

  function mayHold(collection: number, key: number): boolean {
    const hash = hashOf(collection, key);
    const block = (blockHashOf(hash, key) & mask) * wordsOfBlock;
    for (let word = 0; word < wordsOfBlock; word++) {
      if (((words[block + word]! >>> bitOf(hash, word)) & 1) === 0) return false;
    }
    return true;
  }

  return { capacity: (blocks * wordsOfBlock * 32) / bitsOfKey, add, mayHold };
}

/** Odd numbers, one for each of eight hash functions (Apache Parquet: Split Block Bloom Filter). */
const salts = new Int32Array([
  0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31,
]);

function bitOf(hash: number, word: number): number {
  return Math.imul(hash, salts[word]!) >>> 27;
}

function hashOf(collection: number, key: number): number {
  // Bit operators take the low 32 bits of a double, exactly and with negative numbers too.
  const high = Math.floor(key / 2 ** 32);
  let hash = Math.imul(key ^ Math.imul(collection, 0x27d4_eb2f), 0x85eb_ca6b);
  hash = Math.imul((hash ^ (hash >>> 16)) + high, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x9e37_79b1);
  return hash ^ (hash >>> 16);
}

/** Uses other bits than those that choose the bit in an integer. */
function blockHashOf(hash: number, key: number): number {
  const mixed = Math.imul(hash ^ Math.imul(key, 0x1656_67b1), 0x2c1b_3c6d);
  return mixed ^ (mixed >>> 15);
}
