import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammingDistance, popcount, toHex } from '../../src/fingerprint/blocks.js';
import type { Fingerprint } from '../../src/fingerprint/signature.js';
import { fingerprints } from './arbitraries.js';

describe('hammingDistance', () => {
  it.each([
    [0b100101, 0b101100, 2],
    [0b00101110, 0b00001111, 2],
  ])(
    'returns the distance of the worked examples: %i and %i differ in %i bits',
    (a, b, distance) => {
      expect(hammingDistance({ high: 0, low: a }, { high: 0, low: b })).toBe(distance);
      expect(hammingDistance({ high: a, low: 0 }, { high: b, low: 0 })).toBe(distance);
    },
  );

  it('agrees with a loop over the bits', () => {
    fc.assert(
      fc.property(fingerprints, fingerprints, (a, b) => {
        expect(hammingDistance(a, b)).toBe(countedByLoop(a, b));
      }),
    );
  });

  it('ranges from 0 to 64', () => {
    const none = { high: 0, low: 0 };
    const all = { high: 0xffff_ffff, low: 0xffff_ffff };
    expect(hammingDistance(all, all)).toBe(0);
    expect(hammingDistance(none, all)).toBe(64);
  });
});

describe('popcount', () => {
  it('accepts signed and unsigned integers', () => {
    expect([popcount(-1), popcount(0xffff_ffff), popcount(-(2 ** 31)), popcount(0)]).toEqual([
      32, 32, 1, 0,
    ]);
  });
});

function countedByLoop(a: Fingerprint, b: Fingerprint): number {
  let differing = BigInt(`0x${toHex(a)}`) ^ BigInt(`0x${toHex(b)}`);
  let count = 0;
  for (; differing > 0n; differing >>= 1n) count += Number(differing & 1n);
  return count;
}
