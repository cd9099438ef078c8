/** Generates uniform 32-bit hashes from a seed (mulberry32). */
export function hashStream(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return mixed ^ (mixed >>> 14);
  };
}

export interface Overlap {
  readonly common: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly seed: number;
}

/** Returns two lists of hashes that share `common` of them. */
export function overlapping({ common, onlyA, onlyB, seed }: Overlap) {
  const hashes = Int32Array.from({ length: common + onlyA + onlyB }, hashStream(seed));
  const a = hashes.slice(0, common + onlyA);
  const b = Int32Array.of(...hashes.subarray(0, common), ...hashes.subarray(common + onlyA));
  return { a, b };
}
