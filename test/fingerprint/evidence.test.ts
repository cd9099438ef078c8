import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createReading,
  hasNumber,
  hasShingle,
  packEvidence,
  unpackEvidence,
} from '../../src/fingerprint/evidence.js';
import { wordFlags } from '../../src/text/evidence-words.js';

/** Alphabetic words, given by their hashes; some are numbers. */
const words = fc.array(fc.record({ hash: fc.integer(), isNumber: fc.boolean() }), {
  maxLength: 200,
});

function reading(of: readonly { readonly hash: number; readonly isNumber: boolean }[]) {
  return createReading({
    count: of.length,
    hashes: Int32Array.from(of, ({ hash }) => hash),
    flags: Uint8Array.from(of, ({ isNumber }) => (isNumber ? wordFlags.number : 0)),
    lengths: new Uint8Array(of.length),
    marks: new Uint32Array(0),
  });
}

describe('evidence', () => {
  it('contains every shingle and number of its text', () => {
    fc.assert(
      fc.property(words, (all) => {
        const read = reading(all);
        const evidence = unpackEvidence(packEvidence(read))!;
        for (const shingle of read.shingles) expect(hasShingle(evidence, shingle)).toBe(true);
        for (const { hash, isNumber } of all) {
          if (isNumber) expect(hasNumber(evidence, hash)).toBe(true);
        }
        expect(evidence.shingles).toEqual(evidence.shingles.slice().sort());
      }),
    );
  });

  it.each([
    [100, 1 / 8192],
    [350, 1 / 512],
    [5000, 1 / 128],
    [20_000, 1 / 2048],
  ])('of %i words has few false positives', (count, most) => {
    const evidence = unpackEvidence(packEvidence(reading(plainWords(count, 1))))!;
    const { shingles } = reading(plainWords(100_000, 1e6));
    const held = shingles.filter((shingle) => hasShingle(evidence, shingle)).length;
    expect(held / shingles.length).toBeLessThan(most);
  });

  it.each([
    [350, 550],
    [5000, 6500],
    [20_000, 38_000],
  ])('of %i words takes at most %i bytes', (count, most) => {
    expect(packEvidence(reading(plainWords(count, 1))).length).toBeLessThanOrEqual(most);
  });

  it('returns null for truncated bytes or another version', () => {
    fc.assert(
      fc.property(words, fc.nat(), (all, at) => {
        const bytes = packEvidence(reading(all));
        const cut = bytes.slice(0, at % bytes.length);
        const unpacked = unpackEvidence(cut);
        if (unpacked !== null) expect(unpacked.shingles.length).toBeGreaterThanOrEqual(0);
        expect(unpackEvidence(Uint8Array.of(2, ...bytes.slice(1)))).toBeNull();
      }),
    );
    const whole = packEvidence(reading(plainWords(100, 1)));
    expect(unpackEvidence(whole.slice(0, whole.length - 4))).toBeNull();
  });
});

it('accepts any bytes, and returns sorted hashes of the declared size', () => {
  const head = fc.tuple(fc.constant(1), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 60 }));
  fc.assert(
    fc.property(head, ([version, numbers, rest]) => {
      const evidence = unpackEvidence(Uint8Array.of(version, numbers, ...rest));
      if (evidence === null) return;
      const { shingles, bits } = evidence;
      expect([...shingles]).toEqual([...shingles].sort((a, b) => a - b));
      for (const each of shingles) expect(each).toBeLessThan(2 ** bits);
      for (const each of shingles) {
        expect(hasShingle(evidence, (each << (32 - bits)) >>> 0)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

function plainWords(count: number, first: number) {
  return Array.from({ length: count }, (_, index) => ({
    hash: Math.imul(first + index, 0x9e37_79b1),
    isNumber: false,
  }));
}
