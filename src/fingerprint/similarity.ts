/**
 * Exact measures between two documents: of sets (the shingles) and of vectors (the weights of the terms, over the union
 * of both). A sketch estimates the Jaccard similarity and a fingerprint the angle; these functions compute the exact
 * values.
 *
 * Sets are sorted arrays of distinct numbers. Both vectors of a pair have the same length.
 */

/** Number of shared elements over the size of the union (Jaccard 1901): 0 to 1. Two empty sets are equal: 1. */
export function jaccard(a: Float64Array, b: Float64Array): number {
  const shared = sharedCount(a, b);
  const all = a.length + b.length - shared;
  return all === 0 ? 1 : shared / all;
}

/**
 * Share of `a` that is also in `b` (Broder: On the Resemblance and Containment of Documents, 1997): 0 to 1; 1 for an
 * empty `a`.
 */
export function containment(a: Float64Array, b: Float64Array): number {
  return a.length === 0 ? 1 : sharedCount(a, b) / a.length;
}

/** Cosine of the angle: 0 to 1 for non-negative weights; 0 if a vector is all zeros. */
export function cosine(a: Float64Array, b: Float64Array): number {
  const lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return lengths === 0 ? 0 : Math.min(1, dot(a, b) / lengths);
}

/** Length of the difference, in the unit of the weights. */
export function euclideanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index]! - b[index]!) ** 2;
  return Math.sqrt(sum);
}

/**
 * Pearson's correlation: the cosine of both vectors after subtracting their means, −1 to 1. Undefined for a constant
 * vector; here equal vectors give 1, and a constant vector with a different one gives 0.
 */
export function correlation(a: Float64Array, b: Float64Array): number {
  if (a.every((value, index) => value === b[index])) return 1;
  if (isConstant(a) || isConstant(b)) return 0;
  const [x, y] = [centred(a), centred(b)];
  const result = dot(x, y) / (Math.sqrt(dot(x, x)) * Math.sqrt(dot(y, y)));
  return Math.max(-1, Math.min(1, result));
}

/** Number of shared elements, by one walk along both sets. */
export function sharedCount(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]! < b[j]!) i++;
    else if (a[i]! > b[j]!) j++;
    else {
      shared++;
      i++;
      j++;
    }
  }
  return shared;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
