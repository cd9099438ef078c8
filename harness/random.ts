import type { Fingerprint } from '../src/fingerprint/signature.js';

/** Returns a generator of uniform unsigned 32-bit integers with a seed: a counter through murmur3's finaliser. */
export function randomWords(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return (word ^ (word >>> 16)) >>> 0;
  };
}

export function randomFingerprint(word: () => number): Fingerprint {
  return { high: word(), low: word() };
}
