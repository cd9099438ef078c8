import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomWords } from '../../../harness/random.js';
import { createNearPairSearch, nearPairsTasks } from '../../../src/batch/pairs/near-pairs.js';
import type { Fingerprints } from '../../../src/batch/pairs/rows.js';
import { hammingDistance } from '../../../src/fingerprint/blocks.js';
import { repetitions } from '../../repetitions.js';

/** Number of bits shared by each group of fingerprints, and of bits in which its members differ. */
const shape = fc.record({
  seed: fc.integer(),
  centres: fc.integer({ min: 1, max: 4 }),
  perCentre: fc.constantFrom(1, 3, 60, 150),
  /** Bits outside this mask equal those of the centre. */
  freeHigh: fc.constantFrom(0, -1, 0x0000ffff, 0xffff0000 | 0, 0x00000fff, 0x01010101),
  freeLow: fc.constantFrom(0, -1, 0x0000ffff, 0xffff0000 | 0, 0x000000ff),
  flipsMax: fc.constantFrom(2, 5, 64),
});

describe('near pairs', () => {
  for (const maxDistance of [0, 1, 2, 3, 4, 5, 6, 7]) {
    it(`are those of brute force within ${maxDistance} bits, each once`, () => {
      fc.assert(
        fc.property(shape, fc.constantFrom(1, 2, 9), (given, threads) => {
          const fingerprints = distinct(given);
          expect(foundPairs(fingerprints, maxDistance, threads)).toEqual(
            bruteForce(fingerprints, maxDistance),
          );
        }),
        { numRuns: repetitions(60) },
      );
    });
  }

  it.each([3, 7])('are found in a hot block that is divided several times, within %i', (max) => {
    // All fingerprints share half of their bits. Their number makes the search divide the block by sub-parts, and then
    // by parts of these.
    const word = randomWords(max);
    const count = max === 3 ? 70_000 : 4_000;
    const all = Array.from({ length: count }, () => [0x1234_5678, word() | 0] as const);
    const unique = [...new Map(all.map((each) => [each.join('/'), each])).values()];
    const fingerprints = columnsOf(unique);
    const found = foundPairs(fingerprints, max, 1);
    const expected = neighboursByFlips(fingerprints, max === 3 ? 2 : 1);
    expect(new Set(found).size).toBe(found.length);
    const near = found.filter((pair) => distanceOf(fingerprints, pair) <= (max === 3 ? 2 : 1));
    expect(near).toEqual(expected);
    expect(found.length).toBeGreaterThan(expected.length);
  });
});

type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function distinct({ seed, centres, perCentre, freeHigh, freeLow, flipsMax }: Shape): Fingerprints {
  const word = randomWords(seed);
  const seen = new Map<string, readonly [number, number]>();
  for (let centre = 0; centre < centres; centre++) {
    const [high, low] = [word() | 0, word() | 0];
    for (let member = 0; member < perCentre; member++) {
      let [changedHigh, changedLow] = [0, 0];
      if (flipsMax === 64) [changedHigh, changedLow] = [word() & freeHigh, word() & freeLow];
      for (let flips = word() % (flipsMax % 64 || 1); flips > 0; flips--) {
        const bit = word() % 64;
        if (bit < 32) changedLow ^= 1 << bit;
        else changedHigh ^= 1 << (bit - 32);
      }
      const each = [high ^ changedHigh, low ^ changedLow] as const;
      seen.set(each.join('/'), each);
    }
  }
  return columnsOf([...seen.values()]);
}

function columnsOf(rows: readonly (readonly [number, number])[]): Fingerprints {
  return {
    high: Int32Array.from(rows, ([high]) => high),
    low: Int32Array.from(rows, ([, low]) => low),
  };
}

function foundPairs(fingerprints: Fingerprints, maxDistance: number, threads: number): string[] {
  const pairs: [number, number][] = [];
  const find = createNearPairSearch(fingerprints, maxDistance);
  for (const task of nearPairsTasks(fingerprints, maxDistance, threads)) {
    find(task, (a, b) => pairs.push([a, b]));
  }
  return inOrder(pairs);
}

function bruteForce(fingerprints: Fingerprints, maxDistance: number): string[] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < fingerprints.high.length; a++) {
    for (let b = 0; b < a; b++) {
      if (distanceBetween(fingerprints, a, b) <= maxDistance) pairs.push([a, b]);
    }
  }
  return inOrder(pairs);
}

/** Finds pairs that differ in 1 or 2 bits of the low half, by looking up each neighbour. */
function neighboursByFlips({ low }: Fingerprints, flips: number): string[] {
  const numbers = new Map([...low].map((bits, number) => [bits, number]));
  const pairs: [number, number][] = [];
  for (const [number, bits] of low.entries()) {
    for (let first = 0; first < 32; first++) {
      for (let second = first; second < (flips === 1 ? first + 1 : 32); second++) {
        const flipped = second === first ? 1 << first : (1 << first) | (1 << second);
        const other = numbers.get(bits ^ flipped);
        if (other !== undefined && other < number) pairs.push([number, other]);
      }
    }
  }
  return inOrder(pairs);
}

function inOrder(pairs: [number, number][]): string[] {
  return pairs.sort(([a, b], [c, d]) => a - c || b - d).map((pair) => pair.join('-'));
}

function distanceOf(fingerprints: Fingerprints, pair: string): number {
  const [a, b] = pair.split('-').map(Number);
  return distanceBetween(fingerprints, a!, b!);
}

function distanceBetween({ high, low }: Fingerprints, a: number, b: number): number {
  return hammingDistance({ high: high[a]!, low: low[a]! }, { high: high[b]!, low: low[b]! });
}
