export interface SlidingCountsOptions {
  /** How many steps are kept, the present one among them. */
  readonly steps: number;
  /** Length of a step. */
  readonly stepMs: number;
  /** How many things are counted. */
  readonly columns: number;
}

/**
 * Counts of the last so many steps of time, in one array that is used again and again:
 *
 *   step      17   18   13   14   15   16        now is 18: the cells of 13 are the next to be
 *           ┌────┬────┬────┬────┬────┬────┐      cleared, when 19 begins
 *           │    │    │    │    │    │    │
 *           └────┴────┴────┴────┴────┴────┘
 *
 * To count costs an addition, and a step that begins the clearing of those before it. A clock that
 * steps back counts for the step that was reached.
 */
export interface SlidingCounts {
  add(now: number, column: number): void;
  /** The sum of a column over the last so many whole steps and the present one. */
  sum(now: number, column: number, steps?: number): number;
  /** The steps that have counts, oldest first: when each began, and its counts. */
  list(now: number): { readonly at: number; readonly counts: readonly number[] }[];
}

export function createSlidingCounts({ steps, stepMs, columns }: SlidingCountsOptions) {
  const cells = new Uint32Array(steps * columns);
  let last = -1;

  /** Makes the step of this time the present one. */
  function reach(now: number): void {
    const step = Math.floor(now / stepMs);
    if (step <= last) return;
    if (step - last >= steps) cells.fill(0);
    else for (let passed = last + 1; passed <= step; passed += 1) clear(passed % steps);
    last = step;
  }

  function clear(row: number): void {
    cells.fill(0, row * columns, (row + 1) * columns);
  }

  function add(now: number, column: number): void {
    reach(now);
    cells[(last % steps) * columns + column]! += 1;
  }

  function sum(now: number, column: number, wanted = steps): number {
    reach(now);
    let total = 0;
    for (let back = 0; back < wanted; back += 1) {
      total += cells[((last - back + steps) % steps) * columns + column]!;
    }
    return total;
  }

  function list(now: number): { at: number; counts: number[] }[] {
    reach(now);
    const found: { at: number; counts: number[] }[] = [];
    for (let step = last - steps + 1; step <= last; step += 1) {
      const row = ((step + steps) % steps) * columns;
      const counts = [...cells.subarray(row, row + columns)];
      if (counts.some((count) => count > 0)) found.push({ at: step * stepMs, counts });
    }
    return found;
  }

  return { add, sum, list } satisfies SlidingCounts;
}
