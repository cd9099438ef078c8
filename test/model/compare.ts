import type { Fingerprint, Signature } from '../../src/fingerprint/signature.js';
import type { Containment } from '../../src/matching/containment.js';
import type { Contradiction } from '../../src/matching/contradictions.js';
import type { Closeness } from '../../src/matching/match.js';

/*
 * Compares two signatures, read from their documented layouts (fingerprint/signature.ts, minhash.ts,
 * traits.ts) one bit, byte or position at a time.
 */

type Measured = Pick<Signature, 'fingerprint' | 'sketch'>;

export function closeness(a: Measured, b: Measured): Closeness {
  return {
    distance: distance(a.fingerprint, b.fingerprint),
    similarity: similarity(a.sketch, b.sketch),
  };
}

function distance(a: Fingerprint, b: Fingerprint): number {
  let differing = 0;
  for (const word of [a.high ^ b.high, a.low ^ b.low]) {
    for (let bit = 0; bit < 32; bit++) differing += (word >>> bit) & 1;
  }
  return differing;
}

/**
 * Estimates the Jaccard similarity from n equal bytes of 128. One in 256 is equal by chance, so the share (n / 128 - 1 / 256) / (1 - 1 / 256)
 * of the others is the estimate. Multiplying by 256 avoids fractions.
 */
function similarity(a: Uint8Array | null, b: Uint8Array | null): number | null {
  if (a === null || b === null) return null;
  let equal = 0;
  for (let at = 0; at < 128; at++) if (a[at] === b[at]) equal++;
  return Math.max(0, (2 * equal - 1) / 255);
}

/** Returns true if two sketches share a band: the bytes of its rows, and its tail. */
export function shareBand(
  a: Uint8Array | null,
  b: Uint8Array | null,
  bands: { readonly count: number; readonly rows: number } | null,
): boolean {
  if (a === null || b === null || bands === null) return false;
  const tail = (a.length - 128) / bands.count;
  for (let band = 0; band < bands.count; band++) {
    let isShared = true;
    for (let row = 0; row < bands.rows; row++) {
      const at = band * bands.rows + row;
      if (a[at] !== b[at]) isShared = false;
    }
    for (let at = 128 + band * tail; at < 128 + (band + 1) * tail; at++) {
      if (a[at] !== b[at]) isShared = false;
    }
    if (isShared) return true;
  }
  return false;
}

/** Lists the evidence that two texts differ; without traits, none. */
export function contradictions(a: Uint8Array | null, b: Uint8Array | null): Contradiction[] {
  if (a === null || b === null) return [];
  const [firstOfA, firstOfB] = [places(a, 0, 128), places(b, 0, 128)];
  const both = common(firstOfA, firstOfB);
  const either = firstOfA.size + firstOfB.size - both;
  const beginning = either === 0 ? 1 : both / either;
  const { share, compared } = commonNumbers(a, b);
  const found: Contradiction[] = [];
  const isOtherNews = beginning < 0.7 && share < 0.92;
  if (isOtherNews) found.push('other first words');
  if (isOtherNews || (share < 0.6 && compared >= 3)) found.push('other numbers');
  if (hasOwnSubject(a, b) && hasOwnSubject(b, a)) found.push('other subject');
  return found;
}

/** Positions of the bits that are set, counted from a byte. */
function places(traits: Uint8Array, byte: number, count: number): Set<number> {
  const found = new Set<number>();
  for (let place = 0; place < count; place++) {
    if ((traits[byte + Math.floor(place / 8)]! >> (place % 8)) & 1) found.add(place);
  }
  return found;
}

const common = (a: Set<number>, b: Set<number>) => [...a].filter((place) => b.has(place)).length;

/**
 * Share of the numbers of one text that the other one has, less the share expected by chance, and the
 * count of numbers compared. At level 0 a number has a place in each half of the 96; at the next
 * level half of the numbers remain, each in one of the two places where it was one before.
 */
function commonNumbers(a: Uint8Array, b: Uint8Array): { share: number; compared: number } {
  const unknown = { share: 1, compared: 0 };
  const [lower, higher] = a[44]! <= b[44]! ? [a, b] : [b, a];
  if (higher[44]! - lower[44]! > 1) return unknown;
  const parts: [Set<number>, Set<number>, number][] = [];
  if (higher[44]! > lower[44]!) {
    const joined = [...places(higher, 32, 96)].map((place) => Math.floor(place / 2));
    parts.push([places(lower, 32, 48), new Set(joined), 48]);
  } else if (lower[44] === 0) {
    for (const half of [32, 38]) parts.push([places(a, half, 48), places(b, half, 48), 48]);
  } else {
    parts.push([places(a, 32, 96), places(b, 32, 96), 96]);
  }
  const compared = Math.min(parts[0]![0].size, parts[0]![1].size);
  if (compared === 0) return unknown;
  let [shared, chance] = [1, 1];
  for (const [one, other, count] of parts) {
    shared = Math.min(shared, common(one, other) / Math.min(one.size, other.size));
    chance *= Math.max(one.size, other.size) / count;
  }
  return chance > 0.5
    ? unknown
    : { share: Math.max(0, (shared - chance) / (1 - chance)), compared };
}

/** Returns true if a subject of a text is among neither the first words nor the names of another. */
function hasOwnSubject(text: Uint8Array, other: Uint8Array): boolean {
  const subjects = places(text, 45, 24);
  const [otherFirst, otherNames] = [places(other, 0, 128), places(other, 16, 128)];
  return [...places(text, 0, 128)].some(
    (place, rank) => subjects.has(rank) && !otherFirst.has(place) && !otherNames.has(place),
  );
}

/**
 * Computes the containment of each text in the other from their shingle counts: of a and b
 * shingles J (a + b) / (1 + J) are common. The error is half of the 95 % interval of J (Agresti and
 * Coull) times the slope of this function.
 */
export function containment(
  similarity: number | null,
  a: number | null,
  b: number | null,
): Containment | null {
  if (similarity === null || a === null || b === null) return null;
  const shared = Math.min((similarity * (a + b)) / (1 + similarity), a, b);
  const equal = 128 * (1 / 256 + similarity * (255 / 256));
  const share = (equal + 2) / 132;
  const errorOfSimilarity = (1.96 * Math.sqrt((share * (1 - share)) / 132)) / (255 / 256);
  const error = (errorOfSimilarity * (a + b)) / (1 + similarity) ** 2;
  return {
    ofThis: shared / a,
    ofMatch: shared / b,
    error: { ofThis: Math.min(1, error / a), ofMatch: Math.min(1, error / b) },
  };
}
