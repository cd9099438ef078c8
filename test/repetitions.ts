/** Number of runs of a slow property: a fifth in `npm test`, all of them in every other run. */
export function repetitions(all: number): number {
  return process.env.TEST_RUNS === undefined ? Math.ceil(all / 5) : all;
}
