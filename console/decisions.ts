import type { Decision, History } from './api/types.js';

type Point = History['points'][number];

interface BinOptions {
  /** Length of the time that the bins cover. */
  readonly hours: number;
  /** In milliseconds since 1970. */
  readonly now: number;
}

const hourSeconds = 3600;

/**
 * Decisions per hour as stacked data for a plot: the time in seconds, then the sums of all
 * decisions, of all but the last, and so on to the first alone. Hours without a decision are 0; with
 * many hours a bin is a day, with one a minute.
 */
export function stackedBins(
  points: readonly Point[],
  { hours, now }: BinOptions,
): [number[], ...number[][]] {
  const step = stepOf(hours);
  const last = Math.floor(now / 1000 / step) * step;
  const length = Math.ceil((hours * hourSeconds) / step);
  const times = Array.from({ length }, (_, index) => last - (length - 1 - index) * step);
  const stacked = decisions.map(() => new Array<number>(length).fill(0));
  for (const point of points) {
    const bin = length - 1 - Math.round((last - binOf(point.at, step)) / step);
    if (bin < 0 || bin >= length) continue;
    let sum = 0;
    for (const [level, decision] of decisions.entries()) {
      sum += point[decision];
      stacked[level]![bin]! += sum;
    }
  }
  return [times, ...stacked.toReversed()];
}

/** The width of a bin, in seconds. */
function stepOf(hours: number): number {
  if (hours <= 1) return 60;
  return hours > 7 * 24 ? 24 * hourSeconds : hourSeconds;
}

function binOf(at: string, step: number): number {
  return Math.floor(Date.parse(at) / 1000 / step) * step;
}

/** In the order in which charts and legends show them. */
export const decisions = [
  'new',
  'similar',
  'duplicate',
  'changed',
  'unchanged',
] as const satisfies Decision[];

/** Midnight of this place, some days from today. */
export function startOfDay(days: number): Date {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() + days);
  return start;
}
