import type { Evidence } from '../fingerprint/evidence.js';

/** Counts the numbers and shingles of one content that another one lacks, where no text of either is at hand. */
export function lacking(
  { numbers, shingles, bits }: Evidence,
  other: Evidence,
): { readonly numbers: number; readonly shingles: number } {
  const shared = Math.min(bits, other.bits);
  return {
    numbers: countLacking(numbers, 0, other.numbers, 0),
    shingles: countLacking(shingles, bits - shared, other.shingles, other.bits - shared),
  };
}

/** Merges two sorted lists. Values are compared without their last bits, `shift` and `otherShift` of them. */
function countLacking(
  values: Uint32Array,
  shift: number,
  others: Uint32Array,
  otherShift: number,
): number {
  let count = 0;
  let at = 0;
  for (const each of values) {
    const value = each >>> shift;
    while (at < others.length && others[at]! >>> otherShift < value) at++;
    if (at === others.length || others[at]! >>> otherShift !== value) count++;
  }
  return count;
}
