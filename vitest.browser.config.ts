import { defineConfig } from 'vitest/config';

/** The console in Debian's Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/build/refuse-stale-build.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
