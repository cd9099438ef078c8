import { expect, it } from 'vitest';
import { isLive, livesAsLong, nextVersion, seenAgain } from '../../../src/store/rules/versions.js';
import { signature } from '../samples.js';

const given = { id: 'a', signature: signature(), metadata: null, page: null, extractor: null };

it('a document is present up to the last millisecond before its expiry', () => {
  expect(isLive({ expiresAt: 1_000 }, 999)).toBe(true);
  expect(isLive({ expiresAt: 1_000 }, 1_000)).toBe(false);
  expect(isLive({ expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
});

it('another version keeps the time of the first, but not its expiry', () => {
  const first = nextVersion(undefined, { ...given, expiresAt: 900, now: 100 });
  expect(first).toMatchObject({ revision: 1, storedAt: 100, seenCount: 1 });
  expect(first).toMatchObject({ expiresAt: 900, lifetimeMs: 800 });
  expect(nextVersion(first, { ...given, expiresAt: null, now: 200 })).toMatchObject({
    ...{ revision: 2, storedAt: 100, updatedAt: 200, lastSeenAt: 200 },
    ...{ seenCount: 2, expiresAt: null, lifetimeMs: null },
  });
});

it.each([
  ['check', 900, null, null, null],
  ['check', 900, 950, 950, 800],
  ['check', 900, 1_050, 1_050, 850],
  ['check', 900, 850, 900, 800],
  ['check', null, 950, null, null],
  ['addition', 900, null, null, null],
  ['addition', 900, 950, 950, 750],
  ['addition', 900, 850, 850, 650],
  ['addition', null, 950, 950, 750],
] as const)(
  'a document found unchanged by %s with the expiry %s, if %s is requested, gets the expiry %s and the lifetime %s',
  (by, before, requested, expiresAt, lifetimeMs) => {
    const document = nextVersion(undefined, { ...given, expiresAt: before, now: 100 });
    const seen = { ...document, lastSeenAt: 200, seenCount: 2, expiresAt, lifetimeMs };
    expect(seenAgain(document, { expiresAt: requested, now: 200 }, by)).toEqual(seen);
  },
);

it.each([
  [5, 4, true],
  [5, 5, true],
  [5, 6, false],
  [5, null, false],
  [null, 5, true],
  [null, null, true],
])('a lifetime of %s ms is at least as long as one of %s ms: %s', (a, b, isAsLong) => {
  expect(livesAsLong(a, b)).toBe(isAsLong);
});
