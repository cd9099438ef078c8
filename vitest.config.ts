import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that take more than 10 s of processor, which `.ci/run` runs. */
const slow = process.env.TEST_RUNS === 'all' ? [] : ['test/**/*.slow.test.ts'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A process runs many files: loading modules and dictionaries takes longer than most files of tests.
    isolate: false,
    exclude: ['test/engines/**', 'test/browser/**', ...slow],
    globalSetup: ['test/build/compare-build.ts', 'test/answers/every-answer.ts'],
    setupFiles: ['test/build/refuse-stale-threads.ts', 'test/answers/watch-fetch.ts'],
    // Tests often wait for a process or a disk; vitest's default leaves one core idle.
    maxWorkers: Math.max(2, availableParallelism()),
    // Against hanging for ever: a busy machine takes a multiple of the usual time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
