import { defineConfig } from 'vitest/config';

/** The engines beyond one machine: `npm run test:engines`, one file after the other. */
export default defineConfig({
  test: {
    include: ['test/engines/**/*.test.ts'],
    globalSetup: ['test/build/refuse-stale-build.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
