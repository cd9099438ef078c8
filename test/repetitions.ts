/**
 * Number of runs of a slow property: all of them with `TEST_RUNS=all`, as `.ci/run` sets it, else a
 * fifth.
 */
export function repetitions(all: number): number {
  return process.env.TEST_RUNS === 'all' ? all : Math.ceil(all / 5);
}
