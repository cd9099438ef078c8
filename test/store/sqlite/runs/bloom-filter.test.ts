import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type BloomFilter,
  createBloomFilter,
  createFilterKey,
  readBloomFilter,
} from '../../../../src/store/sqlite/runs/bloom-filter.js';

const key = fc.oneof(
  fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }),
  fc.integer({ min: 0, max: 300 }),
);
function mayContain(filter: BloomFilter, space: number, key: number): boolean {
  const asked = createFilterKey();
  asked.set(space, key);
  return filter.mayContain(asked);
}

const pair = fc.tuple(fc.integer({ min: 1, max: 1000 }), key);

it('has no false negatives, however many keys are added', () => {
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 500 }),
      fc.integer({ min: 1, max: 600 }),
      (pairs, keys) => {
        const filter = createBloomFilter(keys, 8);
        for (const each of pairs) filter.add(...each);
        const read = readBloomFilter(filter.bytes());
        for (const each of pairs) {
          expect(mayContain(filter, ...each)).toBe(true);
          expect(mayContain(read, ...each)).toBe(true);
        }
      },
    ),
  );
});

/** Keys as in the tables: adjacent, or far apart. */
const families: Readonly<Record<string, (index: number) => readonly [number, number]>> = {
  'one after the other': (index) => [1, index],
  'as bands are: slices with the number of the band in front': (index) => [
    1,
    (index % 8) * 2 ** 24 + (Math.imul(index, 0x9e37_79b1) >>> 8),
  ],
  'as prefixes are: 48 bits with a sign': (index) => [
    1,
    (Math.imul(index, 0x9e37_79b1) >> 16) * 2 ** 32 + (Math.imul(index, 0x85eb_ca6b) >>> 0),
  ],
  'of which only the high bits differ': (index) => [1, index * 2 ** 27],
  'of many collections': (index) => [index % 1000, Math.floor(index / 1000)],
};

it.each(
  Object.entries(families).flatMap(
    ([name, keyOf]) =>
      [
        [12, name, keyOf, 0.012],
        [8, name, keyOf, 0.045],
      ] as const,
  ),
)('has few false positives, with %i bits for keys %s', (bits, _, keyOf, most) => {
  const count = 50_000;
  const filter = createBloomFilter(count, bits);
  for (let index = 0; index < count; index++) filter.add(...keyOf(index));
  let wrong = 0;
  for (let index = count; index < 2 * count; index++) {
    if (mayContain(filter, ...keyOf(index))) wrong += 1;
  }
  expect(wrong / count).toBeLessThan(most);
});
