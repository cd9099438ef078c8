import { defineConfig } from 'vitest/config';
import { hangMs } from './harness/hang.js';

/**
 * Tests of a mutated copy: `npm run test:long -- mutants`. Only the runner uses it, because a mutation
 * changes a source and its build together.
 */
export default defineConfig({
  // In the copy: its packages are shared.
  cacheDir: '.cache/vitest',
  resolve: { tsconfigPaths: true },
  test: {
    include: ['{test,engines/*/test}/**/*.test.ts'],
    globalSetup: ['test/answers/every-answer.ts'],
    setupFiles: ['test/fixed-seed.ts', 'test/mutants/first-failure.ts'],
    testTimeout: 2 * hangMs,
    hookTimeout: 2 * hangMs,
    expect: { poll: { timeout: Number(process.env.TEST_POLL_MS) } },
    // Compiled modules, for the next mutants: all but one are the same.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
  },
});
