export interface SlidingCountsOptions {
  /** Number of steps, including the current one. */
  readonly steps: number;
  /** Length of a step. */
  readonly stepMs: number;
  /** Number of counts in a step. */
  readonly columns: number;
  /** Number of rows of counts; undefined: one. */
  readonly rows?: number;
}

/**
 * Counts of the last n time steps, in one ring buffer:
 *
 *   step      17   18   13   14   15   16        now is 18: the cells of 13 are cleared
 *           ┌────┬────┬────┬────┬────┬────┐      when 19 begins
 *           │    │    │    │    │    │    │
 *           └────┴────┴────┴────┴────┴────┘
 *
 * A count costs an addition; the first count of a step also clears the skipped steps. All rows share the
 * array. If the clock steps back, counts are added to the latest step.
 */
export type SlidingCounts = ReturnType<typeof createSlidingCounts>;

export function createSlidingCounts({ steps, stepMs, columns, rows = 1 }: SlidingCountsOptions) {
  const rowLength = steps * columns;
  const cells = new Uint32Array(rows * rowLength);
  /** Current step of each row. */
  const reached = new Float64Array(rows).fill(-1);

  /** Advances a row to the step of this time. @returns that step */
  function reach(now: number, row: number): number {
    const step = Math.floor(now / stepMs);
    const last = reached[row]!;
    if (step <= last) return last;
    const start = row * rowLength;
    if (step - last >= steps) {
      cells.fill(0, start, start + rowLength);
    } else {
      for (let passed = last + 1; passed <= step; passed += 1) {
        const cell = start + (passed % steps) * columns;
        cells.fill(0, cell, cell + columns);
      }
    }
    reached[row] = step;
    return step;
  }

  function add(now: number, column: number, row = 0): void {
    const step = reach(now, row);
    cells[row * rowLength + (step % steps) * columns + column]! += 1;
  }

  /** Adds each column, over all steps, to `sums`. @returns the total over all columns */
  function addSums(now: number, sums: number[], row = 0): number {
    reach(now, row);
    let total = 0;
    for (let cell = 0; cell < rowLength; cell += 1) {
      const count = cells[row * rowLength + cell]!;
      sums[cell % columns]! += count;
      total += count;
    }
    return total;
  }

  /** Steps with counts, oldest first: start time and counts of each. */
  function list(now: number): { readonly at: number; readonly counts: readonly number[] }[] {
    const last = reach(now, 0);
    return Array.from({ length: steps }, (_, index) => last - steps + 1 + index)
      .map((step) => {
        const cell = ((step + steps) % steps) * columns;
        return { at: step * stepMs, counts: [...cells.subarray(cell, cell + columns)] };
      })
      .filter(({ counts }) => counts.some((count) => count > 0));
  }

  return {
    add,
    addSums,
    list,
    clear: (row: number): void => {
      cells.fill(0, row * rowLength, (row + 1) * rowLength);
    },
  };
}
