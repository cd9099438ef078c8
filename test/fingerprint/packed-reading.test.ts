import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packEvidence, unpackEvidence } from '../../src/fingerprint/evidence.js';
import { packReading, storedEvidence, unpackPage } from '../../src/fingerprint/packed-reading.js';
import type { PageWords } from '../../src/fingerprint/reading.js';

const mainHash = 'abcdef0123456789';
const headBytes = 21;
const pack = (page: PageWords) => packReading(page, mainHash);
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

/** Words of all scripts, including numbers and beginnings of sentences and lines, some of them with marks. */
const pages: fc.Arbitrary<PageWords> = fc
  .record({
    words: fc.array(fc.tuple(int32, fc.nat({ max: 63 }), fc.option(fc.nat({ max: 2 ** 32 - 1 }))), {
      maxLength: 200,
    }),
    mainShare: fc.double({ min: 0, max: 1, noNaN: true }),
    isBlocks: fc.boolean(),
  })
  .map(({ words, mainShare, isBlocks }) => ({
    words: Int32Array.from(words, ([hash]) => hash),
    flags: Uint8Array.from(words, ([, flags]) => flags),
    marks: Uint32Array.from(words.flatMap(([, , mark], at) => (mark === null ? [] : [at, mark]))),
    mainCount: Math.round(mainShare * words.length),
    isBlocks,
  }));

/** Returns the same bytes inside a larger buffer, as if it held several values. */
function withinOthers(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(2, 9, 9, ...bytes, 9, 9).subarray(3, 3 + bytes.length);
}

describe('a packed reading', () => {
  it('unpacks to the same words, flags and marks', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const packed = pack(page);
        expect(unpackPage(packed)).toEqual(page);
        expect(unpackPage(withinOthers(packed))).toEqual(page);
      }),
    );
  });

  it('contains the evidence for the store, which is not a reading and stays unchanged', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const packed = pack(page);
        const evidence = packEvidence(page, mainHash);
        for (const bytes of [packed, withinOthers(packed)]) {
          expect(storedEvidence(bytes)).toEqual(evidence);
        }
        expect(storedEvidence(evidence)).toBe(evidence);
        expect(unpackPage(evidence)).toBeNull();
        expect(unpackEvidence(packed)).toBeNull();
      }),
    );
  });

  it('takes 5 bytes per word, and 8 per mark, in addition to its evidence and counts', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const { length } = packEvidence(page, mainHash);
        const ofWords = 5 * page.words.length + 4 * page.marks.length;
        expect(pack(page)).toHaveLength(headBytes + length + ofWords);
      }),
    );
  });

  it('returns null for truncated bytes or wrong counts', () => {
    fc.assert(
      fc.property(pages, fc.nat(), (page, at) => {
        const packed = pack(page);
        expect(unpackPage(packed.slice(0, at % packed.length))).toBeNull();
        for (const [field, value] of [
          [0, packed.length],
          [1, page.words.length + 1],
          [2, page.marks.length / 2 + 1],
          [3, page.words.length + 1],
        ] as const) {
          const wrong = packed.slice();
          new DataView(wrong.buffer).setUint32(1 + 4 * field, value, true);
          expect(unpackPage(wrong)).toBeNull();
        }
      }),
    );
  });

  it.each([[[]], [[2]], [[2, 0, 0, 0]], [[2, 1, 0, 0, 0]], [[2, ...Array(24).fill(255)]], [[3]]])(
    'returns null for the bytes %j',
    (bytes) => {
      expect(unpackPage(Uint8Array.from(bytes))).toBeNull();
    },
  );
});
