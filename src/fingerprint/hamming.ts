import type { Fingerprint } from './signature.js';

/** In how many of the 64 bits two fingerprints differ: 0 to 64. */
export function hammingDistance(a: Fingerprint, b: Fingerprint): number {
  return popcount(a.high ^ b.high) + popcount(a.low ^ b.low);
}

/**
 * Number of one bits in a 32-bit integer, signed or unsigned: pairs, nibbles and bytes are added
 * in parallel, and the product sums the four bytes in its top byte (Warren: Hacker's Delight,
 * section 5-1).
 */
export function popcount(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  sum = (sum + (sum >>> 4)) & 0x0f0f0f0f;
  return Math.imul(sum, 0x01010101) >>> 24;
}
