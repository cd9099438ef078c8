import { describe, expect, it } from 'vitest';
import {
  bruteForce,
  decimalLines,
  fingerprintAt,
  plantedSets,
  probesNear,
  randomStored,
  rowsOf,
  similarSets,
} from '../../../bench/peers/planted.js';
import { hammingDistance } from '../../../src/fingerprint/hamming.js';

describe('planted fingerprints', () => {
  const stored = randomStored(500, 1);

  it('have probes at distance 1, 2 and 3 in turn, and random ones', () => {
    const probes = probesNear(stored, 40, 2);
    const nearest = Array.from({ length: 40 }, (_, probe) => {
      const all = Array.from({ length: 500 }, (_, number) =>
        hammingDistance(fingerprintAt(stored, number), fingerprintAt(probes, probe)),
      );
      return Math.min(...all);
    });
    expect(nearest.filter((_, probe) => probe % 4 < 3)).toEqual(
      Array.from({ length: 30 }, (_, number) => (number % 3) + 1),
    );
    for (const least of nearest.filter((_, probe) => probe % 4 === 3)) {
      expect(least).toBeGreaterThan(3);
    }
  });

  it('are found by brute force within the distance', () => {
    const probes = probesNear(stored, 40, 2);
    const expected = Array.from({ length: 40 }, (_, probe) =>
      Array.from({ length: 500 }, (_, number) => number).filter(
        (number) =>
          hammingDistance(fingerprintAt(stored, number), fingerprintAt(probes, probe)) <= 3,
      ),
    );
    expect(bruteForce(stored, probes)).toEqual(expected);
    expect(expected.flat()).toHaveLength(30);
  });

  it('are written as unsigned decimals', () => {
    expect(decimalLines(Uint32Array.of(0xffff_ffff, 0xffff_ffff, 7, 0, 0, 1))).toBe(
      '18446744073709551615\n7\n4294967296\n',
    );
  });
});

describe('planted sets', () => {
  const sets = plantedSets(60, 20);

  it.each([0.3, 0.6, 0.85])(
    'with a similarity of at least %f are the same as by comparing all pairs',
    (least) => {
      const expected = rowsOf(sets.probes).map((probe) =>
        [...rowsOf(sets.stored).entries()]
          .filter(([, set]) => jaccard(new Set(probe), new Set(set)) >= least)
          .map(([number]) => number),
      );
      expect(similarSets(sets, least)).toEqual(expected);
      expect(expected.flat().length).toBeGreaterThan(0);
    },
  );
});

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const common = [...a].filter((each) => b.has(each)).length;
  return common / (a.size + b.size - common);
}
