import { defineConfig } from 'vitest/config';
import { hangMs } from './harness/hang.js';

/** The console in Debian's Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/build/refuse-stale-build.ts'],
    fileParallelism: false,
    testTimeout: 2 * hangMs,
    hookTimeout: 2 * hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
