/** True if every test runs completely, as in `npm run test:long -- properties`. */
export const isComplete = process.env.TEST_RUNS === 'all';

/** Number of runs or samples of a slow test: all in a complete run, otherwise a fifth. */
export function repetitions(all: number, few = Math.ceil(all / 5)): number {
  return isComplete ? all : few;
}
