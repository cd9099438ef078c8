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

it('a document seen again keeps its expiry, unless a new one is given', () => {
  const document = nextVersion(undefined, { ...given, expiresAt: 900, now: 100 });
  const seen = { ...document, lastSeenAt: 200, seenCount: 2 };
  expect(seenAgain(document, { expiresAt: null, now: 200 })).toEqual(seen);
  expect(seenAgain(document, { expiresAt: 950, now: 200 })).toEqual({ ...seen, expiresAt: 950 });
});
