import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortHashes } from '../../src/fingerprint/rice-codes.js';

it('sorts 32-bit numbers of any distribution', () => {
  const any = fc.nat({ max: 0xffff_ffff });
  const near = fc.nat({ max: 9 }).map((number) => 0x8000_0000 + number);
  const lists = fc.oneof(
    fc.array(any, { maxLength: 600, size: 'max' }),
    fc.array(near, { maxLength: 600, size: 'max' }),
    fc.array(fc.oneof(any, near), { maxLength: 600, size: 'max' }),
  );
  fc.assert(
    fc.property(lists, (list) => {
      expect([...sortHashes(Uint32Array.from(list))]).toEqual(list.toSorted((a, b) => a - b));
    }),
  );
});
