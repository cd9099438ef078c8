import { chanceAgreement, sketchLength } from '../fingerprint/minhash.js';

/** Containment of each of two texts in the other, by their shingles. */
export interface Containment {
  /** Share of the shingles of this text that the match also has: 0 to 1. */
  readonly ofThis: number;
  /** Share of the match's shingles that this text also has, 0 to 1. */
  readonly ofMatch: number;
  /** Half the width of the 95 % interval around each share. Such an interval may extend below 0 or above 1. */
  readonly error: { readonly ofThis: number; readonly ofMatch: number };
}

/** Relations of one text to another. */
export const relations = ['equal', 'contains', 'containedIn', 'overlaps'] as const;
export type Relation = (typeof relations)[number];

/** Minimum containment for one text to count as contained in another. */
const containedMin = 0.8;

/**
 * Derives containment from a similarity. Two texts with a and b shingles and the Jaccard similarity
 * J = |A ∩ B| / |A ∪ B| have |A ∩ B| = J (a + b) / (1 + J) shingles in common (Broder: On the Resemblance and
 * Containment of Documents, 1997, defines both). J is estimated from the number of equal bytes of two sketches. The
 * error of the containment is the error of this estimate (Agresti and Coull, 1998: two successes and two failures are
 * added), times the slope of the containment as a function of J.
 * @param similarity estimate from two sketches; null if unknown
 * @param a number of distinct shingles of this text; null if unknown
 * @param b number of distinct shingles of the match; null if unknown
 */
export function estimateContainment(
  similarity: number | null,
  a: number | null,
  b: number | null,
): Containment | null {
  if (similarity === null || a === null || b === null) return null;
  const common = Math.min((similarity * (a + b)) / (1 + similarity), a, b);
  const error = (similarityError(similarity) * (a + b)) / (1 + similarity) ** 2;
  return {
    ofThis: common / a,
    ofMatch: common / b,
    error: { ofThis: Math.min(1, error / a), ofMatch: Math.min(1, error / b) },
  };
}

/** Containment of texts with the same exact hash. */
export const whole: Containment = { ofThis: 1, ofMatch: 1, error: { ofThis: 0, ofMatch: 0 } };

/** Returns the relation of a text to its match; null if the containment is unknown. */
export function toRelation(containment: Containment | null): Relation | null {
  if (containment === null) return null;
  const isIn = containment.ofThis >= containedMin;
  const has = containment.ofMatch >= containedMin;
  if (isIn && has) return 'equal';
  if (isIn) return 'containedIn';
  return has ? 'contains' : 'overlaps';
}

/** Half the width of a 95 % interval of a similarity estimated by two sketches. */
function similarityError(similarity: number): number {
  const equal = (similarity * (1 - chanceAgreement) + chanceAgreement) * sketchLength;
  const values = sketchLength + 4;
  const share = (equal + 2) / values;
  return (1.96 * Math.sqrt((share * (1 - share)) / values)) / (1 - chanceAgreement);
}
