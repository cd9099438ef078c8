import { defineConfig } from 'vitest/config';
import { hangMs } from './harness/hang.js';

/**
 * The engines beyond one machine, one file after the other: `npm run test:engines` runs the tests without the tag
 * `long`, `npm run test:long -- engines` all.
 */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['engines/*/test/**/*.cluster.test.ts'],
    globalSetup: ['test/build/refuse-stale-build.ts'],
    fileParallelism: false,
    tags: [{ name: 'long' }],
    // A test runs several programs on Java, one after the other.
    testTimeout: 4 * hangMs,
    hookTimeout: 4 * hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
