import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandIndex,
  bitLists,
  bruteForce,
  fourBlocks,
  type Signatures,
} from '../../../bench/measures/indexes.js';
import { bandKeys, sketchLength, sketchSimilarity } from '../../../src/fingerprint/minhash.js';
import { defaultMinSimilarity } from '../../../src/fingerprint/recipe.js';
import type { Signature } from '../../../src/fingerprint/signature.js';

/** Signatures near each other: few flipped bits, sketches of a few different bytes. */
const signatures = fc
  .record({
    flipped: fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 5 }),
    sketch: fc.uint8Array({ minLength: sketchLength, maxLength: sketchLength, max: 1 }),
  })
  .map(({ flipped, sketch }): Signature => {
    const fingerprint = { high: 0x9e3779b9, low: 0x7f4a7c15 };
    for (const bit of flipped) {
      if (bit < 32) fingerprint.low = (fingerprint.low ^ (1 << bit)) >>> 0;
      else fingerprint.high = (fingerprint.high ^ (1 << (bit - 32))) >>> 0;
    }
    return {
      exactHash: '',
      fingerprint,
      featureCount: 100,
      shortText: false,
      sketch,
      shingles: 100,
      traits: null,
      parts: null,
    };
  });

describe('the indexes that the bench compares', () => {
  const cases = fc.tuple(fc.array(signatures, { minLength: 1, maxLength: 20 }), signatures);

  it.each([bitLists, fourBlocks])('$name find the same as brute force', ({ build }) => {
    fc.assert(
      fc.property(cases, ([all, probe]) => {
        const stored = sideBySide(all);
        const expected = bruteForce.build(stored)(probe).matches;
        expect([...build(stored)(probe).matches].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('bands find documents that share a band and are similar', () => {
    const layout = { count: 8, rows: 3 };
    fc.assert(
      fc.property(cases, ([all, probe]) => {
        const keys = bandKeys(probe.sketch!, layout);
        const expected = [...all.keys()].filter((number) => {
          const sketch = all[number]!.sketch!;
          return (
            bandKeys(sketch, layout).some((key) => keys.includes(key)) &&
            sketchSimilarity(sketch, probe.sketch!) >= defaultMinSimilarity
          );
        });
        const { matches } = bandIndex(layout).build(sideBySide(all))(probe);
        expect([...matches].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});

function sideBySide(all: readonly Signature[]): Signatures {
  const sketches = new Uint8Array(all.length * sketchLength);
  for (const [number, { sketch }] of all.entries()) sketches.set(sketch!, number * sketchLength);
  return {
    count: all.length,
    high: Uint32Array.from(all, ({ fingerprint }) => fingerprint.high),
    low: Uint32Array.from(all, ({ fingerprint }) => fingerprint.low),
    sketches,
  };
}
