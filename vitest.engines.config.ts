import { defineConfig } from 'vitest/config';
import { hangMs } from './harness/hang.js';

/** The engines beyond one machine: `npm run test:engines`, one file after the other. */
export default defineConfig({
  test: {
    include: ['test/engines/**/*.test.ts'],
    globalSetup: ['test/build/refuse-stale-build.ts'],
    fileParallelism: false,
    // A test runs several programs on Java, one after the other.
    testTimeout: 4 * hangMs,
    hookTimeout: 4 * hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
