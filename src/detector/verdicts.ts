/** Verdicts of people on refusals, and the share that was right. */

/** Numbers of refusals that people judged, among the newest of each kind. */
export interface VerdictCounts {
  readonly right: number;
  readonly wrong: number;
  /** True if there are older verdicts that were not counted. */
  readonly truncated: boolean;
}

/** A share from 0 to 1 with the ends of its 95 % interval. */
export interface ShareWithInterval {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution for intervals of 95 %. */
const quantile = 1.96;

/**
 * Returns the share of right refusals with its interval (Wilson, 1927), which also holds for few verdicts and for shares
 * near 1; null if there is no verdict.
 */
export function shareOfRight({ right, wrong }: VerdictCounts): ShareWithInterval | null {
  const count = right + wrong;
  if (count === 0) return null;
  const share = right / count;
  const square = quantile ** 2 / count;
  const centre = (share + square / 2) / (1 + square);
  const reach = (quantile * Math.sqrt((share * (1 - share) + square / 4) / count)) / (1 + square);
  return { share, low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) };
}
