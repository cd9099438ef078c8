import { defineConfig } from 'vitest/config';
import { hangMs } from './harness/hang.js';

/** The console in Debian's Chromium: `npm run test:browser`; with `TEST_RUNS=all`, in all looks and with more data. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/build/refuse-stale-build.ts', 'test/browser/browser.ts'],
    setupFiles: ['test/fixed-seed.ts', 'test/processor-times.ts'],
    fileParallelism: false,
    // One process runs all files: loading the service takes longer than most of them.
    isolate: false,
    testTimeout: 2 * hangMs,
    hookTimeout: 2 * hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
