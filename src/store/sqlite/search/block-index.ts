import {
  blockCount,
  compareNeighbours,
  createNeighbours,
  flipsWithin,
  hammingDistance,
  joinBlocks,
  type Neighbour,
  popcount,
  readBlock,
  readBlocks,
  readRest,
} from '../../../fingerprint/blocks.js';
import type { Fingerprint } from '../../../fingerprint/signature.js';
import type { BufferedTable } from '../write-buffer/buffered-table.js';
import { blockSpace, restBytes } from '../write-buffer/posting-lists.js';

/**
 * Index of distinct fingerprints: finds exactly those within a Hamming distance.
 *
 *   fingerprint  ┌─ block 0 ─┬─ block 1 ─┬─ block 2 ─┬─ block 3 ─┐     4 × 16 bits
 *                └───────────┴───────────┴───────────┴───────────┘
 *   table blocks_1, sorted:   (block 1 │ blocks 0, 2, 3)                16 + 48 bits
 *                                 ▲
 *                a range read: all fingerprints that have this block 1
 *
 * Two fingerprints that differ in at most 3 bits agree in at least one of the 4 blocks, so 4 range reads, one in each
 * table, find all results. In general, if two fingerprints differ in at most d bits, at least one block differs in at
 * most floor(d / 4) bits. So for d from 4 to 7, 17 ranges of each table are read: one for the block itself, and one for
 * each of its 16 bits, with that bit flipped (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW
 * 2007, section 3; Norouzi, Punjani, Fleet: Fast Search in Hamming Space with Multi-Index Hashing, CVPR 2012). With ten
 * million uniform fingerprints, a range holds about 150 of them, packed on disk into posting lists (posting-lists.ts).
 * The other 48 bits of a fingerprint are called its rest, and fit into a JavaScript number. The rests of a range are
 * filtered here, by their distance from the probe.
 *
 * The fingerprints of contents without evidence, such as those that a client posted without a text, are a second kind with
 * ranges of their own, as those of another collection (`blockSpace`), so that millions of them cannot hide a text. Values of one range are read in the order in which
 * they were inserted, so the oldest ones are found without reading the rest of a long range.
 *
 * Rejected: rows of (block, document), which repeat equal fingerprints and need a second column; more tables with other
 * permutations of the bits, which read less and store more.
 */
export interface BlockIndex {
  /**
   * Adds a fingerprint: a row in each of the four tables.
   * @param fingerprint not yet in the index
   * @param bare kind of the fingerprint: true if it is that of a content without evidence
   */
  insert(collection: number, fingerprint: Fingerprint, bare: boolean): void;
  /**
   * Inserts a fingerprint into memory when the database is opened. Some or all of the tables on disk may already
   * contain the fingerprint.
   * @param content number of the content that has the fingerprint
   * @param mayBeThere true if the fingerprint may have been restored already
   */
  restore(
    collection: number,
    fingerprint: Fingerprint,
    bare: boolean,
    content: number,
    mayBeThere: boolean,
  ): void;
  remove(collection: number, fingerprint: Fingerprint, bare: boolean): void;
  /**
   * Returns the distinct fingerprints within `maxDistance` (0 to 7), nearest first, ties by value.
   * @param most maximum number of fingerprints to return; it does not limit how many are examined
   * @param from if given, fingerprints in front of this one are left out
   */
  nearest(
    collection: number,
    fingerprint: Fingerprint,
    bare: boolean,
    maxDistance: number,
    most?: number,
    from?: Neighbour | null,
  ): Neighbour[];
  /**
   * Returns distinct fingerprints within `maxDistance`, among them the `most` that were inserted first, in no particular
   * order.
   */
  oldest(
    collection: number,
    fingerprint: Fingerprint,
    bare: boolean,
    maxDistance: number,
    most: number,
  ): OldestFingerprints;
}

export interface OldestFingerprints {
  readonly fingerprints: readonly Fingerprint[];
  /** True if there may be more fingerprints within the distance. */
  readonly isCut: boolean;
}

/**
 * @param tables the tables of blocks 0 to 3
 */
export function createBlockIndex(tables: readonly BufferedTable[]): BlockIndex {
  const forEachBlock =
    (change: 'insert' | 'remove') =>
    (collection: number, fingerprint: Fingerprint, bare: boolean): void => {
      for (const [index, table] of tables.entries()) {
        const rest = readRest(fingerprint, index);
        table[change](blockSpace(collection, bare), readBlock(fingerprint, index), rest);
      }
    };

  function restore(
    collection: number,
    fingerprint: Fingerprint,
    bare: boolean,
    content: number,
    mayBeThere: boolean,
  ): void {
    const space = blockSpace(collection, bare);
    for (const [index, table] of tables.entries()) {
      const block = readBlock(fingerprint, index);
      const rest = readRest(fingerprint, index);
      if (!mayBeThere || !table.wasRestored(space, block, rest)) {
        table.restore(space, block, rest, content);
      }
    }
  }

  function nearest(
    collection: number,
    probe: Fingerprint,
    bare: boolean,
    maxDistance: number,
    most = Number.POSITIVE_INFINITY,
    from: Neighbour | null = null,
  ): Neighbour[] {
    const near = createNeighbours(maxDistance, most);
    const blockOrder = order(collection, probe, bare);
    readBlocks(probe, maxDistance, near, blockOrder, (index, allFlips, isRead) => {
      for (const flips of allFlips) {
        const wanted = near.within() - popcount(flips);
        for (const fingerprint of range(collection, probe, bare, index, flips, wanted)) {
          const distance = hammingDistance(fingerprint, probe);
          if (distance > near.within() || isRead(fingerprint)) continue;
          const neighbour = { fingerprint, distance };
          if (from === null || compareNeighbours(neighbour, from) >= 0) near.offer(neighbour);
        }
      }
    });
    return near.inOrder();
  }

  function oldest(
    collection: number,
    probe: Fingerprint,
    bare: boolean,
    maxDistance: number,
    most: number,
  ): OldestFingerprints {
    const fingerprints: Fingerprint[] = [];
    let isCut = false;
    readBlocks(probe, maxDistance, readsAll(maxDistance), inOrder, (index, allFlips, isRead) => {
      for (const flips of allFlips) {
        const wanted = maxDistance - popcount(flips);
        const some = range(collection, probe, bare, index, flips, wanted, most);
        isCut ||= some.length === most;
        for (const fingerprint of some) if (!isRead(fingerprint)) fingerprints.push(fingerprint);
      }
    });
    return { fingerprints, isCut };
  }

  /**
   * Returns the numbers of the blocks, sorted by their number of rows in memory, fewest first. A fingerprint may share
   * one block with very many others, such as the fingerprints of similar pages, and another block with few.
   */
  function order(collection: number, probe: Fingerprint, bare: boolean): readonly number[] {
    const rows = tables.map((table, index) =>
      table.rowsInMemory(blockSpace(collection, bare), readBlock(probe, index)),
    );
    return [...rows.keys()].sort((a, b) => rows[a]! - rows[b]!);
  }

  /**
   * Returns the fingerprints of a range whose rests differ from that of the probe in at most `wanted` bits, in the order
   * in which they were inserted, at most the first `most`.
   */
  function range(
    collection: number,
    probe: Fingerprint,
    bare: boolean,
    index: number,
    flips: number,
    wanted: number,
    most = Number.POSITIVE_INFINITY,
  ): Fingerprint[] {
    if (wanted < 0) return [];
    const probeRest = readRest(probe, index);
    const block = readBlock(probe, index) ^ flips;
    const rests = tables[index]!.search(blockSpace(collection, bare), block, {
      list: (list, into) => readNear(list, probeRest, wanted, into, most),
      value: (rest) => countDifferingBits(rest, probeRest) <= wanted,
    });
    return rests.slice(0, most).map((rest) => joinBlocks(index, block, rest));
  }

  return {
    insert: forEachBlock('insert'),
    restore,
    remove: forEachBlock('remove'),
    nearest,
    oldest,
  };
}

const inOrder: readonly number[] = [0, 1, 2, 3];
/** Makes `readBlocks` read every block that may hold fingerprints within the distance. */
const readsAll = (maxDistance: number) => ({ within: () => maxDistance });

/** Returns the number of ranges that a search reads. */
export function probesFor(maxDistance: number): number {
  return blockCount * flipsWithin(Math.floor(maxDistance / blockCount)).length;
}

/** Returns the number of bits in which two rests differ. A rest is the 48 bits of a fingerprint without its block. */
function countDifferingBits(a: number, b: number): number {
  // Bitwise operators use exactly the low 32 bits of a number, even of a negative one.
  const high = Math.floor(a / 2 ** 32) ^ Math.floor(b / 2 ** 32);
  return popcount(a ^ b) + popcount(high & 0xffff);
}

/**
 * Appends to `found` the rests of a list that differ from `rest` in at most `maxDistance` bits, until `found` has `most`.
 * Compares the low 32 bits first, because they alone exclude nearly all rests.
 */
export function readNear(
  rests: Uint8Array,
  rest: number,
  maxDistance: number,
  found: number[],
  most = Number.POSITIVE_INFINITY,
): void {
  // Bitwise operators use exactly the low 32 bits of a number.
  const restLow = rest | 0;
  const restHigh = Math.floor(rest / 2 ** 32);
  const view = new DataView(rests.buffer, rests.byteOffset, rests.length);
  for (let at = 0; at + restBytes <= rests.length; at += restBytes) {
    const low = view.getInt32(at + 2);
    const distance = popcount(low ^ restLow);
    if (distance > maxDistance) continue;
    const high = view.getUint16(at);
    if (distance + popcount(high ^ restHigh) > maxDistance) continue;
    if (found.length === most) return;
    found.push(high * 2 ** 32 + (low >>> 0));
  }
}
