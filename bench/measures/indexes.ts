/**
 * Four ways to find the stored documents that are similar to another one, in memory:
 *
 *   brute force          the distance to every fingerprint
 *   64 one-bit lists     for each bit a list of the documents that have it set, as if bits were
 *                        terms of a search engine: the number of lists that contain a document
 *                        is the number of common bits, and gives the distance
 *   four blocks          within 3 bits one of four 16-bit blocks is equal; a sorted index of blocks
 *   MinHash bands        a sorted index of the bands of sketches, verified by the sketch
 */
import { blockCount, blockOf } from '../../src/fingerprint/blocks.js';
import { popcount } from '../../src/fingerprint/hamming.js';
import {
  type BandLayout,
  bandKeys,
  sketchLength,
  sketchSimilarity,
} from '../../src/fingerprint/minhash.js';
import { defaultMinSimilarity } from '../../src/fingerprint/recipe.js';
import type { Signature } from '../../src/fingerprint/signature.js';

/** Signatures of many documents side by side, by number. */
export interface Signatures {
  readonly count: number;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** `sketchLength` bytes each. */
  readonly sketches: Uint8Array;
}

export interface Found {
  /** The number of documents that were compared. */
  readonly candidates: number;
  /** Numbers of the documents that match. */
  readonly matches: readonly number[];
}

export interface Index {
  readonly name: string;
  /** Whether it finds exactly the documents within `maxDistance`. */
  readonly isExact: boolean;
  readonly build: (stored: Signatures) => (probe: Signature) => Found;
}

const maxDistance = 3;

export const bruteForce: Index = {
  name: 'brute force',
  isExact: true,
  build: (stored) => (probe) => {
    const matches: number[] = [];
    for (let document = 0; document < stored.count; document++) {
      if (distance(stored, document, probe) <= maxDistance) matches.push(document);
    }
    return { candidates: stored.count, matches };
  },
};

export const bitLists: Index = {
  name: '64 one-bit lists',
  isExact: true,
  build: ({ count, high, low }) => {
    const halves = [high, low];
    const sizes = new Uint8Array(count);
    for (let document = 0; document < count; document++) {
      sizes[document] = popcount(high[document]!) + popcount(low[document]!);
    }
    const lists = bits.map(({ half, shift }) => {
      const words = halves[half]!;
      const list = new Uint32Array(words.reduce((sum, word) => sum + ((word >>> shift) & 1), 0));
      for (let document = 0, at = 0; document < count; document++) {
        if ((words[document]! >>> shift) & 1) list[at++] = document;
      }
      return list;
    });
    const shared = new Uint8Array(count);
    return ({ fingerprint }) => {
      shared.fill(0);
      const probe = [fingerprint.high, fingerprint.low];
      let counted = 0;
      for (const [bit, { half, shift }] of bits.entries()) {
        if (((probe[half]! >>> shift) & 1) === 0) continue;
        const list = lists[bit]!;
        counted += list.length;
        for (let at = 0; at < list.length; at++) shared[list[at]!]!++;
      }
      const size = popcount(fingerprint.high) + popcount(fingerprint.low);
      const matches: number[] = [];
      for (let document = 0; document < count; document++) {
        if (size + sizes[document]! - 2 * shared[document]! <= maxDistance) matches.push(document);
      }
      return { candidates: counted, matches };
    };
  },
};

export const fourBlocks: Index = {
  name: 'four blocks',
  isExact: true,
  build: (stored) => {
    const search = sortedKeys(stored.count, blockCount, (document) =>
      blockKeys({ high: stored.high[document]!, low: stored.low[document]! }),
    );
    return (probe) => {
      const candidates = search(blockKeys(probe.fingerprint));
      const isNear = (document: number) => distance(stored, document, probe) <= maxDistance;
      return { candidates: candidates.size, matches: [...candidates].filter(isNear) };
    };
  },
};

export function bandIndex(layout: BandLayout): Index {
  return {
    name: `${layout.count} bands of ${layout.rows} rows`,
    isExact: false,
    build: (stored) => {
      const sketchOf = (document: number) =>
        stored.sketches.subarray(document * sketchLength, (document + 1) * sketchLength);
      const search = sortedKeys(stored.count, layout.count, (document) =>
        bandKeys(sketchOf(document), layout),
      );
      return ({ sketch }) => {
        const candidates = search(bandKeys(sketch!, layout));
        const isAlike = (document: number) =>
          sketchSimilarity(sketch!, sketchOf(document)) >= defaultMinSimilarity;
        return { candidates: candidates.size, matches: [...candidates].filter(isAlike) };
      };
    },
  };
}

const bits = Array.from({ length: 64 }, (_, bit) => ({ half: bit >> 5, shift: bit & 31 }));

function distance({ high, low }: Signatures, document: number, { fingerprint }: Signature): number {
  return popcount(high[document]! ^ fingerprint.high) + popcount(low[document]! ^ fingerprint.low);
}

function blockKeys(fingerprint: Signature['fingerprint']): number[] {
  return Array.from(
    { length: blockCount },
    (_, index) => index * 2 ** 16 + blockOf(fingerprint, index),
  );
}

/** Finds the documents with one of some keys; each key and document are one number, sorted. */
function sortedKeys(count: number, keysEach: number, keysOf: (document: number) => number[]) {
  const entries = new Float64Array(count * keysEach);
  for (let document = 0; document < count; document++) {
    for (const [index, key] of keysOf(document).entries()) {
      const entry = key * count + document;
      if (!Number.isSafeInteger(entry)) throw new Error(`Key ${key} is too large`);
      entries[document * keysEach + index] = entry;
    }
  }
  entries.sort();
  return (keys: readonly number[]): Set<number> => {
    const found = new Set<number>();
    for (const key of keys) {
      const end = (key + 1) * count;
      for (let at = firstFrom(entries, key * count); entries[at]! < end; at++) {
        found.add(entries[at]! - key * count);
      }
    }
    return found;
  };
}

function firstFrom(sorted: Float64Array, value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
