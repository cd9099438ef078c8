import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortByKey } from '../../../src/batch/pairs/sort-by-key.js';

it('sorts numbers by all 32 bits of their keys, and leaves equal ones in their order', () => {
  const key = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1 << 21, 1 << 22, 1 << 31));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 100 }), (keys) => {
      const numbers = Int32Array.from(keys.keys()).reverse();
      const expected = [...numbers].sort((a, b) => (keys[a]! >>> 0) - (keys[b]! >>> 0));
      expect([...sortByKey(numbers, Int32Array.from(keys))]).toEqual(expected);
    }),
  );
});
