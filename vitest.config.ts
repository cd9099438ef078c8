import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { hangMs } from './harness/hang.js';

/**
 * Files that take more than 10 s of processor are slow, those of more than 60 s long. `npm test` runs the
 * others, `npm run test:slow` the slow ones, and `TEST_RUNS=all npm test` everything.
 */
const runs = process.env.TEST_RUNS;
/** Folders with tests. Those of engines need no more than others, except for files `*.cluster.test.ts`. */
const tests = '{test,console/test,engines/*/test}/**/*';
const slow = `${tests}.slow.test.ts`;
const long = `${tests}.long.test.ts`;
const excluded = runs === 'all' ? [] : runs === 'slow' ? [long] : [slow, long];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [runs === 'slow' ? slow : `${tests}.test.ts`],
    // A process runs many files: loading modules and dictionaries takes longer than most files of tests.
    isolate: false,
    exclude: [`${tests}.cluster.test.ts`, 'test/browser/**', ...excluded],
    globalSetup: ['test/build/compare-build.ts', 'test/answers/every-answer.ts'],
    setupFiles: [
      'test/fixed-seed.ts',
      'test/processor-times.ts',
      'test/build/refuse-stale-threads.ts',
      'test/answers/watch-fetch.ts',
    ],
    // The default of vitest leaves one core idle. One more than there are cores, since tests of services and programs wait.
    maxWorkers: availableParallelism() + 1,
    // A test may wait more than once.
    testTimeout: 2 * hangMs,
    hookTimeout: 2 * hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
