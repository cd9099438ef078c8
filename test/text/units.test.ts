import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointAt, createUnitBuffer, toUnits, unitsToText } from '../../src/text/units.js';

/** Strings with lone surrogates and pairs among other characters. */
const anyUnits = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.constantFrom(0x61, 0xd842, 0xdfb7)))
  .map((units) => String.fromCharCode(...units));

describe('units', () => {
  it('equal the units of the string, and restore the string', () => {
    const buffer = createUnitBuffer(1);
    fc.assert(
      fc.property(anyUnits, (text) => {
        const units = toUnits(text, buffer);
        expect([...units]).toEqual(
          Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
        );
        expect(unitsToText(units)).toBe(text);
        const half = text.length >> 1;
        expect(unitsToText(units.subarray(half))).toBe(text.slice(half));
        expect(unitsToText(units, 1, Math.max(1, half))).toBe(text.slice(1, Math.max(1, half)));
      }),
    );
  });

  it('yield the same code points as the string', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        const units = toUnits(text);
        for (let at = 0; at < text.length; at++) {
          expect(codePointAt(units, at)).toBe(text.codePointAt(at));
        }
      }),
    );
  });
});
