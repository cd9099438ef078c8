import type { CheckOutcome } from '../contract/documents.js';
import {
  type DecisionCounts,
  type DecisionStatistics,
  historyDaysMax,
} from '../contract/statistics.js';

/** Counts of decisions by checks: all-time totals, and counts by the hour and by host and day for 90 days. */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const historyHoursMax = 24 * historyDaysMax;

const distanceBins = 65;
const similarityBins = 20;

export const noDecisions = (): DecisionCounts => ({
  new: 0,
  similar: 0,
  duplicate: 0,
  changed: 0,
  unchanged: 0,
});

export function noStatistics(): DecisionStatistics {
  return {
    decisions: noDecisions(),
    distances: Array<number>(distanceBins).fill(0),
    similarities: Array<number>(similarityBins).fill(0),
  };
}

/** Counted fields of an outcome. */
export type Counted = Pick<CheckOutcome, 'decision' | 'best'>;

/** Adds a decision to the counts. */
export function countDecision(statistics: DecisionStatistics, counted: Counted): void {
  const { decision, best } = counted;
  statistics.decisions[decision] += 1;
  if (best === null) return;
  statistics.distances[best.distance]! += 1;
  if (best.similarity === null) return;
  const bin = Math.min(similarityBins - 1, Math.floor(best.similarity * similarityBins));
  statistics.similarities[bin]! += 1;
}

/** Returns the beginning of the day (UTC) of a time. */
export function toDay(time: number): number {
  return Math.floor(time / dayMs) * dayMs;
}

export function toHour(time: number): number {
  return Math.floor(time / hourMs) * hourMs;
}
