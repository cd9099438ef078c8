import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashFunctions, lookup3 } from '../../src/fingerprint/hash64.js';

const { xxh64, fnv1a64, md5, sha1, jenkins } = hashFunctions;

describe('hash functions', () => {
  it.each([
    // Published test values: of xxHash with seed 0, of FNV, of RFC 1321 and of RFC 3174.
    ['xxh64', '', 0xef46db3751d8e999n],
    ['xxh64', 'a', 0xd24ec4f1a98c6e5bn],
    ['xxh64', 'abc', 0x44bc2cf5ad770999n],
    ['fnv1a64', '', 0xcbf29ce484222325n],
    ['fnv1a64', 'a', 0xaf63dc4c8601ec8cn],
    ['fnv1a64', 'foobar', 0x85944171f73967e8n],
    ['md5', 'abc', 0x900150983cd24fb0n],
    ['sha1', 'abc', 0xa9993e364706816an],
    // Used by the published fingerprint of these words; see literature.test.ts.
    ['jenkins', '蓝翔', 4456126642618087437n],
    ['jenkins', 'CEO', 15527884971851335464n],
  ] as const)('%s of %j', (name, word, hash) => {
    expect(hashFunctions[name](word)).toBe(hash);
  });

  it('reads UTF-8 bytes, with a lone surrogate as U+FFFD', () => {
    for (const hash of Object.values(hashFunctions)) {
      expect(hash('\ud800')).toBe(hash('\ufffd'));
      expect(hash('北京')).not.toBe(hash('北亰'));
    }
  });

  it('agree with big-integer arithmetic and streamed digests', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (word) => {
        let expected = 0xcbf29ce484222325n;
        for (const byte of Buffer.from(word)) {
          expected = BigInt.asUintN(64, (expected ^ BigInt(byte)) * 0x100000001b3n);
        }
        expect(fnv1a64(word)).toBe(expected);
        const first = (name: string) =>
          createHash(name).update(word, 'utf8').digest().readBigUInt64BE();
        expect(md5(word)).toBe(first('md5'));
        expect(sha1(word)).toBe(first('sha1'));
        expect(xxh64(word)).toBe(BigInt.asUintN(64, xxh64(word)));
        expect(jenkins(word)).toBe(lookup3(Buffer.from(word)));
      }),
    );
  });
});

describe('lookup3', () => {
  const ascii = (text: string) => lookup3(new TextEncoder().encode(text)).toString(16);

  it('returns the values printed by its author for seeds of 0', () => {
    expect(ascii('')).toBe('deadbeefdeadbeef');
    expect(ascii('Four score and seven years ago')).toBe('17770551ce7226e6');
  });

  it('distinguishes lengths if all bytes are zero', () => {
    const hashes = Array.from({ length: 40 }, (_, length) => lookup3(new Uint8Array(length)));
    expect(new Set(hashes).size).toBe(40);
  });
});
