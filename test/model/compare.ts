import type { Fingerprint, Signature } from '../../src/fingerprint/signature.js';
import type { Containment } from '../../src/matching/containment.js';
import type { Closeness } from '../../src/matching/match.js';

/*
 * Compares two signatures, read from their documented layouts (fingerprint/signature.ts, minhash.ts) one bit, byte or
 * position at a time. Additions are compared in additions.ts.
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
 * Estimates the Jaccard similarity from n equal bytes of 128. One byte in 256 is equal by chance, so the estimate is (n
 * / 128 - 1 / 256) / (1 - 1 / 256). Multiplying by 256 avoids fractions.
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
  const tail = 5 - bands.rows;
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

/**
 * Computes the containment of each text in the other from their shingle counts: J (a + b) / (1 + J) of a and b shingles
 * are common. The error is half of the 95 % interval of J (Agresti and Coull) times the slope of this function.
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
