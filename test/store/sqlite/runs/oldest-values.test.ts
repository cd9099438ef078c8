import { expect, it } from 'vitest';
import { createOldestValues } from '../../../../src/store/sqlite/runs/oldest-values.js';

const many = Array.from({ length: 20 }, (_, at) => 10 * at + 1);

it('returns the first values of a key until one of them is removed', () => {
  const removed = new Set<number>();
  const oldest = createOldestValues((value) => removed.has(value));
  expect(oldest.find(1, 2 ** 40, 17)).toBeUndefined();
  oldest.keep(1, 2 ** 40, many.slice(0, 17));
  expect(oldest.find(1, 2 ** 40, 17)).toEqual(many.slice(0, 17));
  expect(oldest.find(1, 2 ** 40, 18)).toBeUndefined();
  expect(oldest.find(2, 2 ** 40, 17)).toBeUndefined();
  removed.add(many[3]!);
  expect(oldest.find(1, 2 ** 40, 17)).toBeUndefined();
  expect(oldest.find(1, 2 ** 40, 16)).toEqual(many.slice(0, 17).filter((each) => each !== 31));
  oldest.clear();
  expect(oldest.find(1, 2 ** 40, 1)).toBeUndefined();
});
