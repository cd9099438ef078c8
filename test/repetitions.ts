/** Number of runs of a slow property: all if `TEST_RUNS` is set, otherwise a fifth. */
export function repetitions(all: number): number {
  return process.env.TEST_RUNS === undefined ? Math.ceil(all / 5) : all;
}
