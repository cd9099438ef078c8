import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packEvidence, readingOfWords, unpackEvidence } from '../../src/fingerprint/evidence.js';
import {
  packReading,
  storedEvidence,
  unpackReading,
} from '../../src/fingerprint/packed-reading.js';

/** Words of all scripts, including numbers, names, negations and beginnings of sentences. */
const readings = fc
  .array(fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.nat({ max: 63 })), {
    maxLength: 200,
  })
  .map((words) =>
    readingOfWords(
      Int32Array.from(words, ([hash]) => hash),
      Uint8Array.from(words, ([, flags]) => flags),
    ),
  );

/** Returns the same bytes inside a larger buffer, as if it held several values. */
function withinOthers(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(2, 9, 9, ...bytes, 9, 9).subarray(3, 3 + bytes.length);
}

describe('a packed reading', () => {
  it('unpacks to the same words, flags, shingles and short lines', () => {
    fc.assert(
      fc.property(readings, (reading) => {
        const packed = packReading(reading);
        expect(unpackReading(packed)).toEqual(reading);
        expect(unpackReading(withinOthers(packed))).toEqual(reading);
      }),
    );
  });

  it('contains the evidence for the store, which is not a reading and stays unchanged', () => {
    fc.assert(
      fc.property(readings, (reading) => {
        const packed = packReading(reading);
        const evidence = packEvidence(reading);
        for (const bytes of [packed, withinOthers(packed)]) {
          expect(storedEvidence(bytes)).toEqual(evidence);
        }
        expect(storedEvidence(evidence)).toBe(evidence);
        expect(unpackReading(evidence)).toBeNull();
        expect(unpackEvidence(packed)).toBeNull();
      }),
    );
  });

  it('takes 5 bytes per word in addition to its evidence and counts', () => {
    fc.assert(
      fc.property(readings, (reading) => {
        const { length } = packEvidence(reading);
        expect(packReading(reading)).toHaveLength(9 + length + 5 * reading.words.length);
      }),
    );
  });

  it('returns null for truncated bytes or a wrong length of the evidence', () => {
    fc.assert(
      fc.property(readings, fc.nat(), (reading, at) => {
        const packed = packReading(reading);
        const cut = unpackReading(packed.slice(0, at % packed.length));
        // A cut at a word boundary leaves a shorter reading.
        if (cut !== null) expect(cut.words.length).toBeLessThan(reading.words.length);
        for (const missing of [1, 2, 3, 4]) {
          expect(unpackReading(packed.slice(0, -missing))).toBeNull();
        }
        const longer = packed.slice();
        new DataView(longer.buffer).setUint32(1, packed.length);
        expect(unpackReading(longer)).toBeNull();
      }),
    );
  });

  it.each([[[]], [[2]], [[2, 0, 0, 0]], [[2, 1, 0, 0, 0]], [[2, 255, 255, 255, 255]], [[3]]])(
    'returns null for the bytes %j',
    (bytes) => {
      expect(unpackReading(Uint8Array.from(bytes))).toBeNull();
    },
  );
});
