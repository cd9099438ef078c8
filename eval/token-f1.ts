/** Overlap of two texts, counted in tokens. */
import { tokensOf } from './shingles.js';

export interface Overlap {
  /** Share of the extracted tokens that are wanted. */
  readonly precision: number;
  /** Share of the wanted tokens that are extracted. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
}

/** Counts tokens with repetition, regardless of position. */
export function tokenOverlap(taken: string, wanted: string): Overlap {
  const counts = new Map<string, number>();
  const wantedTokens = tokensOf(wanted);
  for (const token of wantedTokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const takenTokens = tokensOf(taken);
  let shared = 0;
  for (const token of takenTokens) {
    const left = counts.get(token) ?? 0;
    if (left > 0) shared += 1;
    counts.set(token, left - 1);
  }
  if (shared === 0) return { precision: 0, recall: 0, f1: 0 };
  const precision = shared / takenTokens.length;
  const recall = shared / wantedTokens.length;
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
