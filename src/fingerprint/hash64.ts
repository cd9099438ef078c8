import { hash as digest } from 'node:crypto';
import xxhash from 'xxhash-wasm';
import type { HashName } from './recipe.js';

const { h64 } = await xxhash();

/**
 * 64-bit hash functions of a word's UTF-8 bytes. Results are unsigned integers. A lone surrogate counts as U+FFFD.
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

/**
 * Computes FNV-1a: for each byte, XOR, then a multiplication by 2^40 + 435. The hash is computed in two halves, because
 * a BigInt per byte is slower.
 */
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

/**
 * Bob Jenkins' lookup3, function `hashlittle2` (2006, public domain), with both seeds 0. Cppjieba's SimHash uses it for
 * words. The first result (c) is the high half, the second (b) the low half.
 *
 * Bytes are read as little-endian words of 32 bits, three at a time. The last 1 to 12 bytes are padded with zeros and
 * added in the same way, then mixed by `final`.
 */
export function lookup3(bytes: Uint8Array): bigint {
  state.fill(0xdead_beef + bytes.length);
  let start = 0;
  for (; bytes.length - start > 12; start += 12) {
    add(bytes, start);
    mix();
  }
  if (bytes.length > 0) {
    add(bytes, start);
    final();
  }
  return (BigInt(state[2]!) << 32n) | BigInt(state[1]!);
}

/** The variables a, b and c. */
const state = new Uint32Array(3);

function add(bytes: Uint8Array, start: number): void {
  for (let index = 0; index < 12; index++) {
    state[index >>> 2]! += (bytes[start + index] ?? 0) << (8 * (index & 3));
  }
}

/**
 * Mixes the three variables. Each step subtracts the third from the first, XORs the first with the rotated third, and
 * adds the second to the third.
 */
function mix(): void {
  let [a, b, c] = state as unknown as [number, number, number];
  a = (a - c) ^ rotated(c, 4);
  c += b;
  b = (b - a) ^ rotated(a, 6);
  a += c;
  c = (c - b) ^ rotated(b, 8);
  b += a;
  a = (a - c) ^ rotated(c, 16);
  c += b;
  b = (b - a) ^ rotated(a, 19);
  a += c;
  c = (c - b) ^ rotated(b, 4);
  b += a;
  state.set([a, b, c]);
}

function final(): void {
  let [a, b, c] = state as unknown as [number, number, number];
  c = (c ^ b) - rotated(b, 14);
  a = (a ^ c) - rotated(c, 11);
  b = (b ^ a) - rotated(a, 25);
  c = (c ^ b) - rotated(b, 16);
  a = (a ^ c) - rotated(c, 4);
  b = (b ^ a) - rotated(a, 14);
  c = (c ^ b) - rotated(b, 24);
  state.set([a, b, c]);
}

/** Returns the low 32 bits of `value`, rotated left. */
function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
