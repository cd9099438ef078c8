/** Random fingerprints and sets with planted neighbours, and the true neighbours of each probe. */

import { randomFingerprint, randomWords } from '../../harness/random.js';
import { popcount } from '../../src/fingerprint/hamming.js';
import type { Fingerprint } from '../../src/fingerprint/signature.js';

export const maxDistance = 3;

/** Fingerprints in one array: the low half of number i is at 2 i, the high half follows. */
export type Stored = Uint32Array;

export function randomStored(size: number, seed: number): Stored {
  return Uint32Array.from({ length: 2 * size }, randomWords(seed));
}

export function fingerprintAt(stored: Stored, number: number): Fingerprint {
  return { high: stored[2 * number + 1]!, low: stored[2 * number]! };
}

/**
 * Probes with 1, 2 or 3 flipped bits of a stored fingerprint. Every fourth probe is random and has
 * neighbours only by chance.
 */
export function probesNear(stored: Stored, count: number, seed: number): Stored {
  const word = randomWords(seed);
  const probes = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const { high, low } =
      i % 4 === 3 ? randomFingerprint(word) : fingerprintAt(stored, word() % (stored.length / 2));
    const halves = [low, high];
    const flipped = new Set<number>();
    while (i % 4 < 3 && flipped.size <= i % 4) flipped.add(word() & 63);
    for (const bit of flipped) halves[bit >>> 5]! ^= 1 << (bit & 31);
    probes.set(halves, 2 * i);
  }
  return probes;
}

/** Numbers of the fingerprints within `maxDistance` of each probe, by comparing all of them. */
export function bruteForce(stored: Stored, probes: Stored): number[][] {
  const found: number[][] = Array.from({ length: probes.length / 2 }, () => []);
  for (let probe = 0; probe < found.length; probe++) {
    const [low, high] = [probes[2 * probe]!, probes[2 * probe + 1]!];
    for (let at = 0; at < stored.length; at += 2) {
      const distance = popcount(stored[at]! ^ low) + popcount(stored[at + 1]! ^ high);
      if (distance <= maxDistance) found[probe]!.push(at / 2);
    }
  }
  return found;
}

/** Random fingerprints, every hundredth of them 1 to 3 bits from an earlier one or, rarely, random. */
export function someNear(size: number): Stored {
  const stored = randomStored(size, 4);
  stored.set(probesNear(stored.subarray(0, size), Math.floor(size / 100), 5), size);
  return stored;
}

export function decimalLines(stored: Stored): string {
  let lines = '';
  for (let number = 0; number < stored.length / 2; number++) {
    const { high, low } = fingerprintAt(stored, number);
    lines += `${(BigInt(high) << 32n) | BigInt(low)}\n`;
  }
  return lines;
}

/** Tokens of a document; neardup hashes them as shingles of one word. */
export const tokensEach = 100;
/** How many tokens a probe shares with a stored document, in turn: J = .90, .80, .70, .60, .40. */
const shared = [95, 89, 82, 75, 57];

export interface Sets {
  /** `tokensEach` random tokens of 32 bits to a document. */
  readonly stored: Uint32Array;
  readonly probes: Uint32Array;
}

/** Random sets, and probes that share a known part of their tokens with one of them. */
export function plantedSets(size: number, probeCount: number): Sets {
  const word = randomWords(3);
  const stored = Uint32Array.from({ length: size * tokensEach }, word);
  const probes = Uint32Array.from({ length: probeCount * tokensEach }, word);
  for (let probe = 0; probe < probeCount; probe++) {
    const from = (word() % size) * tokensEach;
    const kept = stored.subarray(from, from + shared[probe % shared.length]!);
    probes.set(kept, probe * tokensEach);
  }
  return { stored, probes };
}

/**
 * Numbers of the sets whose exact Jaccard similarity with each probe is at least `minimum`. An
 * index of tokens gives the sets that share one; only these are compared.
 */
export function similarSets(sets: Sets, minimum: number): number[][] {
  const withToken = new Map<number, number[]>();
  const wanted = new Set(sets.probes);
  const distinct = rowsOf(sets.stored).map((set) => new Set(set).size);
  for (const [number, set] of rowsOf(sets.stored).entries()) {
    for (const token of new Set(set)) {
      if (!wanted.has(token)) continue;
      const numbers = withToken.get(token);
      if (numbers === undefined) withToken.set(token, [number]);
      else numbers.push(number);
    }
  }
  return rowsOf(sets.probes).map((probe) => {
    const common = new Map<number, number>();
    const tokens = new Set(probe);
    for (const token of tokens) {
      for (const number of withToken.get(token) ?? []) {
        common.set(number, (common.get(number) ?? 0) + 1);
      }
    }
    const similar = [...common].filter(
      ([number, count]) => count / (tokens.size + distinct[number]! - count) >= minimum,
    );
    return similar.map(([number]) => number).sort((a, b) => a - b);
  });
}

export function rowsOf(sets: Uint32Array): Uint32Array[] {
  return Array.from({ length: sets.length / tokensEach }, (_, row) =>
    sets.subarray(row * tokensEach, (row + 1) * tokensEach),
  );
}
