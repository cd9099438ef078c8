import { expect, it } from 'vitest';
import { isLive, nextVersion, seenAgain } from '../../../src/store/rules/versions.js';
import { signature } from '../samples.js';

const given = { id: 'a', signature: signature(), metadata: null, page: null, extractor: null };

it('a document is present up to the last millisecond before its expiry', () => {
  expect(isLive({ expiresAt: 1_000 }, 999)).toBe(true);
  expect(isLive({ expiresAt: 1_000 }, 1_000)).toBe(false);
  expect(isLive({ expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
});

it('another version keeps the time of the first, but not its expiry', () => {
  const first = nextVersion(undefined, { ...given, expiresAt: 900, now: 100 });
  expect(first).toMatchObject({ revision: 1, storedAt: 100, seenCount: 1, expiresAt: 900 });
  expect(nextVersion(first, { ...given, expiresAt: null, now: 200 })).toMatchObject({
    ...{ revision: 2, storedAt: 100, updatedAt: 200, lastSeenAt: 200 },
    ...{ seenCount: 2, expiresAt: null },
  });
});

it.each([
  ['check', 900, null, 900],
  ['check', 900, 950, 950],
  ['check', 900, 850, 900],
  ['check', null, 950, null],
  ['addition', 900, null, 900],
  ['addition', 900, 950, 950],
  ['addition', 900, 850, 850],
  ['addition', null, 950, 950],
] as const)(
  'a document found unchanged by %s with the expiry %s, if %s is requested, gets the expiry %s',
  (by, before, requested, after) => {
    const document = nextVersion(undefined, { ...given, expiresAt: before, now: 100 });
    const seen = { ...document, lastSeenAt: 200, seenCount: 2, expiresAt: after };
    expect(seenAgain(document, { expiresAt: requested, now: 200 }, by)).toEqual(seen);
  },
);
