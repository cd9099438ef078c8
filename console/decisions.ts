import type { Decision, History, LoggedDecision } from './api/types.js';

type Point = History['points'][number];

interface BinOptions {
  /** Time span covered by the bins. */
  readonly hours: number;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

const hourSeconds = 3600;

/**
 * Returns decisions by time as stacked plot data. The first series has the start of each bin in seconds. Each further
 * series has one count per bin: of all decisions, then of all kinds except the last, and so on down to the first kind
 * alone. Bins without a decision are 0.
 */
export function stackedBins(
  points: readonly Point[],
  { hours, now }: BinOptions,
): [number[], ...number[][]] {
  const step = binSeconds(hours);
  const last = Math.floor(now / 1000 / step) * step;
  const length = Math.ceil((hours * hourSeconds) / step);
  const times = Array.from({ length }, (_, index) => last - (length - 1 - index) * step);
  const stacked = decisions.map(() => new Array<number>(length).fill(0));
  for (const point of points) {
    const bin = length - 1 - Math.round((last - binStart(point.at, step)) / step);
    if (bin < 0 || bin >= length) continue;
    let sum = 0;
    for (const [level, decision] of decisions.entries()) {
      sum += point[decision];
      stacked[level]![bin]! += sum;
    }
  }
  return [times, ...stacked.toReversed()];
}

/**
 * Returns the width of a bin in seconds: a minute for a span of one hour, an hour for up to a week, otherwise a day.
 */
function binSeconds(hours: number): number {
  if (hours <= 1) return 60;
  return hours > 7 * 24 ? 24 * hourSeconds : hourSeconds;
}

function binStart(at: string, step: number): number {
  return Math.floor(Date.parse(at) / 1000 / step) * step;
}

/** Kinds of decisions, in the order of charts and legends. */
export const decisions = [
  'new',
  'similar',
  'duplicate',
  'changed',
  'unchanged',
] as const satisfies Decision[];

/** Tests if a refusal is worth a review: it is not certain that the page adds nothing. */
export function isDoubtful({ certainty }: Pick<LoggedDecision, 'certainty'>): boolean {
  return certainty !== 1;
}

/** Maximum number of copied pages in a list. */
const copiedMax = 5;

/** Returns the matches that most decisions have, with the number of these decisions. */
export function mostCopied(
  refused: readonly Pick<LoggedDecision, 'match'>[],
): readonly { readonly match: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { match } of refused) {
    if (match !== null) counts.set(match, (counts.get(match) ?? 0) + 1);
  }
  return [...counts]
    .map(([match, count]) => ({ match, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, copiedMax);
}

/** Returns the local midnight at which a day begins. @param days days from today, negative for the past */
export function startOfDay(days: number): Date {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() + days);
  return start;
}
