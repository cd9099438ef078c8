import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminKey, createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';

const sha256 = 'ab'.repeat(32);
const entry = { name: 'crawler', sha256, scopes: ['write'] };
const fileOf = (...keys: object[]) => JSON.stringify({ keys });

describe('a file of keys', () => {
  it('has the widest scope, the collections and the expiry of each key', () => {
    const [first, second] = parseKeyFile(
      fileOf(entry, {
        name: 'b',
        sha256: 'cd'.repeat(32),
        scopes: ['admin', 'read'],
        collections: ['news'],
        expires: '2027-01-31T01:00:00+01:00',
      }),
    );
    expect(first).toMatchObject({ scope: 'write', collections: null, expiresAt: null });
    expect(first!.digest.toString('hex')).toBe(sha256);
    expect(second).toMatchObject({ scope: 'admin', expiresAt: Date.UTC(2027, 0, 31) });
    expect([...second!.collections!]).toEqual(['news']);
  });

  it.each([
    ['{"keys": [', /it is not JSON$/],
    ['[]', /must be a JSON object/],
    [fileOf({ ...entry, key: 'in the clear' }), /"\/keys\/0": has an unknown field/],
    [fileOf({ ...entry, scopes: ['all'] }), /"\/keys\/0\/scopes\/0"/],
    [fileOf({ ...entry, scopes: [] }), /"\/keys\/0\/scopes"/],
    [fileOf({ ...entry, sha256: 'abc' }), /64 lower-case hex digits/],
    [fileOf({ ...entry, collections: [] }), /"\/keys\/0\/collections"/],
    [fileOf({ ...entry, collections: ['../x'] }), /must be 1 to 64 of the characters/],
    [fileOf({ ...entry, expires: 'tomorrow' }), /must be a time such as 2027-01-31T00:00:00Z/],
    [fileOf({ ...entry, name: 'a\nb' }), /must be 1 to 64 letters/],
    [fileOf(entry, entry), /"\/keys\/1\/name": another key has the same/],
    [fileOf(entry, { ...entry, name: 'b' }), /"\/keys\/1\/sha256": another key has the same/],
  ])('is refused with a fault: %s', (text, message) => {
    expect(() => parseKeyFile(text)).toThrow(message);
  });
});

describe('a ring of keys', () => {
  it('finds a key by its secret, never by its digest', () => {
    const made = ['a', 'b', 'c'].map((name) => newKey({ name, scopes: ['read'] }));
    const ring = createKeyRing([
      ...parseKeyFile(fileOf(...made.map((each) => each.entry))),
      adminKey('a-key-of-enough-characters'),
    ]);
    for (const { key, entry: stored } of made) {
      expect(ring.find(`Bearer ${key}`)?.name).toBe(stored.name);
      expect(ring.find(`bearer  ${key}`)?.name).toBe(stored.name);
      expect(ring.find(`Bearer ${stored.sha256}`)).toBeUndefined();
    }
    expect(ring.find('Bearer a-key-of-enough-characters')?.scope).toBe('admin');
    expect(ring.find(undefined)).toBeUndefined();
    expect(ring.find(`Bearer ${'x'.repeat(2000)}`)).toBeUndefined();
  });
});

it('a new key has 256 random bits, and its entry contains only their digest', () => {
  const { key, entry: made } = newKey({ name: 'a', scopes: ['read'], collections: ['news'] });
  expect(key).toMatch(/^neardup_[\w-]{43}$/);
  expect(newKey({ name: 'a', scopes: ['read'] }).key).not.toBe(key);
  const digest = createHash('sha256').update(key).digest('hex');
  expect(made).toEqual({ name: 'a', sha256: digest, scopes: ['read'], collections: ['news'] });
  expect(() => newKey({ name: 'a b', scopes: ['read'] })).toThrow(/"\/keys\/0\/name"/);
});
