/*
 * Codes of packed evidence: varints with 7 bits per byte, and sorted values as Rice codes of their differences (Golomb:
 * Run-Length Encodings, 1966; Rice and Plaunt, 1971).
 */

export function writeVarint(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  let left = value;
  for (; left > 0x7f; left >>>= 7) bytes[at++] = (left & 0x7f) | 0x80;
  bytes[at++] = left;
  return at;
}

export function readVarint(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 32; shift += 7) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value >>> 0;
}

/**
 * Writes the difference of each value from the one before it: its quotient by 2^`low` in unary, then its last `low`
 * bits.
 * @returns the offset after the last byte
 */
export function writeRice(
  bytes: Uint8Array,
  from: number,
  values: Uint32Array,
  low: number,
): number {
  let at = from;
  let pending = 0;
  let count = 0;
  let before = 0;
  // Written as a shift, because V8 may compute a power again for each value.
  const lowMask = (1 << low) - 1;
  for (let index = 0; index < values.length; index++) {
    const difference = values[index]! - before;
    before = values[index]!;
    let ones = difference >>> low;
    for (; ones >= 8; ones -= 8) {
      bytes[at++] = pending | ((0xff << count) & 0xff);
      pending = 0xff >>> (8 - count);
    }
    pending |= ((1 << ones) - 1 + ((difference & lowMask) << (ones + 1))) << count;
    for (count += ones + low + 1; count >= 8; count -= 8) {
      bytes[at++] = pending & 0xff;
      pending >>>= 8;
    }
  }
  if (count > 0) bytes[at++] = pending;
  return at;
}

/**
 * Reads the values that `writeRice` wrote.
 * @param bits maximum number of bits of a value
 * @param low number of low bits of each difference that are not in unary; must be the value passed to `writeRice`
 * @returns null if the bytes end too early, or if a value has too many bits
 */
export function readRice(
  bytes: Uint8Array,
  from: number,
  count: number,
  bits: number,
  low: number,
): Uint32Array | null {
  const values = new Uint32Array(count);
  const lowMask = (1 << low) - 1;
  const end = bytes.length;
  const most = 0xffff_ffff >>> (32 - bits);
  let at = from;
  let pending = 0;
  let ready = 0;
  let before = 0;
  for (let index = 0; index < count; index++) {
    for (; ready <= 16 && at < end; ready += 8) pending |= bytes[at++]! << ready;
    let ones = 31 - Math.clz32(~pending & (pending + 1));
    // Most codes are completely within the pending bits.
    while (ones + low >= ready) {
      ones = Math.min(ones, ready);
      before += ones << low;
      pending >>>= ones;
      ready -= ones;
      if (at >= end) {
        if (ready < low + 1) return null;
        ones = 0;
        break;
      }
      for (; ready <= 16 && at < end; ready += 8) pending |= bytes[at++]! << ready;
      ones = 31 - Math.clz32(~pending & (pending + 1));
    }
    before += (ones << low) + ((pending >>> (ones + 1)) & lowMask);
    pending >>>= ones + low + 1;
    ready -= ones + low + 1;
    if (before > most) return null;
    values[index] = before;
  }
  return values;
}

/**
 * Sorts hashes in place, several times as fast as `sort` if they are evenly distributed. Each hash is put into the
 * bucket for its leading bits, with about as many buckets as hashes. In the final insertion sort, each hash then moves
 * past only a few others.
 */
export function sortHashes(hashes: Uint32Array): Uint32Array {
  const { length } = hashes;
  if (length < 2) return hashes;
  const shift = Math.clz32(length - 1);
  const bucketCount = 2 ** (32 - shift);
  if (ends.length < bucketCount) ends = new Uint32Array(2 * bucketCount);
  if (copy.length < length) copy = new Uint32Array(2 * length);
  ends.fill(0, 0, bucketCount);
  for (let at = 0; at < length; at++) ends[hashes[at]! >>> shift]!++;
  let sum = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const count = ends[bucket]!;
    // An attacker can choose words whose hashes share leading bits, which would make the insertion sort slow.
    if (count > crowded) return hashes.sort();
    ends[bucket] = sum;
    sum += count;
  }
  copy.set(hashes);
  for (let at = 0; at < length; at++) {
    const hash = copy[at]!;
    hashes[ends[hash >>> shift]!++] = hash;
  }
  for (let at = 1; at < length; at++) {
    const hash = hashes[at]!;
    let place = at;
    for (; place > 0 && hashes[place - 1]! > hash; place--) hashes[place] = hashes[place - 1]!;
    hashes[place] = hash;
  }
  return hashes;
}

const crowded = 64;
/**
 * Arrays that are reused, because allocating arrays for each text costs more than sorting the hashes of a typical page.
 */
let ends = new Uint32Array(2 ** 10);
let copy = new Uint32Array(2 ** 10);
