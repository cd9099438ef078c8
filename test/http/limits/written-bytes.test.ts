import { expect, it } from 'vitest';
import { createWrittenBytes } from '../../../src/http/limits/written-bytes.js';

const midnight = Date.UTC(2026, 10, 29);

it('counts the bytes of each key, up to its quota, until midnight', () => {
  let now = midnight + 86_400_000 - 10_500;
  const written = createWrittenBytes(100, () => now);
  expect(written.add('a', 60)).toBeNull();
  expect(written.add('b', 100)).toBeNull();
  expect(written.add('a', 41)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 11 });
  expect(written.add('a', 40)).toBeNull();
  expect([written.today('a'), written.today('b'), written.today('c')]).toEqual([100, 100, 0]);
  now += 10_500;
  expect(written.today('a')).toBe(0);
  expect(written.add('a', 100)).toBeNull();
});

it('counts without a quota', () => {
  const written = createWrittenBytes(0, () => midnight);
  expect(written.add('a', 2 ** 40)).toBeNull();
  expect(written.today('a')).toBe(2 ** 40);
});
