import { hash as digest } from 'node:crypto';
import xxhash from 'xxhash-wasm';
import { lookup3 } from './lookup3.js';
import type { HashName } from './recipe.js';

const { h64 } = await xxhash();

/**
 * The 64-bit hash of the UTF-8 bytes of a word, as an unsigned integer. A lone surrogate counts as
 * U+FFFD.
 *
 *   xxh64       seed 0 (xxHash specification, section XXH64)
 *   fnv1a64     Fowler, Noll, Vo: RFC 9923
 *   md5, sha1   the first 64 bits, big-endian (RFC 1321, RFC 3174)
 *   jenkins     lookup3, `hashlittle2`
 */
export const hashFunctions: Readonly<Record<HashName, (word: string) => bigint>> = {
  xxh64: h64,
  fnv1a64,
  md5: (word) => firstBits(digest('md5', word, 'hex')),
  sha1: (word) => firstBits(digest('sha1', word, 'hex')),
  jenkins: (word) => lookup3(Buffer.from(word)),
};

function firstBits(hex: string): bigint {
  return BigInt(`0x${hex.slice(0, 16)}`);
}

/** Xor with each byte, then times 2^40 + 435: in halves, as a BigInt a byte would cost more. */
function fnv1a64(word: string): bigint {
  let high = 0xcbf2_9ce4;
  let low = 0x8422_2325;
  for (const byte of Buffer.from(word)) {
    low = (low ^ byte) >>> 0;
    const carry = Math.floor((low * 435) / 2 ** 32);
    high = (Math.imul(high, 435) + carry + (low << 8)) >>> 0;
    low = Math.imul(low, 435) >>> 0;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}
